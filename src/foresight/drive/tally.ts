import type { EndedRun } from "./ci";
import { MeanByHour } from "./mean-by-hour";
import type { ReplicationResult } from "./replication";
import type { SimulationObserver } from "./simulation";

const MINUTE_MS = 60_000;

/** Counts what happens in a window of a simulation. Times are in milliseconds since 1970 (UTC). */
export class Tally implements SimulationObserver {
  /** When the pull requests of the window were submitted, by number; undefined once they have left the queue. */
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

  /** Number of pull requests of the window that are still in the queue. */
  get unconcluded(): number {
    return this.#submittedMs.size;
  }

  open(atMs: number): void {
    this.#openedMs = atMs;
  }

  /** @param testStartsMs - when the tests that are being executed have started */
  close(atMs: number, testStartsMs: readonly number[]): void {
    for (const startMs of testStartsMs) this.#ciMs += atMs - Math.max(startMs, this.#openedMs);
    this.#closedMs = atMs;
  }

  onSubmission(number: number, atMs: number): void {
    if (this.#isOpen) this.#submittedMs.set(number, atMs);
  }

  onConclusion(number: number, state: "merged" | "failed", atMs: number, isAtFault: boolean): void {
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

  /** Records that nothing has changed between two moments. */
  onSpan(fromMs: number, toMs: number, queueLength: number, isHungry: boolean): void {
    if (!this.#isOpen) return;
    this.#queueLength.add(queueLength, fromMs, toMs);
    if (isHungry) this.#hungryMs += toMs - fromMs;
  }

  /** @param keepsUp - whether the times to merge mean anything */
  toResult(keepsUp: boolean): ReplicationResult {
    return {
      keepsUp,
      minutesToMerge: keepsUp ? this.#minutesToMerge.sort((one, other) => one - other) : [],
      durationHours: (this.#closedMs - this.#openedMs) / (60 * MINUTE_MS),
      ...this.#counts,
      ciMinutes: this.#ciMs / MINUTE_MS,
      queueLengthByHour: this.#queueLength.toMeans(),
    };
  }

  get #isOpen(): boolean {
    return this.#openedMs < Number.POSITIVE_INFINITY && this.#closedMs === Number.POSITIVE_INFINITY;
  }
}
