import type { LineEntryDraft, QueueDraft } from "../draft/draft";
import { makeId, makeSha } from "../draft/engine-draft";
import { findSubmission } from "../draft/queue-draft";
import type { TestRun } from "../engine-state";
import { countRestart } from "../waiting/count-restart";
import { changeSubmission, removeFromWaiting } from "../waiting/waiting";
import { finishRun } from "./finish-run";
import { formatNumbers } from "./line";

type RunPlan = Pick<TestRun, "sequences" | "beneath" | "isBisection">;

/** Starts a test run. */
export function startRun(queue: QueueDraft, plan: RunPlan): TestRun {
  const { nowMs, options } = queue.engine;
  const id = makeId(queue.engine);
  const inherited = queue.requiredStatuses === undefined;
  const run: TestRun = {
    id,
    ...plan,
    status: "in_progress",
    requiredStatuses: queue.requiredStatuses ?? options.inheritedStatuses,
    requiredStatusesSource: inherited ? options.inheritedStatusesSource : "merge_instance",
    testBranch: `merge-queue/${queue.identity.targetBranch}/${id}`,
    testBranchSha: makeSha(id),
    createdAtMs: nowMs,
    concludedAtMs: undefined,
    timesOutAtMs: nowMs + queue.settings.testingTimeoutMinutes * 60_000,
    checks: [],
    failedStatus: undefined,
  };
  queue.testRuns.set(id, run);
  for (const sequence of plan.sequences) {
    const before = findSubmission(queue, sequence);
    removeFromWaiting(queue, before);
    if (before.state === "testing" && !plan.isBisection) countRestart(queue, before);
    const reason = explainTesting(queue, sequence, plan);
    changeSubmission(queue, sequence, { state: "testing", testRunId: id, reason });
  }
  return run;
}

/** Starts the run of an entry of the line. */
export function startEntry(queue: QueueDraft, entry: LineEntryDraft): void {
  const { sequences, beneath } = entry;
  const run = startRun(queue, { sequences, beneath, isBisection: false });
  entry.testRunId = run.id;
  entry.timesOutAtMs = run.timesOutAtMs;
  entry.phase = "testing";
  if (passesAtOnce(queue, run)) finishRun(queue, run.id);
}

/** Tells whether a run passes at once because it requires nothing. */
export function passesAtOnce(queue: QueueDraft, { requiredStatuses }: TestRun): boolean {
  return requiredStatuses.length === 0 && queue.engine.options.withoutRequiredStatuses === "pass";
}

function explainTesting(queue: QueueDraft, sequence: number, plan: RunPlan): string {
  const others = plan.sequences.length === 1 ? "" : formatNumbers(queue, plan.sequences, sequence);
  const together = others === "" ? "" : ` together with ${others}`;
  const onTop = plan.beneath.length === 0 ? "" : ` on top of ${formatNumbers(queue, plan.beneath)}`;
  const why = plan.isBisection ? ", because its batch failed" : "";
  return `Is tested${together}${onTop}${why}.`;
}
