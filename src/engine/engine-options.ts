import type { JsonValue } from "../queue/additional-settings";
import type { QueueIdentity } from "../queue/queue-identity";
import { ASSUMED_DEFAULTS } from "../queue/settings";
import type { RequiredStatusesSource } from "../queue/test-run-words";
import type { Priority, StoredSettings } from "./engine-state";
import type { PullRequestDescription } from "./host-pull-request";

/** The choices for how the local service behaves: as the interface says, or as live services do. */
export const ANSWERS = ["interface", "live"] as const;

/** How the local service behaves where the interface is silent. docs/assumptions.md lists the reasons. */
export interface EngineOptions {
  /**
   * Whether the service behaves as the interface says (default) or as live services do. If live, `/getQueue`
   * leaves out pull requests that are not ready, `/deleteQueue` ignores them, and `withoutRequiredStatuses`
   * defaults to `fail`.
   */
  readonly answers: (typeof ANSWERS)[number];
  /** Repositories of the organization: `host/owner/name`, upper or lower case. Default: all repositories. */
  readonly repositories: readonly string[] | undefined;
  /** Settings of a new queue. Default: the published settings of {@link NEW_QUEUES}. */
  readonly newQueue: NewQueueSettings;
  /** Settings of a newer service, with their values in new queues. Updates accept any JSON. Default: none. */
  readonly additionalSettings: { readonly [wireName: string]: JsonValue };
  /** Required statuses of queues that have no list of their own. Default: none. */
  readonly inheritedStatuses: readonly string[];
  /** How a queue behaves while it changes its mode. */
  readonly switchingModes: {
    /** How many reads (`/getQueue`) after a change of mode show the state `switching_modes`. Default: 0. */
    readonly reads: number;
    /** Whether it then refuses updates and deletes. Live answers refuse updates of more than the state. */
    readonly refusesWrites: boolean;
  };
  /** Values of priorities by name. Lower values go first. 0 interrupts tests. Default: {@link PRIORITIES}. */
  readonly priorities: Readonly<Record<string, number>>;
  /** Name of the priority of a submission that does not name one. Default: `medium`. */
  readonly defaultPriority: string;
  /**
   * Returns a description of a pull request that was never declared. By default, it has no fields: such a
   * pull request is open and can be merged into the queue's branch.
   */
  readonly describePullRequest: (identity: QueueIdentity, number: number) => PullRequestDescription;
  /** Whether a pull request that was never declared can be submitted. Default: yes. */
  readonly undeclaredPullRequests: "accept" | "refuse";
  /** Which submissions need impacted targets. Default: those made after their queue became parallel. */
  readonly requiresImpactedTargets: "parallel" | "always" | "never";
  /** Where {@link inheritedStatuses} come from. Default: branch protection. */
  readonly inheritedStatusesSource: Exclude<RequiredStatusesSource, "merge_instance">;
  /**
   * How a run ends if no status is required: with the result of its first check (default), or at once as
   * passed or failed. With live answers, the default is to fail at once, as the published rules say.
   */
  readonly withoutRequiredStatuses: "first_check" | "pass" | "fail";
  /**
   * What `pendingFailureDepth` counts behind a failure: levels of pull requests or batches, including those
   * that arrive later (default), or pull requests that finished testing since the failure (interface, Queue).
   */
  readonly pendingFailureDepthCounts: "levels" | "pull_requests";
  /**
   * How many runs single mode allows at once: one, for a pull request or batch (default; interface, Queue,
   * `mode`), or up to `concurrency`, each on top of all entries ahead.
   */
  readonly singleMode: "one-at-a-time" | "one-line";
  /** Maximum size of a batch, 1 or more. Default (undefined): the queue's `batchingMinSize`. */
  readonly maxBatchSize: number | undefined;
  /** Whether new submissions to a draining queue wait until it runs again (default) or are refused. */
  readonly submissionsWhileDraining: "hold" | "refuse";
}

/** Settings of a new queue. */
export type NewQueueSettings = Omit<StoredSettings, "bisectionConcurrency"> & {
  /** If undefined, a new queue gets the same value as for `concurrency`. */
  readonly bisectionConcurrency: number | undefined;
};

/** The choices for the settings of new queues: as published, or more careful. */
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

/** Adds the defaults of all options that are not given. */
export function completeEngineOptions(given: Partial<EngineOptions>): EngineOptions {
  const live = given.answers === "live" ? ({ withoutRequiredStatuses: "fail" } as const) : {};
  return { ...DEFAULT_ENGINE_OPTIONS, ...live, ...given };
}

/** Makes a priority from its value. */
export function makePriority(value: number, { priorities }: EngineOptions): Priority {
  const word = Object.entries(priorities).find(([, known]) => known === value);
  return { value, name: word?.[0] ?? String(value) };
}
