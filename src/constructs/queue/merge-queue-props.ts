import type { Repository } from "../../queue/queue-identity";
import type { IResolvable, TerraformMetaArguments } from "../cdk";

/** How pull requests are grouped into batches for testing. */
export interface MergeQueueBatching {
  /**
   * Whether pull requests are grouped into batches.
   * @default true
   */
  readonly enabled?: boolean | IResolvable | undefined;
  /**
   * How many pull requests make a batch at least: a whole number from 1 to 4294967295.
   * @default - not managed: the service's choice, or what somebody set
   */
  readonly minSize?: number | undefined;
  /**
   * How many minutes to wait at most for a batch to fill: a whole number from 1 to 4294967295.
   * @default - not managed: the service's choice, or what somebody set
   */
  readonly maxWaitMinutes?: number | undefined;
}

/** How long operations on the queue may take, as durations such as `"90s"`, `"5m"` or `"1h30m"`. */
export interface MergeQueueTimeouts {
  /**
   * Creating the queue, waiting and repeating included.
   * @default "5m"
   */
  readonly create?: string | undefined;
  /**
   * Reading the queue, waiting and repeating included.
   * @default "1m"
   */
  readonly read?: string | undefined;
  /**
   * Updating the queue, waiting and repeating included.
   * @default "5m"
   */
  readonly update?: string | undefined;
  /**
   * Deleting the queue, waiting and repeating included; with `deletionPolicy: "drain"` also the time that the queue
   * has to become empty.
   * @default - "5m"; "60m" with `deletionPolicy: "drain"`
   */
  readonly delete?: string | undefined;
}

/** A value of an additional setting: what JSON has, with tokens at any depth. */
export type MergeQueueSettingValue =
  | null
  | boolean
  | number
  | string
  | IResolvable
  | readonly MergeQueueSettingValue[]
  | { readonly [key: string]: MergeQueueSettingValue | undefined };

/** Terraform's meta-arguments, as every resource has them. */
export type MergeQueueMetaArguments = {
  readonly [Name in keyof TerraformMetaArguments]?: TerraformMetaArguments[Name] | undefined;
};

/**
 * Settings of a queue, under their names on the wire. One that is left out is not managed: it is read and
 * shown, but never changed and never reset. Every prop accepts tokens; strings are Terraform strings, in which
 * `${…}` is an expression and `$${` a literal.
 */
