import { createSortedMap } from "../../engine/sorted-map";
import type { PlannedTest } from "./changes";

interface CiRun extends PlannedTest {
  readonly id: string;
  /** When the queue stops waiting for the run, in milliseconds since 1970 (UTC). */
  readonly timesOutAtMs: number;
  /** When the run got a slot, in milliseconds since 1970 (UTC); undefined while it waits for a slot. */
  startedMs: number | undefined;
}

export interface EndedRun {
  /** When CI began to execute the run, in milliseconds since 1970 (UTC); undefined if CI never began. */
  readonly startedMs: number | undefined;
  readonly isTimedOut: boolean;
}

/** The test runs that end next, all at the same time. `runs` is in order of arrival. */
export interface NextEnds {
  readonly atMs: number;
  readonly runs: readonly { readonly id: string; readonly passes: boolean }[];
}

/** A CI system. Its number of slots may be infinite. Runs that get no slot wait in order of arrival. */
export class Ci {
  readonly #slots: number;
  /** Runs that have not ended, in order of arrival. */
  readonly #runs = new Map<string, CiRun>();
  #waiting: CiRun[] = [];
  /** Runs that got a slot, by the time at which they end. Some of these runs may have been removed since. */
  readonly #ends = createSortedMap<number, CiRun[]>();

  constructor(slots: number) {
    this.#slots = slots;
  }

  has(id: string): boolean {
    return this.#runs.has(id);
  }

  add(id: string, { durationMs, passes }: PlannedTest, timesOutAtMs: number): void {
    // A literal that starts with the fields of another object, and has more, takes ten times as long.
    const run = { id, durationMs, passes, timesOutAtMs, startedMs: undefined };
    this.#runs.set(id, run);
    this.#waiting.push(run);
  }

  /** Removes runs. @returns how the runs ended, in order of arrival */
  remove(ids: readonly string[], nowMs: number): EndedRun[] {
    if (ids.length === 0) return [];
    const ended = new Set(ids);
    const runs = [...this.#runs.values()].filter(({ id }) => ended.has(id));
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
