import type { TimedOperation } from "../queue/check-attributes";
import type { QueueIdentity } from "../queue/queue-identity";
import type { DeletionPolicy } from "../queue/queue-policies";
import type { WantedQueue } from "../queue/wanted-queue";

/** What the attributes of a queue mean. */
export interface QueueMeaning {
  /** What is declared; what is absent is not managed. */
  readonly wanted: WantedQueue;
  /** Wire names of settings whose values come from something sensitive and must not be shown. */
  readonly sensitive: ReadonlySet<string>;
  /** What destroying it means. Default: `refuse`. */
  readonly deletionPolicy: DeletionPolicy;
  /** How long operations may take, in milliseconds; absent ones have the provider's defaults. */
  readonly timeoutsMs: { readonly [Operation in TimedOperation]?: number };
}

/** A queue that a stack declares, with every value known and checked. */
export interface DeclaredQueue extends QueueMeaning {
  /** Terraform address within the stack: `mergequeue_queue.main`, `mergequeue_queue.web["eu"]`. */
  readonly address: string;
  /** Name of the stack; the directory's own where the directory is not output of the CDK. */
  readonly stack: string;
  /** File that declares it, as seen from the directory that was read: `stacks/queues/cdk.tf.json`. */
  readonly file: string;
  /** Which queue it is, in the spelling of the declaration. */
  readonly identity: QueueIdentity;
  /** Whether the stack forbids to destroy it: `prevent_destroy`. */
  readonly preventsDestroy?: boolean;
  readonly provider: DeclaredProvider;
}

/** A provider of queues as a stack configures it. */
export interface DeclaredProvider {
  /** `mergequeue`, or `mergequeue.ALIAS`. */
  readonly name: string;
  readonly stack: string;
  /** Arguments by Terraform name; absent ones come from the environment. The value of `token` is a secret. */
  readonly arguments: ReadonlyMap<string, string | number | boolean>;
  /**
   * Arguments whose value is not known, with a sentence that says why: they never fall back to the environment, but an
   * option of the command may stand in for them.
   */
  readonly unresolved: ReadonlyMap<string, string>;
}
