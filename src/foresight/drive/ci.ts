import { createSortedMap } from "../../engine/sorted-map";
import type { PlannedTest } from "./changes";

interface CiRun extends PlannedTest {
  readonly id: string;
  /** Position among all runs that have come. */
  readonly order: number;
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
  /** In order of arrival. */
  readonly runs: readonly { readonly id: string; readonly passes: boolean }[];
}

/** CI executes test runs in a number of slots. Further ones wait in order of arrival. */
export class Ci {
  readonly #slots: number;
  /** In the order in which they came, as in the others. Ended runs are removed. */
  readonly #runs = new Map<string, CiRun>();
  #waiting: CiRun[] = [];
  /** Those that have got a slot, by when they end. Removed ones are left out when it is their turn. */
  readonly #ends = createSortedMap<number, CiRun[]>();
  #added = 0;

  /** @param slots - how many runs are executed at once; infinity: no limit */
  constructor(slots: number) {
    this.#slots = slots;
  }

  has(id: string): boolean {
    return this.#runs.has(id);
  }

  add(id: string, test: PlannedTest, timesOutAtMs: number): void {
    this.#added += 1;
    const { durationMs, passes } = test;
    const run = { id, order: this.#added, durationMs, passes, timesOutAtMs, startedMs: undefined };
    this.#runs.set(id, run);
    this.#waiting.push(run);
  }

  /** Removes runs. @returns how they have ended, in the order in which they came */
  remove(ids: readonly string[], nowMs: number): EndedRun[] {
    const runs = ids.flatMap((id) => this.#runs.get(id) ?? []).sort((one, other) => one.order - other.order);
    for (const { id } of runs) this.#runs.delete(id);
    this.#waiting = this.#waiting.filter(({ id }) => this.#runs.has(id));
    return runs.map(({ startedMs, durationMs, timesOutAtMs }) => {
      const isReported = startedMs !== undefined && startedMs + durationMs <= nowMs;
      return { startedMs, isTimedOut: !isReported && timesOutAtMs <= nowMs };
    });
  }

  fillSlots(nowMs: number): void {
    const executing = this.#runs.size - this.#waiting.length;
    for (const run of this.#waiting.splice(0, this.#slots - executing)) {
      run.startedMs = nowMs;
      const endMs = nowMs + run.durationMs;
      const others = this.#ends.get(endMs);
      if (others === undefined) this.#ends.set(endMs, [run]);
      else others.push(run);
    }
  }

  listStartedMs(): number[] {
    return [...this.#runs.values()].flatMap(({ startedMs }) => (startedMs === undefined ? [] : [startedMs]));
  }

  tryFindNextEnds(): NextEnds | undefined {
    for (let atMs = this.#ends.minKey(); atMs !== undefined; atMs = this.#ends.minKey()) {
      const runs = this.#ends.get(atMs)?.filter(({ id }) => this.#runs.has(id)) ?? [];
      if (runs.length > 0) return { atMs, runs };
      this.#ends.delete(atMs);
    }
    return undefined;
  }
}
