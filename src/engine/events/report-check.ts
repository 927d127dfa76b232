import { tryOpenQueue } from "../draft/engine-draft";
import type { EngineDraft, QueueDraft } from "../draft/queue-draft";
import type { EventOf, ReportedCheck } from "../engine-event";
import type { Check, CheckConclusion, EngineTest } from "../engine-state";
import { finishRun, type RunFailure } from "../line/finish-run";
import { findTestRun } from "../queue-contents";
import { type Effect, refuse } from "../refusal";

/** Records checks reported together. A run passes if all required statuses pass, and fails if one fails. */
export function reportChecks(draft: EngineDraft, { reports }: Omit<EventOf<"reportChecks">, "type">): Effect {
  const queues = reports.map(({ testRunId }) => tryFindQueueOf(draft, testRunId));
  const unknown = reports[queues.indexOf(undefined)];
  if (unknown !== undefined) return refuse("test_run_unknown", `There is no test run ${unknown.testRunId}.`);
  for (const [index, queue] of queues.entries()) {
    const report = reports[index];
    if (queue !== undefined && report !== undefined) record(queue, report);
  }
  return undefined;
}

/** Opens the queue of a test run. @returns undefined if this run does not exist */
export function tryFindQueueOf(draft: EngineDraft, testRunId: string): QueueDraft | undefined {
  for (const [key, { testRuns }] of draft.queues) {
    // `get` is faster than `has`.
    if (testRuns.get(testRunId) !== undefined) return tryOpenQueue(draft, key);
  }
  return undefined;
}

/** Records a check in place of an earlier report of the same check. A run that has ended does not change. */
function record(queue: QueueDraft, report: ReportedCheck): void {
  const { testRunId, name, conclusion, url } = report;
  const run = findTestRun(queue, testRunId);
  if (run.status !== "in_progress") return;
  const check: Check = { name, conclusion, url, reportedAtMs: queue.engine.nowMs };
  const isKnown = run.checks.some((known) => known.name === name);
  const replace = (known: Check) => (known.name === name ? check : known);
  const reported = { ...run, checks: isKnown ? run.checks.map(replace) : [...run.checks, check] };
  const result = tryDecide(reported, report);
  if (result === undefined) queue.testRuns.set(testRunId, reported);
  else finishRun(queue, reported, result === "passed" ? undefined : result);
  queue.engine.unsettled.add(queue);
}

function tryDecide(run: EngineTest, { name, conclusion }: ReportedCheck): RunFailure | "passed" | undefined {
  const { requiredStatuses, checks } = run;
  // Without required statuses, the first check of any name decides.
  if (requiredStatuses.length > 0 && !requiredStatuses.includes(name)) return undefined;
  if (!isPass(conclusion)) {
    return {
      failure: `The required status ${name} ended with ${conclusion}.`,
      failureReason: "TEST_RUN_REQUIRED_STATUS_FAILED",
      failedStatus: name,
    };
  }
  const passed = new Set(checks.filter((check) => isPass(check.conclusion)).map((check) => check.name));
  return requiredStatuses.every((status) => passed.has(status)) ? "passed" : undefined;
}

function isPass(conclusion: CheckConclusion): boolean {
  return conclusion === "success" || conclusion === "neutral" || conclusion === "skipped";
}
