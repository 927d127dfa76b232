import type { QueueIdentity } from "../queue/queue-identity";
import type { DeletionPolicy } from "../queue/queue-policies";
import type { WantedQueue } from "../queue/wanted-queue";

/** A queue that a stack declares, with every expression resolved and everything checked. */
export interface DeclaredQueue {
  /** Terraform address within the stack: `mergequeue_queue.main`, `mergequeue_queue.web["eu"]`. */
  readonly address: string;
  /** Name of the stack; the directory's own where the directory is no output of the CDK. */
  readonly stack: string;
  /** File that declares it, as seen from the directory that was read: `stacks/queues/cdk.tf.json`. */
  readonly file: string;
  /** Which queue it is, in the spelling of the declaration. */
  readonly identity: QueueIdentity;
  /** What it shall be; what is absent is not managed. */
  readonly wanted: WantedQueue;
  /** Wire names of settings whose values come from something sensitive: they are not to be shown. */
  readonly sensitive: ReadonlySet<string>;
  /** Whether the stack forbids to destroy it: `prevent_destroy`. */
  readonly preventsDestroy?: boolean;
  /** What destroying it means. Default: `refuse`. */
  readonly deletionPolicy: DeletionPolicy;
  /** How long operations may take, in milliseconds; absent ones have the provider's defaults. */
  readonly timeoutsMs: {
    readonly create?: number;
    readonly read?: number;
    readonly update?: number;
    readonly delete?: number;
  };
  /** The provider that Terraform would use for it. */
  readonly provider: DeclaredProvider;
}

/** A provider of queues as a stack configures it. */
export interface DeclaredProvider {
  /** `mergequeue`, or `mergequeue.ALIAS`. */
  readonly name: string;
  /** Name of the stack. */
  readonly stack: string;
  /**
   * Its arguments by Terraform name (`base_url`, …), as resolved; absent ones come from the environment. Values of
   * `token` are secrets.
   */
  readonly arguments: ReadonlyMap<string, string | number | boolean>;
  /**
   * Arguments that are set to something that cannot be resolved, with a sentence that says which expression and why:
   * they never fall back to the environment, but an option of the command may stand in for them.
   */
  readonly unresolved: ReadonlyMap<string, string>;
}
