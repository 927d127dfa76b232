import type { DeclaredQueue } from "../queue/declared-queue";
import type { Finding } from "../queue/finding";
import { toErrorMessage } from "../queue/merge-queue-error";
import type { QueueIdentity } from "../queue/queue-identity";
import type { JsonObject } from "../text/terraform-json";
import { UnreadError } from "./unread-error";

/** Returns the text of a file. @throws Error if the file cannot be read */
export type ReadFile = (path: string) => Promise<string>;

/** A directory in which Terraform runs: its absolute path, and the names of its files in order. */
export interface ConfigurationFiles {
  readonly stack: string;
  /** `directory`, relative to the directory that is read: `stacks/queues/`. Empty if they are equal. */
  readonly prefix: string;
  readonly directory: string;
  readonly names: readonly string[];
}

/** A block such as `resource "type" "name" { … }`, which has the labels "type" and "name". */
export interface Block {
  readonly labels: readonly string[];
  readonly body: JsonObject;
  /** The block's file, as a path relative to the directory that is read. */
  readonly file: string;
}

/** The inputs that stacks have besides their files. */
export interface StackInputs {
  /** Environment variables. `TF_VAR_NAME` contains a value of the variable NAME. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Values of variables by name. They override all other sources. Collections and `any` are in JSON. */
  readonly variables?: ReadonlyMap<string, string>;
  /** Absolute paths of `.tfvars.json` files. A later file's values replace an earlier file's. */
  readonly variableFiles?: readonly string[];
  /** Reads a file. By default, it reads only regular files. */
  readonly readFile?: ReadFile;
  /** Tells which queues to read. Other queues and their problems are skipped. Default: all queues. */
  readonly isWanted?: (identity: QueueIdentity) => boolean;
}

/** A declared queue, with its file and its provider. */
export interface StackQueue extends DeclaredQueue {
  /** The queue's file, relative to the directory that was read: `stacks/queues/cdk.tf.json`. */
  readonly file: string;
  /** Whether the stack has `prevent_destroy` for the queue. */
  readonly preventsDestroy?: boolean;
  readonly provider: DeclaredProvider;
}

/** What a queue's attributes mean: the wanted settings, the policy and the timeouts. */
export type QueueMeaning = Pick<DeclaredQueue, "wanted" | "sensitive" | "deletionPolicy" | "timeoutsMs">;

/** How a stack configures its provider of queues. */
export interface DeclaredProvider {
  /** The provider's address: `mergequeue`, or `mergequeue.ALIAS`. */
  readonly name: string;
  readonly stack: string;
  /** Arguments by Terraform name. Absent arguments come from the environment. `token` is a secret. */
  readonly arguments: ReadonlyMap<string, string | number | boolean>;
  /** Why arguments have no known value: sentences by name. Only options of the command can give a value. */
  readonly unresolved: ReadonlyMap<string, string>;
}

/** The result of reading stacks. */
export interface StackReading {
  /** All queues, in the order of the stacks and of their blocks. */
  readonly queues: readonly StackQueue[];
  /** Sentences that say why the CDK's output may be out of date, or which parts of a stack were not read. */
  readonly warnings: readonly string[];
  /** Time of the synthesis, as text; undefined if the CDK's output is up to date. */
  readonly synthesizedAt?: string;
}

/** Collects problems of stacks, each problem once, and warnings. Each warning names its file. */
export class FaultLog {
  readonly #findings = new Map<string, Finding>();
  readonly warnings = new Set<string>();

  get findings(): readonly Finding[] {
    return [...this.#findings.values()];
  }

  /** @param path - file, address and attribute of the finding */
  addFinding(path: readonly string[], message: string): void {
    this.#findings.set(JSON.stringify([path, message]), { path, message });
  }

  /** Returns the evaluated value. For an UnreadError, adds a finding and returns undefined. */
  catchUnread<T>(path: readonly string[], evaluate: () => T): T | undefined {
    try {
      return evaluate();
    } catch (error) {
      if (!(error instanceof UnreadError)) throw error;
      this.addFinding(path, error.describe());
      return undefined;
    }
  }

  /** Reads a file. If reading fails, adds the error as a finding. */
  async catchFault(path: readonly string[], read: () => Promise<void>): Promise<void> {
    await read().catch((error: unknown) => {
      this.addFinding(path, error instanceof UnreadError ? error.describe() : toErrorMessage(error));
    });
  }
}
