import type { JsonValue } from "../queue/additional-settings";
import type { QueueIdentity } from "../queue/queue-identity";
import { ASSUMED_DEFAULTS } from "../queue/settings";
import type { RequiredStatusesSource } from "../queue/test-run-words";
import type { StoredSettings } from "./engine-state";
import type { PullRequestDescription } from "./host-pull-request";

/** Whose answers the local service gives. */
export const ANSWERS = ["interface", "live"] as const;

/** How the local service behaves where the interface is silent. docs/assumptions.md lists the reasons. */
export interface EngineOptions {
  /**
   * Whether it answers as the interface says, or as a live service does where that differs: `/getQueue`
   * leaves out pull requests that are not ready, and `/deleteQueue` takes a queue that contains no others.
   * A live service has other defaults as well: {@link LIVE_ENGINE_OPTIONS}. Default: as the interface says.
   */
  readonly answers: (typeof ANSWERS)[number];
  /**
   * Repositories of the organization as `host/owner/name`, case-insensitive. Default: undefined, every
   * repository exists.
   */
  readonly repositories: readonly string[] | undefined;
  /** Settings of a new queue. Default: the published ones of {@link NEW_QUEUES}. */
  readonly newQueue: NewQueueSettings;
  /**
   * Settings of a service newer than the interface, by wire name, with their value on a new queue.
   * `/updateQueue` sets them to any JSON value, and every record of a queue shows them. Default: none.
   */
  readonly additionalSettings: { readonly [wireName: string]: JsonValue };
  /**
   * Statuses that branch protection or the repository's configuration file require. A queue without its own
   * list inherits them. Default: none.
   */
  readonly inheritedStatuses: readonly string[];
  /** How a queue changes its mode. */
  readonly switchingModes: {
    /** How many reads by `/getQueue` show `switching_modes` after a change of mode. Default: 0. */
    readonly reads: number;
    /**
     * Whether `/updateQueue` and `/deleteQueue` are refused during that time. With live answers
     * `/updateQueue` is, unless it changes only the state. Default: false.
     */
    readonly refusesWrites: boolean;
  };
  /**
   * Names of priorities and their values. They order waiting pull requests; only 0 interrupts running tests.
   * Default: {@link PRIORITIES}.
   */
  readonly priorities: Readonly<Record<string, number>>;
  /** Name of the default priority. Default: `medium`. */
  readonly defaultPriority: string;
  /**
   * Returns what the code host knows about an undeclared pull request. Absent fields get values derived from
   * its number: an open pull request that can be merged into the queue's branch. Default: all fields are
   * absent.
   */
  readonly describePullRequest: (identity: QueueIdentity, number: number) => PullRequestDescription;
  /** Whether an undeclared pull request can be submitted. Default: yes. */
  readonly undeclaredPullRequests: "accept" | "refuse";
  /**
   * Which queues wait for impacted targets before testing pull requests. Default: those in parallel mode,
   * except for what was submitted before they became parallel.
   */
  readonly requiresImpactedTargets: "parallel" | "always" | "never";
  /** Where {@link inheritedStatuses} come from. Default: branch protection. */
  readonly inheritedStatusesSource: Exclude<RequiredStatusesSource, "merge_instance">;
  /**
   * How a run without required statuses ends: with its first reported check, or by passing or failing (as
   * published) immediately. Default: with the first check, as if branch protection required one of any name;
   * with live answers by failing.
   */
  readonly withoutRequiredStatuses: "first_check" | "pass" | "fail";
  /**
   * What `pendingFailureDepth` counts behind a failure: levels of pull requests or batches, those that arrive
   * meanwhile included, or pull requests that have finished since (interface, Queue). Default: levels.
   */
  readonly pendingFailureDepthCounts: "levels" | "pull_requests";
  /**
   * How a queue in single mode tests: one pull request or batch at a time (interface, Queue, `mode`), or one
   * line in which up to `concurrency` of them are tested at once, each on top of those ahead. Default: one at
   * a time.
   */
  readonly singleMode: "one-at-a-time" | "one-line";
  /** Maximum size of a batch, 1 or more. Default: undefined, the queue's `batchingMinSize`. */
  readonly maxBatchSize: number | undefined;
  /** Whether new submissions to a draining queue wait until it runs, or are refused. Default: they wait. */
  readonly submissionsWhileDraining: "hold" | "refuse";
}

/** Settings of a new queue. */
export type NewQueueSettings = Omit<StoredSettings, "bisectionConcurrency"> & {
  /** Undefined: as many as the concurrency with which the queue is created. */
  readonly bisectionConcurrency: number | undefined;
};

/** Settings of new queues by name of the choice: as published, or careful, where the publisher's are bold. */
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

/** Priorities by name; smaller values go first. The interface does not define them. */
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

/** Defaults that differ with live answers. */
export const LIVE_ENGINE_OPTIONS = {
  withoutRequiredStatuses: "fail",
} as const satisfies Partial<EngineOptions>;

/** Fills in the defaults of options. */
export function completeEngineOptions(given: Partial<EngineOptions>): EngineOptions {
  const live = given.answers === "live" ? LIVE_ENGINE_OPTIONS : {};
  return { ...DEFAULT_ENGINE_OPTIONS, ...live, ...given };
}
