import { inspect } from "node:util";
import { parentPort, workerData } from "node:worker_threads";
import { createRandom } from "../support/create-random";
import { BlockCoverage } from "./block-coverage";
import type { FuzzTarget } from "./fuzz-target";
import { MAX_INPUT_BYTES, mutate, pickFrom } from "./mutate";

/** What a worker starts with. */
export interface FuzzTask {
  readonly target: string;
  readonly seed: number;
  /** Milliseconds that it looks for new inputs; 0: the given ones only. */
  readonly searchMs: number;
  /** Where it starts from. */
  readonly corpus: readonly Uint8Array[];
  /** Where it says, before it runs an input, which one: {@link CurrentInput}. */
  readonly current: SharedArrayBuffer;
  /** Name of the worker's own file, whose coverage guides. */
  readonly file: string;
}

/** What a worker says at its end. */
export type FuzzReport =
  | { readonly kind: "finding"; readonly input: Uint8Array; readonly problem: string }
  | {
      readonly kind: "done";
      readonly runs: number;
      /** Ways in which a function ran, as {@link BlockCoverage} counts them. */
      readonly ways: number;
      /** New inputs that made a function run in a new way. */
      readonly added: readonly Uint8Array[];
      /** Of the inputs that it started from, those that ran a block which none before them did. */
      readonly useful: readonly Uint8Array[];
    };

/** More inputs to start from would only make each of them rarer. */
const MAX_CORPUS = 5000;

/** The input that a worker is busy with, for whoever watches it from another thread. */
export class CurrentInput {
  readonly #head: Int32Array;
  readonly #bytes: Uint8Array;

  constructor(buffer: SharedArrayBuffer) {
    this.#head = new Int32Array(buffer, 0, 2);
    this.#bytes = new Uint8Array(buffer, 8);
  }

  static allocate(): SharedArrayBuffer {
    return new SharedArrayBuffer(8 + MAX_INPUT_BYTES);
  }

  /** How many inputs have been begun. */
  get count(): number {
    return Atomics.load(this.#head, 0);
  }

  begin(input: Uint8Array): void {
    this.#bytes.set(input);
    Atomics.store(this.#head, 1, input.length);
    Atomics.add(this.#head, 0, 1);
  }

  read(): Uint8Array {
    return this.#bytes.slice(0, Atomics.load(this.#head, 1));
  }
}

/** Runs inputs in a worker thread until time is up or one of them breaks an invariant, and reports. */
export function runWorker(targets: readonly FuzzTarget[]): void {
  const task = workerData as FuzzTask;
  const target = targets.find(({ name }) => name === task.target);
  if (target === undefined) throw new Error(`There is no target ${task.target}.`);
  parentPort?.postMessage(fuzz(target, task));
}

function fuzz(target: FuzzTarget, task: FuzzTask): FuzzReport {
  const current = new CurrentInput(task.current);
  const random = createRandom(task.seed);
  const coverage = new BlockCoverage(task.file);
  const corpus: Uint8Array[] = [];
  const added: Uint8Array[] = [];
  const useful: Uint8Array[] = [];
  let runs = 0;

  function tryInput(input: Uint8Array): string | undefined {
    current.begin(input);
    runs += 1;
    try {
      target.run(input);
      return undefined;
    } catch (error) {
      return inspect(error, { depth: 3 });
    }
  }

  for (const input of [new Uint8Array(), ...task.corpus]) {
    const problem = tryInput(input.subarray(0, MAX_INPUT_BYTES));
    if (problem !== undefined) return { kind: "finding", input, problem };
    if (coverage.hasNewBlock()) useful.push(input);
    corpus.push(input);
  }
  const endMs = performance.now() + task.searchMs;
  while (performance.now() < endMs) {
    const [base, other] = [pickFrom(random, corpus), pickFrom(random, corpus)];
    const words = target.words;
    const input = mutate(base ?? new Uint8Array(), { random, words, other: other ?? new Uint8Array() });
    const problem = tryInput(input);
    if (problem !== undefined) return { kind: "finding", input, problem };
    if (coverage.hasNewWay() && corpus.length < MAX_CORPUS) {
      corpus.push(input);
      added.push(input);
    }
  }
  return { kind: "done", runs, ways: coverage.ways, added, useful };
}
