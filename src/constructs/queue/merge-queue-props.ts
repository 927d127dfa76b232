import type { Repository } from "../../queue/queue-identity";
import type { IResolvable, TerraformMetaArguments } from "../cdk";

/** Batching of pull requests for testing. A field that is absent is not managed, except `enabled`. */
export interface MergeQueueBatching {
  /** Whether pull requests are grouped into batches. @default true */
  readonly enabled?: boolean | IResolvable | undefined;
  /**
   * Target size of a batch: it starts when this many pull requests wait, or with fewer after
   * `maxWaitMinutes`. A whole number from 1 to 4294967295.
   */
  readonly minSize?: number | undefined;
  /**
   * How many minutes a batch waits at most for its target size: a whole number from 0 to 4294967295. 0 means
   * that it never waits, and needs the second interface.
   */
  readonly maxWaitMinutes?: number | undefined;
}

/** Timeouts of operations on the queue, including retries: durations such as `"90s"`, `"5m"` or `"1h30m"`. */
export interface MergeQueueTimeouts {
  /** Timeout for creating the queue. @default "5m" */
  readonly create?: string | undefined;
  /** Timeout for reading the queue. @default "1m" */
  readonly read?: string | undefined;
  /** Timeout for updating the queue. @default "5m" */
  readonly update?: string | undefined;
  /**
   * Timeout for deleting the queue. With `deletionPolicy: "drain"`, it includes the wait until the queue is
   * empty.
   * @default - "5m"; "60m" with `deletionPolicy: "drain"`
   */
  readonly delete?: string | undefined;
}

/** A value of an additional setting: a JSON value, with tokens at any depth. */
export type MergeQueueSettingValue =
  | null
  | boolean
  | number
  | string
  | IResolvable
  | readonly MergeQueueSettingValue[]
  | { readonly [key: string]: MergeQueueSettingValue | undefined };

/** A rule about what is batched. */
export interface MergeQueueBatchingRule {
  /** An impacted target, or a prefix with one `*` at its end. */
  readonly targetPattern: string;
  /** `isolate` tests what matches alone. */
  readonly policy: "isolate" | (string & {});
}

/** Terraform's meta-arguments of a resource. */
export type MergeQueueMetaArguments = {
  readonly [Name in keyof TerraformMetaArguments]?: TerraformMetaArguments[Name] | undefined;
};

/**
 * Settings of a queue, by wire name. An absent setting is not managed: Terraform reads it, but never changes
 * or resets it. Every prop accepts tokens. Strings are Terraform strings: `${…}` is an expression, and `$${`
 * is a literal `${`.
 */
