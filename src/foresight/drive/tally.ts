import { HOUR_MS, MINUTE_MS } from "../../text/milliseconds";
import type { EndedRun } from "./ci";
import type { ReplicationResult } from "./replication";
import type { Concluded, Simulation, SimulationObserver } from "./simulation";

const HOURS_OF_DAY = 24;

/** Counts what happens in a window of a simulation. Times are in milliseconds since 1970 (UTC). */
export class Tally implements SimulationObserver {
  /** When the window's pull requests were submitted, by number; undefined once they have left the queue. */
  readonly #submittedMs = new Map<number, number>();
  readonly #minutesToMerge: number[] = [];
  readonly #queueLength = new MeanByHour();
  readonly #counts = {
    ...{ merged: 0, brokenMerged: 0, failed: 0, goodConcluded: 0, goodEvicted: 0 },
    ...{ testRuns: 0, timedOutRuns: 0 },
  };
  #openedMs = Number.POSITIVE_INFINITY;
  #closedMs = Number.POSITIVE_INFINITY;
  #ciMs = 0;
  #hungryMs = 0;

  /** Share of the window, 0 to 1, during which the queue would have started more pull requests. */
  get hungryShare(): number {
    return this.#hungryMs / (this.#closedMs - this.#openedMs);
  }

  get unconcluded(): number {
    return this.#submittedMs.size;
  }

  open(atMs: number): void {
    this.#openedMs = Math.min(this.#openedMs, atMs);
  }

  /** @param testStartsMs - when the tests that are being executed have started */
  close(atMs: number, testStartsMs: readonly number[]): void {
    for (const startMs of testStartsMs) this.#ciMs += atMs - Math.max(startMs, this.#openedMs);
    this.#closedMs = atMs;
  }

  onSubmission(number: number, atMs: number): void {
    if (this.#isOpen) this.#submittedMs.set(number, atMs);
  }

  onConclusion({ number, state, isAtFault }: Concluded, atMs: number): void {
    const submittedMs = this.#submittedMs.get(number);
    this.#submittedMs.delete(number);
    if (submittedMs !== undefined && state === "merged") {
      this.#minutesToMerge.push((atMs - submittedMs) / MINUTE_MS);
    }
    if (!this.#isOpen) return;
    this.#counts[state] += 1;
    if (!isAtFault) this.#counts.goodConcluded += 1;
    if (isAtFault && state === "merged") this.#counts.brokenMerged += 1;
    if (!isAtFault && state === "failed") this.#counts.goodEvicted += 1;
  }

  onTestEnd({ startedMs, isTimedOut }: EndedRun, atMs: number): void {
    if (!this.#isOpen) return;
    this.#counts.testRuns += 1;
    if (isTimedOut) this.#counts.timedOutRuns += 1;
    if (startedMs !== undefined) this.#ciMs += atMs - Math.max(startedMs, this.#openedMs);
  }

  onSpan(fromMs: number, toMs: number, { length, isHungry }: Pick<Simulation, "length" | "isHungry">): void {
    if (!this.#isOpen) return;
    this.#queueLength.add(length, fromMs, toMs);
    if (isHungry) this.#hungryMs += toMs - fromMs;
  }

  /** @param queue - whether it keeps up: otherwise the times to merge mean nothing */
  toResult({ keepsUp }: Pick<ReplicationResult, "keepsUp">): ReplicationResult {
    return {
      keepsUp,
      minutesToMerge: keepsUp ? this.#minutesToMerge.sort((one, other) => one - other) : [],
      durationHours: (this.#closedMs - this.#openedMs) / HOUR_MS,
      ...this.#counts,
      ciMinutes: this.#ciMs / MINUTE_MS,
      queueLengthByHour: this.#queueLength.toMeans(),
    };
  }

  get #isOpen(): boolean {
    return this.#openedMs < Number.POSITIVE_INFINITY && this.#closedMs === Number.POSITIVE_INFINITY;
  }
}

/** Computes the mean of a value for each hour of the day (UTC), weighted by time. */
class MeanByHour {
  readonly #sums = new Float64Array(HOURS_OF_DAY);
  readonly #durationsMs = new Float64Array(HOURS_OF_DAY);

  add(value: number, fromMs: number, toMs: number): void {
    let atMs = fromMs;
    while (atMs < toMs) {
      const hour = Math.floor(atMs / HOUR_MS);
      const endMs = Math.min(toMs, (hour + 1) * HOUR_MS);
      const index = hour % HOURS_OF_DAY;
      this.#sums[index] = (this.#sums[index] ?? 0) + value * (endMs - atMs);
      this.#durationsMs[index] = (this.#durationsMs[index] ?? 0) + endMs - atMs;
      atMs = endMs;
    }
  }

  toMeans(): (number | undefined)[] {
    return Array.from(this.#sums, (sum, hour) => {
      const durationMs = this.#durationsMs[hour] ?? 0;
      return durationMs === 0 ? undefined : sum / durationMs;
    });
  }
}
