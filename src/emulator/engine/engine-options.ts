import { createHash } from "node:crypto";
import type { QueueIdentity } from "../../queue/queue-identity";
import { toIdentityKey } from "../../queue/queue-identity";
import type { PullRequestDescription, StoredSettings } from "./engine-state";

/** How the local service behaves where the interface is silent. docs/assumptions.md lists the reasons. */
export interface EngineOptions {
  /**
   * Repositories of the organization as `host/owner/name`, compared without regard to case.
   * Default: undefined, every repository is there.
   */
  readonly repositories: readonly string[] | undefined;
  /** Settings of a queue that was created with nothing but its identity. Default: {@link NEW_QUEUE}. */
  readonly newQueue: StoredSettings;
  /**
   * Statuses that branch protection or the repository's configuration file demand: what a queue answers as long
   * as no list was set by hand. Default: none.
   */
  readonly inheritedStatuses: readonly string[];
  /** What happens when the mode of a queue changes. */
  readonly switchingModes: {
    /** How many `/getQueue` answers show `switching_modes` after a change of mode. Default: 0. */
    readonly reads: number;
    /** Whether `/updateQueue` and `/deleteQueue` are refused meanwhile. Default: false. */
    readonly refusesWrites: boolean;
  };
  /** Words for priorities and their values. Default: {@link PRIORITIES}. */
  readonly priorities: Readonly<Record<string, number>>;
  /** Word for the priority of a submission that names none. Default: `medium`. */
  readonly defaultPriority: string;
  /** Answers what the code host knows about a pull request. Default: made up from the number. */
  readonly describePullRequest: (identity: QueueIdentity, number: number) => PullRequestDescription;
}

/**
 * Settings of a new queue: the careful choice for each. The interface shows none of them. A pending failure depth
 * of 0 (a failing pull request leaves at once) can be answered but not requested, as services do with a feature
 * that is off: a client has to cope.
 */
export const NEW_QUEUE: StoredSettings = {
  state: "running",
  mode: "single",
  concurrency: 1,
  bisectionConcurrency: 1,
  testingTimeoutMinutes: 60,
  pendingFailureDepth: 0,
  canOptimisticallyMerge: false,
  batch: false,
  batchingMaxWaitTimeMinutes: 5,
  batchingMinSize: 2,
  createPrsForTestingBranches: false,
  commentsEnabled: true,
  commandsEnabled: true,
  statusCheckEnabled: true,
  directMergeMode: "off",
  optimizationMode: "off",
  mergeMethod: "merge_commit",
};

/** Words for priorities; the smaller the value, the earlier the turn. The interface shows no mapping. */
const PRIORITIES: Readonly<Record<string, number>> = { urgent: 0, high: 10, medium: 100, low: 200 };

/** The options that hold unless told otherwise. */
export const DEFAULT_ENGINE_OPTIONS: EngineOptions = {
  repositories: undefined,
  newQueue: NEW_QUEUE,
  inheritedStatuses: [],
  switchingModes: { reads: 0, refusesWrites: false },
  priorities: PRIORITIES,
  defaultPriority: "medium",
  describePullRequest: (identity, number) => ({
    title: `Pull request ${number}`,
    sha: createHash("sha1")
      .update(`${toIdentityKey(identity)}#${number}`)
      .digest("hex"),
    author: "developer",
    baseBranch: identity.targetBranch,
  }),
};
