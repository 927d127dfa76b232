import type { QueueIdentity } from "../queue/queue-identity";
import type { DeclaredQueue } from "./declared-queue";

/** What stacks are read with, beside their files. */
export interface StackInputs {
  /** Environment variables; `TF_VAR_NAME` gives the variable NAME a value, `TF_WORKSPACE` names the workspace. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /**
   * Values of variables by name, as text: taken as it is where the variable's type is `string`, `number` or `bool`, or
   * has none, else as an expression. They win over everything else.
   */
  readonly variables: ReadonlyMap<string, string>;
  /** Absolute paths of files with values of variables, `.tfvars` or `.tfvars.json`; later ones win. */
  readonly variableFiles: readonly string[];
  /**
   * Tells of a queue's id whether the queue is asked for. Others are left out, and what is wrong with them does not
   * count. Default: all are asked for.
   */
  readonly isWanted?: (identity: QueueIdentity) => boolean;
}

/** What stacks declare. */
export interface StackReading {
  /** All queues, in the order of stacks and addresses. */
  readonly queues: readonly DeclaredQueue[];
  /** Names of all stacks, also of those without queues. */
  readonly stacks: readonly string[];
  /** What is in the stacks and means nothing here, as sentences. */
  readonly warnings: readonly string[];
}
