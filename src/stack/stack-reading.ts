import type { DeclaredQueue } from "../queue/declared-queue";
import type { Finding } from "../queue/finding";
import { toErrorMessage } from "../queue/merge-queue-error";
import type { QueueIdentity } from "../queue/queue-identity";
import type { JsonObject } from "../text/terraform-json";
import { UnreadError } from "./unread-error";

/** Returns the text of a file. @throws Error if it cannot be read */
export type ReadFile = (path: string) => Promise<string>;

/** A directory for Terraform to run in, as an absolute path, with the names of all its files in order. */
export interface ConfigurationFiles {
  readonly stack: string;
  /** Its path relative to the directory that is read: `stacks/queues/`, or nothing. */
  readonly prefix: string;
  readonly directory: string;
  readonly names: readonly string[];
}

/** A block of a configuration: `resource "type" "name" { … }`, whose labels are type and name. */
export interface Block {
  readonly labels: readonly string[];
  readonly body: JsonObject;
  /** File that contains it, relative to the directory that is read. */
  readonly file: string;
}

/** What stacks are read with, beside their files. */
export interface StackInputs {
  /** Environment variables; `TF_VAR_NAME` gives the variable NAME a value. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Values of variables by name; they win over all others. JSON for collections and `any`, else as is. */
  readonly variables?: ReadonlyMap<string, string>;
  /** Absolute paths of files with values, `.tfvars.json`; later ones win. */
  readonly variableFiles?: readonly string[];
  /** Default: reads regular files. */
  readonly readFile?: ReadFile;
  /** Selects queues; others are left out with their problems. Default: all. */
  readonly isWanted?: (identity: QueueIdentity) => boolean;
}

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

/** What stacks declare. */
export interface StackReading {
  /** All queues, in the order of stacks and addresses. */
  readonly queues: readonly StackQueue[];
  /** Why they may be out of date, and what stacks contain but is not read, as sentences. */
  readonly warnings: readonly string[];
  /** If the program was changed since: when the stacks were synthesized, as users read it. */
  readonly synthesizedAt?: string;
}

/** Collects problems, and warnings that name the file, about stacks, each once. */
export class FaultLog {
  readonly #findings = new Map<string, Finding>();
  readonly warnings = new Set<string>();

  get findings(): readonly Finding[] {
    return [...this.#findings.values()];
  }

  /** @param path - file, address, attribute */
  addFinding(path: readonly string[], message: string): void {
    this.#findings.set(JSON.stringify([path, message]), { path, message });
  }

  /** Returns a value; undefined, and a finding, if it is not known here. */
  catchUnread<T>(path: readonly string[], evaluate: () => T): T | undefined {
    try {
      return evaluate();
    } catch (error) {
      if (!(error instanceof UnreadError)) throw error;
      this.addFinding(path, error.describe());
      return undefined;
    }
  }

  /** Reads a file; an error is a finding. */
  async catchFault(path: readonly string[], read: () => Promise<void>): Promise<void> {
    await read().catch((error: unknown) => {
      this.addFinding(path, error instanceof UnreadError ? error.describe() : toErrorMessage(error));
    });
  }
}
