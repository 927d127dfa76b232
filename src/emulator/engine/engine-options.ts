import type { RequiredStatusesSource } from "../../api/test-run";
import type { JsonValue } from "../../queue/additional-settings";
import { ASSUMED_DEFAULTS } from "../../queue/assumed-defaults";
import type { QueueIdentity } from "../../queue/queue-identity";
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
   * Settings of a newer service than the interface describes, by wire name, with their value on a new queue: they
   * are set by `/updateQueue` and shown with every record of a queue. Any JSON value is taken. Default: none.
   */
  readonly additionalSettings: { readonly [wireName: string]: JsonValue };
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
  /**
   * Answers what the code host knows about a pull request that nobody declared. Default: made up from the number;
   * what is absent from an answer is an open pull request that can be merged into the branch of the queue.
   */
  readonly describePullRequest: (identity: QueueIdentity, number: number) => PullRequestDescription;
  /** What happens to a submission of a pull request that nobody declared. Default: it is described and taken. */
  readonly undeclaredPullRequests: "accept" | "refuse";
  /** Which queues start a pull request only when its impacted targets are known. Default: those in parallel mode. */
  readonly requiresImpactedTargets: "parallel" | "always" | "never";
  /** Where {@link inheritedStatuses} come from. Default: branch protection. */
  readonly inheritedStatusesSource: Exclude<RequiredStatusesSource, "merge_instance">;
  /**
   * How a run without required statuses ends: by the first check that is reported, whatever its name, or at once
   * with a pass. Default: by the first check.
   */
  readonly withoutRequiredStatuses: "first_check" | "pass";
  /** Most pull requests in a batch, 1 or more. Default: undefined, the queue's `batchingMinSize`. */
  readonly maxBatchSize: number | undefined;
  /** What happens to a submission while the queue drains. Default: it waits until the queue runs again. */
  readonly submissionsWhileDraining: "hold" | "refuse";
}

/** Settings of a new queue. */
export const NEW_QUEUE: StoredSettings = ASSUMED_DEFAULTS;

/** Words for priorities; the smaller the value, the earlier the turn. The interface shows no mapping. */
const PRIORITIES: Readonly<Record<string, number>> = { urgent: 0, high: 10, medium: 100, low: 200 };

/** The options that hold unless told otherwise. */
export const DEFAULT_ENGINE_OPTIONS: EngineOptions = {
  repositories: undefined,
  newQueue: NEW_QUEUE,
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
  maxBatchSize: undefined,
  submissionsWhileDraining: "hold",
};
