import type { Finding } from "../queue/finding";
import type { QueueIdentity } from "../queue/queue-identity";
import type { DeclaredQueue } from "./declared-queue";

/** What stacks are read with, beside their files. */
export interface StackInputs {
  /** Environment variables; `TF_VAR_NAME` gives the variable NAME a value. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Values of variables by name, which win over all others: JSON where the type is a collection or `any`, else as is. */
  readonly variables: ReadonlyMap<string, string>;
  /** Absolute paths of `.tfvars.json` files; later ones win. */
  readonly variableFiles: readonly string[];
  /** Whether a queue is asked for; others are left out, with what is wrong with them. Default: all are asked for. */
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

/** Collects what is wrong with stacks and what means nothing here, each thing once. */
export class FaultLog {
  readonly #findings = new Map<string, Finding>();
  readonly #warnings = new Set<string>();

  get findings(): readonly Finding[] {
    return [...this.#findings.values()];
  }

  get warnings(): readonly string[] {
    return [...this.#warnings];
  }

  /** @param path - file, address, attribute */
  addFinding(path: readonly string[], message: string): void {
    this.#findings.set(JSON.stringify([path, message]), { path, message });
  }

  /** @param sentence - naming the file */
  addWarning(sentence: string): void {
    this.#warnings.add(sentence);
  }
}
