import type { Repository } from "../../queue/queue-identity";
import type { IResolvable } from "../cdk";
import type { MergeQueueProps, MergeQueueSettings, MergeQueueTimeouts } from "../queue/merge-queue-props";

/**
 * Settings as a rule sees them, by their names on the wire. One that neither the queue nor a default says is
 * undefined: it is not managed, and what the service makes of it is not known at synth.
 */
export type QueueViewSettings = {
  readonly [Name in Exclude<keyof MergeQueueSettings, "batching">]?: Exclude<
    MergeQueueSettings[Name],
    IResolvable | undefined
  >;
} & {
  /** Whether pull requests are grouped into batches; the prop `batching`. */
  readonly batch?: boolean;
  /** How many pull requests make a batch at least; `batching.minSize`. */
  readonly batchingMinSize?: number;
  /** How many minutes to wait at most for a batch to fill; `batching.maxWaitMinutes`. */
  readonly batchingMaxWaitTimeMinutes?: number;
};

/** Names of what {@link QueueView.isKnown} can be asked about. */
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
 * A queue as a rule sees it: what counts for it at synth, from its own props and from defaults; read-only. Strings are
 * what Terraform makes of them: `$${` is `${`. Overrides of the Terraform resource are not in it.
 *
 * What only Terraform knows cannot be read, see {@link QueueRule.test}.
 */
export interface QueueView {
  /** Path of the queue's construct: `queues/payments/main`. */
  readonly path: string;
  /** The repository whose pull requests the queue merges. */
  readonly repo: Repository;
  /** The branch that the queue merges into. */
  readonly targetBranch: string;
  /** What is declared of its settings. */
  readonly settings: QueueViewSettings;
  /** Those of its required statuses that are known, where tokens may be among them. Empty if none are declared. */
  readonly knownStatuses: readonly string[];
  /** What is declared of additional settings, by wire name. */
  readonly additionalSettings: Readonly<Record<string, unknown>>;
  /** What destroying the queue does; `refuse` if nobody says. */
  readonly deletionPolicy: Exclude<MergeQueueProps["deletionPolicy"], IResolvable | undefined>;
  /** What creating the queue does if it exists already; `fail` if nobody says. */
  readonly onExisting: Exclude<MergeQueueProps["onExisting"], IResolvable | undefined>;
  /** How long operations may take; empty if nobody says. */
  readonly timeouts: MergeQueueTimeouts;
  /** Tells whether something can be read: false if only Terraform knows it. What is left out can be read. */
  readonly isKnown: (name: QueueViewName) => boolean;
}
