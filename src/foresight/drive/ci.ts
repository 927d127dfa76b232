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
  /** In the order in which they came. */
  readonly runs: readonly { readonly id: string; readonly passes: boolean }[];
}

/** CI executes test runs in a number of slots; those without a slot wait in the order in which they came. */
export class Ci {
  readonly #slots: number;
  /** In the order in which they came, as in the others. Ended runs are removed. */
  readonly #runs = new Map<string, CiRun>();
  #waiting: CiRun[] = [];
  /** Those that are executed, by when they end, then by their order. */
  readonly #executed = createSortedMap<number, Map<number, CiRun>>();
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
    return runs.map((run) => {
      const { startedMs, timesOutAtMs } = run;
      this.#runs.delete(run.id);
      if (startedMs === undefined) this.#waiting = this.#waiting.filter((one) => one !== run);
      const endMs = findEndMs(run);
      const ending = this.#executed.get(endMs);
      ending?.delete(run.order);
      if (ending?.size === 0) this.#executed.delete(endMs);
      return { startedMs, isTimedOut: endMs > nowMs && timesOutAtMs <= nowMs };
    });
  }

  fillSlots(nowMs: number): void {
    const executing = this.#runs.size - this.#waiting.length;
    for (const run of this.#waiting.splice(0, this.#slots - executing)) {
      run.startedMs = nowMs;
      const endMs = findEndMs(run);
      const ending = this.#executed.get(endMs);
      if (ending === undefined) this.#executed.set(endMs, new Map([[run.order, run]]));
      else ending.set(run.order, run);
    }
  }

  listStartedMs(): number[] {
    return [...this.#runs.values()].flatMap(({ startedMs }) => (startedMs === undefined ? [] : [startedMs]));
  }

  tryFindNextEnds(): NextEnds | undefined {
    const atMs = this.#executed.minKey();
    return atMs === undefined ? undefined : { atMs, runs: [...(this.#executed.get(atMs)?.values() ?? [])] };
  }
}

/** When a run ends by itself; infinity: it waits. */
function findEndMs({ startedMs = Number.POSITIVE_INFINITY, durationMs }: CiRun): number {
  return startedMs + durationMs;
}
