import type { EngineState, EngineTest, Queue, Submission } from "../../engine/engine-state";
import { findSubmission, isEnqueued } from "../../engine/queue-contents";
import { type Refused, refuse } from "../../engine/refusal";
import { DAY_MS } from "../../text/milliseconds";
import {
  type ListMergeQueueTestingResultsRequest,
  type ListMergeQueueTestingResultsResponse,
  MAX_RESULT_DAYS,
  type TestingResult,
} from "../../wire/first/list-merge-queue-testing-results";

/** Shows a page of {@link listEndedTests}. */
export function viewTestingResults(
  queue: Queue,
  { offset = 0, take = 50, ...time }: ListMergeQueueTestingResultsRequest,
  { state }: { readonly state: EngineState },
): ListMergeQueueTestingResultsResponse | Refused {
  const results = listEndedTests(queue, time, state);
  if ("refusal" in results) return results;
  return { testingResults: results.slice(offset, offset + take), totalItems: results.length };
}

/** Lists tests that ended between two times, newest first. A run has one test for each pull request. */
export function listEndedTests(
  queue: Queue,
  { since, until }: { readonly since: string; readonly until?: string | undefined },
  { nowMs }: EngineState,
): readonly TestingResult[] | Refused {
  const fromMs = Date.parse(since);
  const toMs = until === undefined ? nowMs : Date.parse(until);
  if (toMs - fromMs > MAX_RESULT_DAYS * DAY_MS) {
    return refuse("body_invalid", `since: Must be at most ${MAX_RESULT_DAYS} days before until.`);
  }
  const runs = [...queue.testRuns.values()];
  const split = listSplit(runs);
  const ended = runs
    .map((run): EndedRun => ({ ...run, endedAtMs: run.concludedAtMs ?? NaN }))
    .filter(({ endedAtMs }) => endedAtMs >= fromMs && endedAtMs <= toMs);
  // Ids decide last, so that pages do not overlap.
  const compareIds = (a: EndedRun, b: EndedRun): number => (b.id < a.id ? -1 : Number(b.id > a.id));
  ended.sort((a, b) => b.endedAtMs - a.endedAtMs || b.createdAtMs - a.createdAtMs || compareIds(a, b));
  return ended.flatMap((run) =>
    run.sequences.map((sequence) => toResult(run, findSubmission(queue, sequence), split)),
  );
}

type EndedRun = EngineTest & { readonly endedAtMs: number };

/** Lists the failed runs whose pull requests were then tested in smaller parts. */
function listSplit(runs: readonly EngineTest[]): ReadonlySet<string> {
  const split = new Set<string>();
  const latest = new Map<number, EngineTest>();
  for (const run of runs.toSorted((a, b) => a.createdAtMs - b.createdAtMs)) {
    for (const sequence of run.sequences) {
      const before = latest.get(sequence);
      const isPart = run.isBisection && before?.status === "failed";
      if (isPart && before.sequences.length > run.sequences.length) split.add(before.id);
      latest.set(sequence, run);
    }
  }
  return split;
}

function toResult(run: EndedRun, submission: Submission, split: ReadonlySet<string>): TestingResult {
  const { endedAtMs, createdAtMs, isBisection } = run;
  const outcome = findOutcome(run, submission);
  const inBisection = isBisection ? ("in_bisection" as const) : undefined;
  const bisection = split.has(run.id) ? ("entered_bisection" as const) : inBisection;
  return {
    prNumber: submission.number,
    endedAt: new Date(endedAtMs).toISOString(),
    // Whole seconds, as published.
    testingDurationMs: Math.floor((endedAtMs - createdAtMs) / 1000) * 1000,
    ...(outcome === undefined ? {} : { outcome }),
    ...(isEnqueued(submission) ? {} : { cycleConclusion: submission.state }),
    ...(bisection === undefined ? {} : { bisection }),
    testRunId: run.id,
  };
}

/** Returns undefined if the run ended early because the pull request passed without it. */
function findOutcome({ status, endedAtMs }: EndedRun, { history }: Submission): TestingResult["outcome"] {
  if (status === "succeeded") return "passed";
  if (status === "failed") return "failed";
  const next = history.find(({ state, atMs }) => atMs === endedAtMs && state !== "testing");
  if (next?.state === "tests_passed") return undefined;
  return next?.state === "cancelled" ? "cancelled" : "interrupted";
}
