/** How a CI run, or a part of one, ended (interface, "CI event upload records"). */
export const EVENT_CONCLUSIONS = ["SUCCESS", "FAILURE", "CANCELLED", "TIMED_OUT", "SKIPPED"] as const;

/** One of {@link EVENT_CONCLUSIONS}. */
export type EventConclusion = (typeof EVENT_CONCLUSIONS)[number];

/** A label on an event or a sequence. */
export interface EventTag {
  readonly k: string;
  readonly v: number | string;
}

/** A number measured during an event; finite. */
export interface EventMetric {
  readonly k: string;
  readonly v: number;
}

/** The pipeline, job or workflow that an event belongs to. */
export interface EventSequence {
  /** Name of the CI platform, in snake_case. */
  readonly platform: string;
  /** `job`, `workflow` or another word. */
  readonly kind: string;
  /** Identifies the sequence within the repository; 1 to 127 characters. */
  readonly key: string;
  /** Name in dashboards. */
  readonly name: string;
  /** Labels; a sequence has no metrics. */
  readonly payload?: { readonly tags: readonly EventTag[] };
}

/** One event of a CI run (interface, "CI event upload records"). */
export interface TrackedEvent {
  /** Unique among the organization's events. A later event with this id replaces the first. */
  readonly id: string;
  /** Id of the root event: groups all events of one run. */
  readonly chainId: string;
  /** The parent event. Absent for a root. */
  readonly parent?: { readonly eventId: string; readonly sequenceKey: string };
  /** Start in milliseconds since 1970 (UTC), an integer of at least 0. */
  readonly createdAt: number;
  /** End in milliseconds since 1970 (UTC), an integer of at least `createdAt`. */
  readonly finishedAt: number;
  readonly conclusion: EventConclusion;
  /** Default: no metrics and no tags. */
  readonly payload?: { readonly metrics: readonly EventMetric[]; readonly tags: readonly EventTag[] };
  readonly sequence: EventSequence;
}
