import type { EngineOptions } from "./engine-options";
import type { EngineTest, ImpactedTargets, LineEntry, Queue, Submission } from "./engine-state";
import { uniteTargets } from "./line/dependencies";
import { listUnheld } from "./line/holders";
import { findSubmission, findTestRun, isEnqueued, listRunIds } from "./queue-contents";
import { countFreeSlots, readLineMode } from "./slots";
import { predictBatches } from "./waiting/collect-batches";

/** When a pull request is expected to merge, or its pending failure to be decided; or why nobody can tell. */
export type MergeForecast =
  | { readonly status: "available"; readonly estimatedAtMs: number }
  | { readonly status: "unavailable"; readonly reason: string };

/** How many pull requests that left last are looked at for passed runs, and how many of these it takes. */
const LATEST = 50;
const FEWEST_RUNS = 5;

/**
 * Estimates from passed runs, slots, batches, and what is ahead, as if nothing failed and nothing else came.
 * @param nowMs - milliseconds since 1970 (UTC)
 */
export function estimateMerge(
  queue: Queue,
  submission: Submission,
  options: EngineOptions,
  nowMs: number,
): MergeForecast {
  const isOwn = ({ sequences }: Pick<LineEntry, "sequences">): boolean =>
    sequences.includes(submission.sequence);
  const durationsMs = listDurations(queue);
  const reason = tellWhyUnknown(queue, submission, queue.line.find(isOwn)?.phase);
  if (reason !== undefined) return { status: "unavailable", reason };
  if (durationsMs.length < FEWEST_RUNS) return { status: "unavailable", reason: "insufficientHistory" };
  const usualMs = findMedian(durationsMs) ?? 0;
  const findEnd = ({ createdAtMs }: EngineTest): number => {
    // One that already takes longer than most ends as those did that took as long.
    const longer = durationsMs.filter((each) => each > nowMs - createdAtMs);
    return Math.max(nowMs, createdAtMs + (findMedian(longer) ?? 0));
  };
  const findTargetsOf = (sequences: readonly number[]): ImpactedTargets =>
    readLineMode(queue) === "single" ? "ALL" : uniteTargets(queue, sequences);

  const merges = new Merges(nowMs);
  for (const entry of queue.line) {
    // Nothing depends on a batch in bisection.
    if (entry.phase === "bisecting") continue;
    const targets = findTargetsOf(entry.sequences);
    const aheadMs = merges.findLast(targets);
    let endMs = nowMs;
    if (entry.phase === "testing") endMs = findEnd(findTestRun(queue, entry.testRunId ?? ""));
    if (entry.phase === "pending_failure") {
      if (isOwn(entry)) return { status: "available", estimatedAtMs: aheadMs };
      // What is on top of it is tested again.
      endMs = aheadMs + usualMs;
    }
    const mergedAtMs = merges.add(targets, endMs);
    if (isOwn(entry)) return { status: "available", estimatedAtMs: mergedAtMs };
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
    const mergedAtMs = merges.add(findTargetsOf(sequences), endMs);
    if (isOwn({ sequences })) return { status: "available", estimatedAtMs: mergedAtMs };
  }
  return { status: "unavailable", reason: "waitsForFailure" };
}

/**
 * The words are ours, in the form of others there: no public text lists those of the second interface (seen
 * 2026-11-29: `openapi-v2.json` of `trunk-io/docs2` at 049d2cd7 lacks the operation).
 */
function tellWhyUnknown(
  queue: Queue,
  submission: Submission,
  phase: LineEntry["phase"] | undefined,
): string | undefined {
  const { state } = queue.settings;
  if (!isEnqueued(submission)) return "notInQueue";
  if (submission.state === "not_ready") return "notReady";
  if (queue.isSwitchingModes) return "queueSwitchingModes";
  if (state !== "running") return state === "paused" ? "queuePaused" : "queueDraining";
  return phase === "bisecting" ? "inBisection" : undefined;
}

/** Lists how long the runs took, in milliseconds, on which the latest ones merged; each run once. */
function listDurations(queue: Queue): readonly number[] {
  const runs = new Map<string, number>();
  for (const [place, sequence] of queue.concluded.entriesReversed()) {
    if (place <= queue.concluded.size - LATEST) break;
    const { testRunId = "" } = findSubmission(queue, sequence);
    const { status, createdAtMs, concludedAtMs } = queue.testRuns.get(testRunId) ?? {};
    if (status === "succeeded" && createdAtMs !== undefined && concludedAtMs !== undefined)
      runs.set(testRunId, concludedAtMs - createdAtMs);
  }
  return [...runs.values()];
}

/** Of an even number, the longer one in the middle. @returns undefined of none */
function findMedian(values: readonly number[]): number | undefined {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
}

/** When what impacts a target has merged: nothing merges before what is ahead of it and shares one. */
class Merges {
  readonly #byTarget = new Map<string, number>();
  /** Of what impacts all targets, and of everything. */
  #allMs: number;
  #lastMs: number;

  constructor(nowMs: number) {
    this.#allMs = nowMs;
    this.#lastMs = nowMs;
  }

  findLast(targets: ImpactedTargets): number {
    if (targets === "ALL") return this.#lastMs;
    return targets.reduce((ms, target) => Math.max(ms, this.#byTarget.get(target) ?? ms), this.#allMs);
  }

  add(targets: ImpactedTargets, endMs: number): number {
    const mergedAtMs = Math.max(endMs, this.findLast(targets));
    if (targets === "ALL") this.#allMs = mergedAtMs;
    else for (const target of targets) this.#byTarget.set(target, mergedAtMs);
    this.#lastMs = Math.max(this.#lastMs, mergedAtMs);
    return mergedAtMs;
  }
}
