import type { TimedOperation } from "./check-attributes";
import type { QueueIdentity } from "./queue-identity";
import type { DeletionPolicy } from "./queue-policies";
import type { WantedQueue } from "./wanted-queue";

/** A queue that a stack declares. Every value is known and was checked. */
export interface DeclaredQueue {
  /** Terraform address within the stack: `mergequeue_queue.main`, `mergequeue_queue.web["eu"]`. */
  readonly address: string;
  /** Name of the stack. If the CDK did not write the stack's directory, the name of that directory. */
  readonly stack: string;
  readonly identity: QueueIdentity;
  readonly wanted: WantedQueue;
  /** Wire names of the settings whose values are sensitive. */
  readonly sensitive: ReadonlySet<string>;
  /** What destroying the queue does. Default: `refuse`. */
  readonly deletionPolicy: DeletionPolicy;
  /** Time limits of operations, in milliseconds. Default: the provider's time limits. */
  readonly timeoutsMs: { readonly [Operation in TimedOperation]?: number };
}
