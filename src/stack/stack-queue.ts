import type { DeclaredQueue } from "../queue/declared-queue";

/** A declared queue, with what reaches it and where it stands. */
export interface StackQueue extends DeclaredQueue {
  /** File that declares it, as seen from the directory that was read: `stacks/queues/cdk.tf.json`. */
  readonly file: string;
  /** Whether the stack forbids to destroy it: `prevent_destroy`. */
  readonly preventsDestroy?: boolean;
  readonly provider: DeclaredProvider;
}

/** What the attributes of a queue mean. */
export type QueueMeaning = Pick<DeclaredQueue, "wanted" | "sensitive" | "deletionPolicy" | "timeoutsMs">;

/** A provider of queues as a stack configures it. */
export interface DeclaredProvider {
  /** `mergequeue`, or `mergequeue.ALIAS`. */
  readonly name: string;
  readonly stack: string;
  /** Arguments by Terraform name; absent ones come from the environment. The value of `token` is a secret. */
  readonly arguments: ReadonlyMap<string, string | number | boolean>;
  /** Arguments of unknown value, and why, as a sentence: only an option of the command may replace them. */
  readonly unresolved: ReadonlyMap<string, string>;
}
