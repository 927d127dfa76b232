/** How a CI run, or a part of a CI run, ended (interface, "CI event upload records"). */
export const EVENT_CONCLUSIONS = ["SUCCESS", "FAILURE", "CANCELLED", "TIMED_OUT", "SKIPPED"] as const;

/** One of {@link EVENT_CONCLUSIONS}. */
export type EventConclusion = (typeof EVENT_CONCLUSIONS)[number];

/** A label on an event or a sequence. */
export interface EventTag {
  readonly k: string;
  readonly v: number | string;
}

/** A finite number that was measured during an event. */
export interface EventMetric {
  readonly k: string;
  readonly v: number;
}

/** The pipeline, job or workflow that an event belongs to. */
export interface EventSequence {
  /** Name of the CI platform, in snake_case. */
  readonly platform: string;
  /** Kind of the sequence: `job`, `workflow` or another word. */
  readonly kind: string;
  /** Identifies the sequence within the repository. 1 to 127 characters. */
  readonly key: string;
  /** Name of the sequence in dashboards. */
  readonly name: string;
  /** Labels of the sequence. A sequence has no metrics. */
  readonly payload?: { readonly tags: readonly EventTag[] };
}

/** One event of a CI run (interface, "CI event upload records"). */
export interface TrackedEvent {
  /** Unique among the organization's events. A later event with the same id replaces the earlier one. */
  readonly id: string;
  /** Id of the root event of the run. All events of the run share this id. */
  readonly chainId: string;
  /** The parent event. A root event has no parent. */
  readonly parent?: { readonly eventId: string; readonly sequenceKey: string };
  /** Start in milliseconds since 1970 (UTC), an integer of at least 0. */
  readonly createdAt: number;
  /** End in milliseconds since 1970 (UTC), an integer of at least `createdAt`. */
  readonly finishedAt: number;
  readonly conclusion: EventConclusion;
  /** Metrics and labels of the event. Default: none. */
  readonly payload?: { readonly metrics: readonly EventMetric[]; readonly tags: readonly EventTag[] };
  readonly sequence: EventSequence;
}
