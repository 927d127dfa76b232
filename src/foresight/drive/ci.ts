import type { PlannedTest } from "./changes";

interface CiRun extends PlannedTest {
  readonly id: string;
  /** When the queue stops waiting for it, in milliseconds since 1970 (UTC). */
  readonly timesOutAtMs: number;
  /** When it got a slot, in milliseconds since 1970 (UTC); undefined: it waits for one. */
  startedMs: number | undefined;
}

export interface EndedRun {
  /** When CI began to execute it, in milliseconds since 1970 (UTC); undefined: never. */
  readonly startedMs: number | undefined;
  readonly isTimedOut: boolean;
}

/** The test runs that end next: all of one moment. */
export interface NextEnds {
  readonly atMs: number;
  /** In the order in which they came. */
  readonly runs: readonly { readonly id: string; readonly passes: boolean }[];
}

/** CI executes test runs in a number of slots; those without a slot wait in the order in which they came. */
export class Ci {
  readonly #slots: number;
  /** In the order in which they came. Ended runs are removed. */
  readonly #runs = new Map<string, CiRun>();
  #executing = 0;

  /** @param slots - how many runs are executed at once; infinity: no limit */
  constructor(slots: number) {
    this.#slots = slots;
  }

  get ids(): IterableIterator<string> {
    return this.#runs.keys();
  }

  has(id: string): boolean {
    return this.#runs.has(id);
  }

  add(id: string, test: PlannedTest, timesOutAtMs: number): void {
    this.#runs.set(id, { ...test, id, timesOutAtMs, startedMs: undefined });
  }

  remove(id: string, nowMs: number): EndedRun {
    const run = this.#runs.get(id);
    if (run === undefined) return { startedMs: undefined, isTimedOut: false };
    this.#runs.delete(id);
    const { startedMs, durationMs, timesOutAtMs } = run;
    if (startedMs !== undefined) this.#executing -= 1;
    const isReported = startedMs !== undefined && startedMs + durationMs <= nowMs;
    return { startedMs, isTimedOut: !isReported && timesOutAtMs <= nowMs };
  }

  fillSlots(nowMs: number): void {
    if (this.#executing >= Math.min(this.#slots, this.#runs.size)) return;
    for (const run of this.#runs.values()) {
      if (run.startedMs !== undefined) continue;
      if (this.#executing >= this.#slots) return;
      run.startedMs = nowMs;
      this.#executing += 1;
    }
  }

  listStartedMs(): number[] {
    return [...this.#runs.values()].flatMap(({ startedMs }) => (startedMs === undefined ? [] : [startedMs]));
  }

  tryFindNextEnds(): NextEnds | undefined {
    let next: { atMs: number; runs: CiRun[] } | undefined;
    for (const run of this.#runs.values()) {
      if (run.startedMs === undefined) continue;
      const atMs = run.startedMs + run.durationMs;
      if (next === undefined || atMs < next.atMs) next = { atMs, runs: [run] };
      else if (atMs === next.atMs) next.runs.push(run);
    }
    return next;
  }
}
