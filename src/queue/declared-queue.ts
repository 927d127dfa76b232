import type { TimedOperation } from "./check-attributes";
import type { QueueIdentity } from "./queue-identity";
import type { DeletionPolicy } from "./queue-policies";
import type { WantedQueue } from "./wanted-queue";

/** A queue that a stack declares, with every value known and checked. */
export interface DeclaredQueue {
  /** Terraform address within the stack: `mergequeue_queue.main`, `mergequeue_queue.web["eu"]`. */
  readonly address: string;
  /** Name of the stack; the directory's own where the directory is not output of the CDK. */
  readonly stack: string;
  readonly identity: QueueIdentity;
  readonly wanted: WantedQueue;
  /** Wire names of settings with sensitive values. */
  readonly sensitive: ReadonlySet<string>;
  /** What destroying it means. Default: `refuse`. */
  readonly deletionPolicy: DeletionPolicy;
  /** How long operations may take, in milliseconds; absent ones have the provider's defaults. */
  readonly timeoutsMs: { readonly [Operation in TimedOperation]?: number };
}