export interface MergeQueueSettings {
  /**
   * Whether the queue works: `running`; `paused` (nothing merges and nothing new starts); `draining` (what is
   * in the queue goes on, nothing new starts). Leave it out so that a pause made by an operator is never undone
   * by a deployment.
   * @default - not managed
   */
  readonly state?: "running" | "paused" | "draining" | (string & {}) | undefined;
  /**
   * `single` tests one pull request at a time, `parallel` several concurrently.
   * @default - not managed: the service's choice, or what somebody set
   */
  readonly mode?: "single" | "parallel" | (string & {}) | undefined;
  /**
   * How many pull requests, or batches of them, are tested at once: a whole number from 1 to 4294967295.
   * @default - not managed: the service's choice, or what somebody set
   */
  readonly concurrency?: number | undefined;
  /**
   * How many tests may run at once while a failed batch is bisected: a whole number from 1 to 4294967295.
   * @default - not managed: the service's choice, or what somebody set
   */
  readonly bisectionConcurrency?: number | undefined;
  /**
   * How many minutes to wait for the tests of a pull request before they count as timed out: a whole number
   * from 1 to 4294967295.
   * @default - not managed: the service's choice, or what somebody set
   */
  readonly testingTimeoutMinutes?: number | undefined;
  /**
   * How many pull requests below a failing one must finish testing before the failing one is removed: a whole
   * number from 1 to 4294967295.
   * @default - not managed: the service's choice, or what somebody set
   */
  readonly pendingFailureDepth?: number | undefined;
  /**
   * Whether a pull request that passes also marks the ones ahead of it as passing.
   * @default - not managed: the service's choice, or what somebody set
   */
  readonly canOptimisticallyMerge?: boolean | IResolvable | undefined;
  /**
   * Batches for testing. `false` switches batching off; an object switches it on, unless its `enabled` says
   * otherwise. Stands for the settings `batch`, `batchingMinSize` and `batchingMaxWaitTimeMinutes`.
   * @default - not managed: the service's choice, or what somebody set
   */
  readonly batching?: false | MergeQueueBatching | undefined;
  /**
   * Whether pull requests are created for testing branches, so that CI which runs on pull requests tests them.
   * @default - not managed: the service's choice, or what somebody set
   */
  readonly createPrsForTestingBranches?: boolean | IResolvable | undefined;
  /**
   * Whether the queue comments on pull requests.
   * @default - not managed: the service's choice, or what somebody set
   */
  readonly commentsEnabled?: boolean | IResolvable | undefined;
  /**
   * Whether a comment with the merge command submits a pull request.
   * @default - not managed: the service's choice, or what somebody set
   */
  readonly commandsEnabled?: boolean | IResolvable | undefined;
  /**
   * Whether the queue posts a status check on pull requests with their place in it.
   * @default - not managed: the service's choice, or what somebody set
   */
  readonly statusCheckEnabled?: boolean | IResolvable | undefined;
  /**
   * Names of the statuses that must pass during testing for a pull request to merge. They override those of
   * branch protection and of the repository's configuration file. A set: order and duplicates make no
   * difference. `[]` means none; leaving the prop out after it was applied gives the choice back to the service.
   * @default - not managed: those of branch protection, or what somebody set
   */
  readonly requiredStatuses?: readonly string[] | undefined;
  /**
   * `always` lets a pull request that is up to date with the target branch merge without being tested in the
   * queue, `off` does not.
   * @default - not managed: the service's choice, or what somebody set
   */
  readonly directMergeMode?: "off" | "always" | (string & {}) | undefined;
  /**
   * `bisection_skip_redundant_tests` leaves out tests of a bisection whose result is known already, `off` does
   * not.
   * @default - not managed: the service's choice, or what somebody set
   */
  readonly optimizationMode?: "off" | "bisection_skip_redundant_tests" | (string & {}) | undefined;
  /**
   * How pull requests are merged.
   * @default - not managed: the service's choice, or what somebody set
   */
  readonly mergeMethod?: "merge_commit" | "squash" | "rebase" | (string & {}) | undefined;
}

/** Props of `MergeQueue`. */
export interface MergeQueueProps extends MergeQueueSettings, MergeQueueMetaArguments {
  /**
   * The repository whose pull requests the queue merges, as an object or as `"host/owner/name"`. Its parts
   * compare without regard to case. Changing it replaces the queue.
   */
  readonly repo: string | Repository;
  /** The branch that the queue merges into; may contain slashes. Changing it replaces the queue. */
  readonly targetBranch: string;
  /**
   * What destroying the queue does: `refuse` deletes it only if no pull request is in it; `drain` has the queue finish
   * what is in it, within `timeouts.delete`, and then deletes it; `abandon` forgets it and leaves it as it is. It
   * counts from the next apply on.
   * @default "refuse"
   */
  readonly deletionPolicy?: "refuse" | "drain" | "abandon" | (string & {}) | undefined;
  /**
   * What creating the queue does if it exists already: `fail` leaves it as it is, and says how to import it; `adopt`
   * takes it over and changes what is declared, nothing else.
   * @default "fail"
   */
  readonly onExisting?: "fail" | "adopt" | (string & {}) | undefined;
  /**
   * Settings that have no prop of their own, those of a newer service for example, by their names on the wire. They
   * are sent and compared as they are. Values are what JSON has; names and keys are data, and strings are Terraform
   * strings at any depth. One that is null or left out is not managed.
   * @default - none
   */
  readonly additionalSettings?:
    | { readonly [wireName: string]: MergeQueueSettingValue | undefined }
    | IResolvable
    | undefined;
  /**
   * How long operations on the queue may take.
   * @default - 5 minutes to create, update and delete, 1 minute to read; 60 minutes to delete with
   * `deletionPolicy: "drain"`
   */
  readonly timeouts?: MergeQueueTimeouts | undefined;
}