export interface MergeQueueSettings {
  /**
   * `running`, `paused` (running tests finish, nothing merges, nothing new starts) or `draining` (running
   * tests finish and merge, nothing new starts, waiting pull requests stay). Leave it out so that a
   * deployment never undoes an operator's pause.
   */
  readonly state?: "running" | "paused" | "draining" | (string & {}) | undefined;
  /**
   * `single` is one line of pull requests; `parallel` is several, by impacted targets. With `parallel`, a
   * pull request waits until CI reports its impacted targets.
   */
  readonly mode?: "single" | "parallel" | (string & {}) | undefined;
  /** Number of pull requests, or batches of them, tested at once: a whole number from 1 to 4294967295. */
  readonly concurrency?: number | undefined;
  /**
   * Tests that can run at once while a failed batch is bisected: a whole number from 0 to 4294967295. 0 means
   * that they share `concurrency`, and needs the second interface.
   */
  readonly bisectionConcurrency?: number | undefined;
  /** Minutes after which a pull request's tests time out: a whole number from 0 (never) to 4294967295. */
  readonly testingTimeoutMinutes?: number | undefined;
  /**
   * Number of levels of pull requests, or batches, behind a failing one that finish testing before that is
   * removed: a whole number from 0 to 4294967295. Some services refuse 0.
   */
  readonly pendingFailureDepth?: number | undefined;
  /** Whether a pull request that passes also clears those ahead of it, which its test contains. */
  readonly canOptimisticallyMerge?: boolean | IResolvable | undefined;
  /**
   * Batching for tests: `false` switches it off; an object switches it on unless it has `enabled: false`.
   * Sets `batch`, `batchingMinSize` and `batchingMaxWaitTimeMinutes`.
   */
  readonly batching?: false | MergeQueueBatching | undefined;
  /** Whether the queue creates pull requests for testing branches, for CI that runs only on pull requests. */
  readonly createPrsForTestingBranches?: boolean | IResolvable | undefined;
  /** Whether the queue comments on pull requests. */
  readonly commentsEnabled?: boolean | IResolvable | undefined;
  /** Whether a comment with the merge command submits a pull request. */
  readonly commandsEnabled?: boolean | IResolvable | undefined;
  /** Whether the queue posts a status check on each pull request with its position. */
  readonly statusCheckEnabled?: boolean | IResolvable | undefined;
  /**
   * Names of the statuses that must pass during testing for a pull request to merge. They override branch
   * protection and the repository's configuration file. Order and duplicates do not matter. Most services
   * ignore `[]`. If you remove the prop after an apply, the service decides again which statuses are
   * required.
   */
  readonly requiredStatuses?: readonly string[] | undefined;
  /**
   * `always` merges a pull request that is up to date with the target branch without testing it in the queue;
   * `off` does not.
   */
  readonly directMergeMode?: "off" | "always" | (string & {}) | undefined;
  /** `bisection_skip_redundant_tests`: what failed in a bisection is not tested again unchanged. */
  readonly optimizationMode?: "off" | "bisection_skip_redundant_tests" | (string & {}) | undefined;
  /** How pull requests are merged. */
  readonly mergeMethod?: "merge_commit" | "squash" | "rebase" | (string & {}) | undefined;
  /**
   * The label that submits a pull request when it is added at the code host; `""` means none. A service may
   * not have this setting.
   */
  readonly enqueueingLabel?: string | undefined;
  /**
   * Whether the service's browser extension shows the queue on the pages of pull requests. A service may not
   * have this setting.
   */
  readonly extensionEnabled?: boolean | IResolvable | undefined;
  /** Whether adding the enqueueing label submits a pull request. A service may not have this setting. */
  readonly labelCommandsEnabled?: boolean | IResolvable | undefined;
  /** Whether pull requests get labels for their state in the queue. A service may not have this setting. */
  readonly stateLabelsEnabled?: boolean | IResolvable | undefined;
  /**
   * Hours after which a pull request that is not ready is cancelled: a whole number from 0 to 4294967295; 0
   * means never. A service may not have this setting.
   */
  readonly notReadyTimeoutHours?: number | undefined;
  /**
   * How a testing branch comes to be: a temporary branch is renamed, or a new one is pushed from it, which
   * starts CI that only runs on pushes. A service may not have this setting.
   */
  readonly testBranchConstructionMode?:
    | "rename_temp_branch"
    | "push_new_branch_from_temp"
    | (string & {})
    | undefined;
  /** Pull requests not to batch with others, in mode `parallel`. A service may not have this setting. */
  readonly batchingRules?: readonly MergeQueueBatchingRule[] | undefined;
}

/**
 * Settings as a rule sees them, by wire name. A setting that neither the queue nor a default declares is
 * undefined: Terraform does not manage it, and its value is not known at synth.
 */
export type QueueViewSettings = {
  readonly [Name in keyof Omit<MergeQueueSettings, "batching">]?: Exclude<
    MergeQueueSettings[Name],
    IResolvable | undefined
  >;
} & {
  /** Whether pull requests are grouped into batches; the prop `batching`. */
  readonly batch?: boolean;
  /** Target size of a batch; the prop `batching.minSize`. */
  readonly batchingMinSize?: number;
  /** How many minutes a batch waits at most for its target size; the prop `batching.maxWaitMinutes`. */
  readonly batchingMaxWaitTimeMinutes?: number;
};

/** Props of `MergeQueue`. */
export interface MergeQueueProps extends MergeQueueSettings, MergeQueueMetaArguments {
  /**
   * The repository whose pull requests the queue merges, as an object or as `"host/owner/name"`. Case does
   * not matter. A change replaces the queue.
   */
  readonly repo: string | Repository;
  /** The branch that the queue merges into; can contain slashes. A change replaces the queue. */
  readonly targetBranch: string;
  /**
   * What destroying the queue does: `refuse` deletes it only if it is empty; `drain` starts nothing new,
   * waits up to `timeouts.delete` until it is empty, and then deletes it; `abandon` only removes it from the
   * state. A new value takes effect after it has been applied.
   * @default "refuse"
   */
  readonly deletionPolicy?: "refuse" | "drain" | "abandon" | (string & {}) | undefined;
  /**
   * What creating the queue does if it already exists: `fail` reports an error that says how to import it;
   * `adopt` takes it over and changes only declared settings.
   * @default "fail"
   */
  readonly onExisting?: "fail" | "adopt" | (string & {}) | undefined;
  /**
   * Settings without their own prop, for example of a newer service, by wire name. Values are JSON values,
   * sent and compared unchanged. Strings are Terraform strings at any depth; names and keys are data. A null
   * or absent setting is not managed.
   * @default - none
   */
  readonly additionalSettings?:
    | { readonly [wireName: string]: MergeQueueSettingValue | undefined }
    | IResolvable
    | undefined;
  /**
   * Timeouts of operations on the queue.
   * @default - "1m" to read; "5m" to create, update and delete; "60m" to delete with
   *   `deletionPolicy: "drain"`
   */
  readonly timeouts?: MergeQueueTimeouts | undefined;
}
