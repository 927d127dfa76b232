import type { EngineDraft } from "../draft/draft";
import { tryOpenQueue } from "../draft/engine-draft";
import type { ReportCheckEvent } from "../engine-event";
import type { Check, CheckConclusion, TestRun } from "../engine-state";
import { finishRun, type RunResult } from "../line/finish-run";
import { type Effect, refuse } from "../transition";

/**
 * Records a check of a test run in progress. The run passes when all required statuses have passed, and fails when one
 * of them has failed.
 */
export function reportCheck(draft: EngineDraft, event: ReportCheckEvent): Effect {
  const { testRunId } = event;
  for (const [key, { testRuns }] of draft.queues) {
    const run = testRuns.get(testRunId);
    const queue = run === undefined ? undefined : tryOpenQueue(draft, key);
    if (run === undefined || queue === undefined) continue;
    if (run.status === "in_progress") {
      const reported: TestRun = { ...run, checks: addCheck(run.checks, event, draft.nowMs) };
      queue.testRuns.set(testRunId, reported);
      const result = tryDecide(reported, event);
      if (result !== undefined) finishRun(queue, testRunId, result);
      draft.unsettled.add(queue);
    }
    return { kind: "done", queue, testRunId };
  }
  return refuse("test_run_unknown", `There is no test run ${testRunId}.`);
}

/** A later report of a check replaces the previous one. */
function addCheck(
  checks: readonly Check[],
  { name, conclusion }: ReportCheckEvent,
  reportedAtMs: number,
): readonly Check[] {
  const check: Check = { name, conclusion, reportedAtMs };
  if (!checks.some((known) => known.name === name)) return [...checks, check];
  return checks.map((known) => (known.name === name ? check : known));
}

/** Decides how a run ends with its latest check; undefined: it continues. */
function tryDecide(run: TestRun, { name, conclusion }: ReportCheckEvent): RunResult | undefined {
  const { requiredStatuses } = run;
  // Without required statuses the first check decides, whatever its name.
  if (requiredStatuses.length > 0 && !requiredStatuses.includes(name)) return undefined;
  if (!isPass(conclusion)) {
    return {
      hasPassed: false,
      failure: `The required status ${name} ended with ${conclusion}.`,
      failedStatus: name,
    };
  }
  const passed = new Set(run.checks.filter((check) => isPass(check.conclusion)).map((check) => check.name));
  return requiredStatuses.every((status) => passed.has(status)) ? { hasPassed: true } : undefined;
}

function isPass(conclusion: CheckConclusion): boolean {
  return conclusion === "success" || conclusion === "neutral" || conclusion === "skipped";
}
