import type { EngineOptions } from "./engine-options";
import type { EngineTest, LineEntry, Queue, Submission } from "./engine-state";
import { uniteTargets } from "./line/dependencies";
import { listUnheld } from "./line/holders";
import { findTestRun, isEnqueued, listRunIds } from "./queue-contents";
import { countFreeSlots, readLineMode } from "./slots";
import { predictBatches } from "./waiting/collect-batches";

/** Forecast of when a pull request merges or its pending failure is decided, or why there is none. */
export type MergeForecast =
  | { readonly status: "available"; readonly estimatedAtMs: number }
  | { readonly status: "unavailable"; readonly reason: string };

/** An estimate uses the passed runs of this many pull requests, those that left the queue last. */
const LATEST = 50;
const FEWEST_RUNS = 5;

/**
 * Estimates merge times from passed runs, slots, batches and the pull requests ahead. Assumes that no test
 * fails and that no pull request arrives.
 * @param nowMs - milliseconds since 1970 (UTC)
 * @returns a function that returns the forecast of a submission; the first call computes all forecasts
 */
export function estimateMerges(
  queue: Queue,
  options: EngineOptions,
  nowMs: number,
): (submission: Submission) => MergeForecast {
  const durationsMs = listDurations(queue);
  let merges: ReadonlyMap<number, number> | undefined;
  return (submission) => {
    const unknown = tellWhyUnknown(queue, submission);
    const reason = unknown ?? (durationsMs.length < FEWEST_RUNS ? "insufficientHistory" : undefined);
    if (reason !== undefined) return { status: "unavailable", reason };
    merges ??= mergeAll(queue, durationsMs, options, nowMs);
    const estimatedAtMs = merges.get(submission.sequence);
    if (estimatedAtMs === undefined) return { status: "unavailable", reason: "waitsForFailure" };
    return { status: "available", estimatedAtMs };
  };
}

/** Maps sequence numbers to the expected times. Leaves out the submissions that a failure holds. */
function mergeAll(
  queue: Queue,
  durationsMs: readonly number[],
  options: EngineOptions,
  nowMs: number,
): ReadonlyMap<number, number> {
  const merges = new Map<number, number>();
  const usualMs = findMedian(durationsMs);
  // A run that already takes long is compared only with runs that took longer.
  const findEnd = ({ createdAtMs }: EngineTest): number =>
    Math.max(nowMs, createdAtMs + findMedian(durationsMs.filter((ms) => ms > nowMs - createdAtMs)));
  const merge = mergeInOrder(queue, nowMs);
  for (const { sequences, phase, testRunId = "" } of queue.line) {
    // Nothing depends on a batch in bisection.
    if (phase === "bisecting") continue;
    const atMs = merge(sequences, phase === "testing" ? findEnd(findTestRun(queue, testRunId)) : nowMs);
    for (const sequence of sequences) merges.set(sequence, atMs);
    // Pull requests on top of a failure are tested again.
    if (phase === "pending_failure") merge(sequences, atMs + usualMs);
  }
  const freeAtMs = Array.from({ length: countFreeSlots(queue, options) }, () => nowMs);
  for (const run of listRunIds(queue).map((id) => findTestRun(queue, id))) {
    if (!run.isBisection || queue.settings.bisectionConcurrency === 0) freeAtMs.push(findEnd(run));
  }
  for (const { submissions, startsAtMs = nowMs } of predictBatches(queue, options, listUnheld(queue))) {
    const sequences = submissions.map(({ sequence }) => sequence);
    freeAtMs.sort((a, b) => a - b);
    const endMs = Math.max(freeAtMs.shift() ?? nowMs, startsAtMs) + usualMs;
    freeAtMs.push(endMs);
    const atMs = merge(sequences, endMs);
    for (const sequence of sequences) merges.set(sequence, atMs);
  }
  return merges;
}

/**
 * Returns why there is no forecast, in words of our own: no public text has those of the second interface. On
 * 2026-11-29, `openapi-v2.json` of `trunk-io/docs2` at 049d2cd7 did not have the operation.
 */
function tellWhyUnknown(queue: Queue, submission: Submission): string | undefined {
  const { state } = queue.settings;
  if (!isEnqueued(submission)) return "notInQueue";
  if (submission.state === "not_ready") return "notReady";
  if (queue.isSwitchingModes) return "queueSwitchingModes";
  if (state !== "running") return state === "paused" ? "queuePaused" : "queueDraining";
  const isHere = ({ phase, sequences }: LineEntry): boolean =>
    phase === "bisecting" && sequences.includes(submission.sequence);
  return queue.line.some(isHere) ? "inBisection" : undefined;
}

/** Returns the durations (milliseconds) of passed runs. Uses the pull requests that left the queue last. */
function listDurations({ concluded, submissions, testRuns }: Queue): readonly number[] {
  const latest = [...concluded.entries(concluded.size - LATEST + 1)];
  const ids = new Set(latest.map(([, sequence]) => submissions.get(sequence)?.testRunId ?? ""));
  return [...ids].flatMap((id) => {
    const { status, createdAtMs = 0, concludedAtMs = 0 } = testRuns.get(id) ?? {};
    return status === "succeeded" ? [concludedAtMs - createdAtMs] : [];
  });
}

/** Returns the median, or the larger of two middle values; 0 if there are no values. */
function findMedian(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

/** Returns a function to call for each merge, in order. A merge follows earlier ones that share a target. */
function mergeInOrder(queue: Queue, nowMs: number) {
  const byTarget = new Map<string, number>();
  let [allMs, lastMs] = [nowMs, nowMs];
  return (sequences: readonly number[], passedAtMs: number): number => {
    const targets = readLineMode(queue) === "single" ? "ALL" : uniteTargets(queue, sequences);
    const named = targets === "ALL" ? [] : targets;
    let atMs = Math.max(passedAtMs, targets === "ALL" ? lastMs : allMs);
    for (const target of named) atMs = Math.max(atMs, byTarget.get(target) ?? atMs);
    for (const target of named) byTarget.set(target, atMs);
    if (targets === "ALL") allMs = atMs;
    lastMs = Math.max(lastMs, atMs);
    return atMs;
  };
}
