import { HOUR_MS, MINUTE_MS } from "../../text/milliseconds";
import type { PlannedTest } from "./changes";
import type { EndedRun } from "./ci";
import type { ReplicationResult, ReplicationSetup, WindowPart } from "./replication";
import type { Concluded, Simulation, SimulationObserver } from "./simulation";

const HOURS_OF_DAY = 24;
const TENTHS = 10;

/** Measures the window of a simulation. Times are in milliseconds since 1970 (UTC). */
export class Tally implements SimulationObserver {
  /** Submission times of the window's pull requests that are still queued, by number. */
  readonly #submittedMs = new Map<number, number>();
  readonly #minutesToMerge: number[] = [];
  readonly #tenths = Array.from({ length: TENTHS }, () => ({ merged: 0, minutes: 0 }));
  readonly #parts: WindowPart[] = [];
  readonly #queueLength = new MeanByHour();
  readonly #counts = {
    ...{ merged: 0, brokenMerged: 0, failed: 0, goodConcluded: 0, goodEvicted: 0 },
    ...{ testRuns: 0, timedOutRuns: 0 },
  };
  readonly #expected: number;
  #part = beginPart(0);
  #firstNumber: number | undefined;
  #openedMs = Number.POSITIVE_INFINITY;
  #closedMs = Number.POSITIVE_INFINITY;
  #ciMs = 0;

  /** @param expected - number of pull requests in the window */
  constructor(expected: number) {
    this.#expected = expected;
  }

  get unconcluded(): number {
    return this.#submittedMs.size;
  }

  open(atMs: number): void {
    if (this.#isOpen) return;
    this.#openedMs = atMs;
    this.#part = beginPart(atMs);
  }

  /** Ends the current part of the window if the part has at least `leastConclusions` conclusions. */
  endPart(atMs: number, leastConclusions: number): void {
    const { sinceMs, ...counts } = this.#part;
    if (counts.conclusions < leastConclusions) return;
    this.#parts.push({ hours: (atMs - sinceMs) / HOUR_MS, ...counts });
    this.#part = beginPart(atMs);
  }

  /** @param testStartsMs - start times of the tests in progress */
  close(atMs: number, testStartsMs: readonly number[]): void {
    for (const startMs of testStartsMs) this.#ciMs += atMs - Math.max(startMs, this.#openedMs);
    this.#closedMs = atMs;
  }

  onSubmission(number: number, atMs: number): void {
    if (!this.#isOpen) return;
    this.#firstNumber ??= number;
    this.#submittedMs.set(number, atMs);
  }

  onConclusion({ number, state, isAtFault }: Concluded, atMs: number): void {
    const submittedMs = this.#submittedMs.get(number);
    this.#submittedMs.delete(number);
    if (submittedMs !== undefined && state === "merged") {
      this.#addMerge(number, (atMs - submittedMs) / MINUTE_MS);
    }
    if (!this.#isOpen) return;
    this.#part.conclusions += 1;
    this.#counts[state] += 1;
    if (!isAtFault) this.#counts.goodConcluded += 1;
    if (isAtFault && state === "merged") this.#counts.brokenMerged += 1;
    if (!isAtFault && state === "failed") this.#counts.goodEvicted += 1;
  }

  onTestStart({ durationMs }: PlannedTest): void {
    this.#part.testRuns += 1;
    this.#part.testMinutes += durationMs / MINUTE_MS;
  }

  onTestEnd({ startedMs, isTimedOut }: EndedRun, atMs: number): void {
    if (!this.#isOpen) return;
    this.#counts.testRuns += 1;
    if (isTimedOut) this.#counts.timedOutRuns += 1;
    if (startedMs !== undefined) this.#ciMs += atMs - Math.max(startedMs, this.#openedMs);
  }

  onSpan(fromMs: number, toMs: number, { length }: Pick<Simulation, "length">): void {
    if (this.#isOpen) this.#queueLength.add(length, fromMs, toMs);
  }

  /** @param setup - if `awaitsMerges` is false, the result has no times to merge */
  toResult({ awaitsMerges }: Pick<ReplicationSetup, "awaitsMerges">): ReplicationResult {
    return {
      minutesToMerge: awaitsMerges ? this.#minutesToMerge.sort((one, other) => one - other) : [],
      meanMinutesByTenth: awaitsMerges
        ? this.#tenths.map(({ merged, minutes }) => (merged === 0 ? undefined : minutes / merged))
        : [],
      unconcluded: this.#submittedMs.size,
      parts: this.#parts,
      durationHours: (this.#closedMs - this.#openedMs) / HOUR_MS,
      ...this.#counts,
      ciMinutes: this.#ciMs / MINUTE_MS,
      queueLengthByHour: this.#queueLength.toMeans(),
    };
  }

  #addMerge(number: number, minutes: number): void {
    this.#minutesToMerge.push(minutes);
    const at = Math.floor(((number - (this.#firstNumber ?? 0)) / this.#expected) * TENTHS);
    const tenth = this.#tenths[at];
    if (tenth === undefined) return;
    tenth.merged += 1;
    tenth.minutes += minutes;
  }

  get #isOpen(): boolean {
    return this.#openedMs < Number.POSITIVE_INFINITY && this.#closedMs === Number.POSITIVE_INFINITY;
  }
}

function beginPart(sinceMs: number) {
  return { sinceMs, conclusions: 0, testRuns: 0, testMinutes: 0 };
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
