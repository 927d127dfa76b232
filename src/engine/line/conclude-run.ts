import type { TestRunStatus } from "../../queue/test-run-words";
import type { LineEntryDraft, QueueDraft } from "../draft/draft";
import { findTestRun } from "../draft/queue-draft";

/** Ends a test run that is in progress. */
export function concludeRun(
  queue: QueueDraft,
  id: string,
  status: Exclude<TestRunStatus, "in_progress">,
  failedStatus?: string,
): void {
  queue.testRuns.set(id, {
    ...findTestRun(queue, id),
    status,
    concludedAtMs: queue.engine.nowMs,
    failedStatus,
  });
  const { testRuns } = queue.totals;
  queue.totals = { ...queue.totals, testRuns: { ...testRuns, [status]: testRuns[status] + 1 } };
}

/** Cancels the runs in progress of an entry and of the parts of its bisection, and ends the bisection. */
export function cancelRuns(queue: QueueDraft, entry: LineEntryDraft): void {
  for (const { phase, testRunId } of [entry, ...entry.parts]) {
    if (phase !== "testing" || testRunId === undefined) continue;
    if (findTestRun(queue, testRunId).status === "in_progress") concludeRun(queue, testRunId, "cancelled");
  }
  entry.parts = [];
}
