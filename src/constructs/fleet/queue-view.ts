import type { Repository } from "../../queue/queue-identity";
import type { IResolvable } from "../cdk";
import type { MergeQueueProps, MergeQueueTimeouts, QueueViewSettings } from "../queue/merge-queue-props";

/** A condition on queues, for `QueuePolicy` to require or forbid. */
export interface QueueRule {
  /**
   * The requirement, for example `"at least 1 required status"`. Messages contain it with the queue and the policy.
   */
  readonly message: string;
  /**
   * Tells whether a queue meets the rule. Called at synth with the queue's props and defaults.
   *
   * Reading a value that only Terraform knows throws. The queue then neither meets nor breaks the rule, and synthesis
   * warns that it cannot be checked. Call {@link QueueView.isKnown} first to decide otherwise.
   */
  readonly test: (queue: QueueView) => boolean;
}

/** Names that {@link QueueView.isKnown} takes. */
export type QueueViewName =
  | keyof QueueViewSettings
  | "repo"
  | "targetBranch"
  | "deletionPolicy"
  | "onExisting"
  | "timeouts"
  | "additionalSettings"
  | `additionalSettings.${string}`;

/**
 * A queue as a rule sees it: its own props and defaults at synth, read-only. Strings are as Terraform evaluates them:
 * `$${` is `${`. Overrides of the Terraform resource are not included.
 *
 * Reading a value that only Terraform knows throws; see {@link QueueRule.test}.
 */
export interface QueueView {
  /** Path of the queue's construct: `queues/payments/main`. */
  readonly path: string;
  /** The repository whose pull requests the queue merges. */
  readonly repo: Repository;
  /** The branch that the queue merges into. */
  readonly targetBranch: string;
  /** Its declared settings. */
  readonly settings: QueueViewSettings;
  /** The required statuses that are known, if some of them are tokens. Empty if none are declared. */
  readonly knownStatuses: readonly string[];
  /** Its declared additional settings, by wire name. */
  readonly additionalSettings: Readonly<Record<string, unknown>>;
  /** What destroying the queue does; `refuse` if not declared. */
  readonly deletionPolicy: Exclude<MergeQueueProps["deletionPolicy"], IResolvable | undefined>;
  /** What creating the queue does if it already exists; `fail` if not declared. */
  readonly onExisting: Exclude<MergeQueueProps["onExisting"], IResolvable | undefined>;
  /** How long operations can take; empty if not declared. */
  readonly timeouts: MergeQueueTimeouts;
  /** Tells whether a value can be read: false if only Terraform knows it, true if it is absent. */
  readonly isKnown: (name: QueueViewName) => boolean;
}
