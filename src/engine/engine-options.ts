import type { JsonValue } from "../queue/additional-settings";
import type { QueueIdentity } from "../queue/queue-identity";
import { ASSUMED_DEFAULTS } from "../queue/settings";
import type { RequiredStatusesSource } from "../queue/test-run-words";
import type { Priority, StoredSettings } from "./engine-state";
import type { PullRequestDescription } from "./host-pull-request";

/** Behaviours of the local service: as the interface says, or as live services behave. */
export const ANSWERS = ["interface", "live"] as const;

/** How the local service behaves where the interface is silent. docs/assumptions.md lists the reasons. */
export interface EngineOptions {
  /**
   * As the interface says (default), or as live services do: `/getQueue` leaves out pull requests that are
   * not ready, `/deleteQueue` ignores them, and the default of `withoutRequiredStatuses` is `fail`.
   */
  readonly answers: (typeof ANSWERS)[number];
  /** Repositories of the organization: `host/owner/name`, case ignored. Default: every repository. */
  readonly repositories: readonly string[] | undefined;
  /** Settings of a new queue. Default: the published settings of {@link NEW_QUEUES}. */
  readonly newQueue: NewQueueSettings;
  /** Settings of a newer service, and their values in new queues. Updates accept any JSON. Default: none. */
  readonly additionalSettings: { readonly [wireName: string]: JsonValue };
  /** Required statuses of queues that have no list of their own. Default: none. */
  readonly inheritedStatuses: readonly string[];
  /** How a queue behaves while it changes its mode. */
  readonly switchingModes: {
    /** How many reads by `/getQueue` show `switching_modes` after a change of mode. Default: 0. */
    readonly reads: number;
    /** Whether a queue then refuses writes. Default: no; live answers: yes, except updates of the state. */
    readonly refusesWrites: boolean;
  };
  /** Values of priorities by name. Lower values go first. 0 interrupts tests. Default: {@link PRIORITIES}. */
  readonly priorities: Readonly<Record<string, number>>;
  /** The name of the priority that applies by default. Default: `medium`. */
  readonly defaultPriority: string;
  /**
   * Describes a pull request that was never declared. Default: no fields, so that it is open and can be
   * merged into the queue's branch.
   */
  readonly describePullRequest: (identity: QueueIdentity, number: number) => PullRequestDescription;
  /** Whether a pull request that was never declared can be submitted. Default: yes. */
  readonly undeclaredPullRequests: "accept" | "refuse";
  /** Which submissions need impacted targets. Default: all submissions since their queue became parallel. */
  readonly requiresImpactedTargets: "parallel" | "always" | "never";
  /** Where {@link inheritedStatuses} come from. Default: branch protection. */
  readonly inheritedStatusesSource: Exclude<RequiredStatusesSource, "merge_instance">;
  /**
   * How a run without required statuses ends: with its first check (default), or at once as passed or failed.
   * With live answers, the default is to fail at once, as in the published rules.
   */
  readonly withoutRequiredStatuses: "first_check" | "pass" | "fail";
  /**
   * What `pendingFailureDepth` counts behind a failure: levels of pull requests or batches, including later
   * arrivals (default), or pull requests that finished testing since the failure (interface, Queue).
   */
  readonly pendingFailureDepthCounts: "levels" | "pull_requests";
  /**
   * How single mode tests: one pull request or batch at a time (default; interface, Queue, `mode`), or up to
   * `concurrency` runs at once, each on top of all entries ahead.
   */
  readonly singleMode: "one-at-a-time" | "one-line";
  /** Maximum size of a batch, 1 or more. Default (undefined): the queue's `batchingMinSize`. */
  readonly maxBatchSize: number | undefined;
  /** Whether new submissions to a draining queue wait until the queue runs (default), or are refused. */
  readonly submissionsWhileDraining: "hold" | "refuse";
}

/** Settings of a new queue. */
export type NewQueueSettings = Omit<StoredSettings, "bisectionConcurrency"> & {
  /** If undefined, the concurrency of the new queue applies. */
  readonly bisectionConcurrency: number | undefined;
};

/** The choices for settings of new queues: the published settings, or more careful settings. */
export const NEW_QUEUES = {
  published: { ...ASSUMED_DEFAULTS, bisectionConcurrency: undefined },
  careful: {
    ...ASSUMED_DEFAULTS,
    concurrency: 1,
    bisectionConcurrency: undefined,
    testingTimeoutMinutes: 60,
    createPrsForTestingBranches: false,
    directMergeMode: "off",
    mergeMethod: "merge_commit",
    enqueueingLabel: "",
    labelCommandsEnabled: false,
  },
} as const satisfies Readonly<Record<string, NewQueueSettings>>;

/** Values of priorities, by name. Smaller values go first. The interface does not define these values. */
const PRIORITIES: Readonly<Record<string, number>> = { urgent: 0, high: 10, medium: 100, low: 200 };

/** Default options. */
export const DEFAULT_ENGINE_OPTIONS: EngineOptions = {
  answers: "interface",
  repositories: undefined,
  newQueue: NEW_QUEUES.published,
  additionalSettings: {},
  inheritedStatuses: [],
  switchingModes: { reads: 0, refusesWrites: false },
  priorities: PRIORITIES,
  defaultPriority: "medium",
  describePullRequest: () => ({}),
  undeclaredPullRequests: "accept",
  requiresImpactedTargets: "parallel",
  inheritedStatusesSource: "repo_provider_branch_protection",
  withoutRequiredStatuses: "first_check",
  pendingFailureDepthCounts: "levels",
  singleMode: "one-at-a-time",
  maxBatchSize: undefined,
  submissionsWhileDraining: "hold",
};

/** Fills in the defaults of options. */
export function completeEngineOptions(given: Partial<EngineOptions>): EngineOptions {
  const live = given.answers === "live" ? ({ withoutRequiredStatuses: "fail" } as const) : {};
  return { ...DEFAULT_ENGINE_OPTIONS, ...live, ...given };
}

/** Makes a priority from its value. */
export function makePriority(value: number, { priorities }: EngineOptions): Priority {
  const word = Object.entries(priorities).find(([, known]) => known === value);
  return { value, name: word?.[0] ?? String(value) };
}
