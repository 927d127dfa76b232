import { makeId, makeSha } from "../draft/engine-draft";
import type { QueueDraft } from "../draft/queue-draft";
import type { EngineTest, LineEntry } from "../engine-state";
import { findSubmission, formatNumbers } from "../queue-contents";
import { countFreeBisectionSlots, mayStart } from "../slots";
import { changeSubmission, countRestart, removeFromWaiting } from "../waiting/waiting";
import { listAhead } from "./bisection";
import { countPhases } from "./count-phases";
import type { Place } from "./dependencies";
import { finishRun, type RunFailure } from "./finish-run";
import { changeEntry } from "./line";

type RunPlan = Pick<EngineTest, "sequences" | "beneath" | "isBisection">;

function startRun(queue: QueueDraft, plan: RunPlan): EngineTest {
  const { nowMs, options } = queue.engine;
  const { testingTimeoutMinutes } = queue.settings;
  const id = makeId(queue.engine);
  const inherited = queue.requiredStatuses === undefined;
  const run: EngineTest = {
    id,
    sequences: plan.sequences,
    beneath: plan.beneath,
    isBisection: plan.isBisection,
    status: "in_progress",
    requiredStatuses: queue.requiredStatuses ?? options.inheritedStatuses,
    requiredStatusesSource: inherited ? options.inheritedStatusesSource : "merge_instance",
    testBranch: `merge-queue/${queue.identity.targetBranch}/${id}`,
    testBranchSha: makeSha(id),
    createdAtMs: nowMs,
    concludedAtMs: undefined,
    timesOutAtMs: testingTimeoutMinutes === 0 ? undefined : nowMs + testingTimeoutMinutes * 60_000,
    checks: [],
    failedStatus: undefined,
    failureReason: undefined,
    baseVersion: queue.engine.branchVersions.get(queue.key) ?? 0,
  };
  queue.testRuns.set(id, run);
  for (const sequence of plan.sequences) {
    const before = findSubmission(queue, sequence);
    removeFromWaiting(queue, before);
    if (before.state === "testing" && !plan.isBisection) countRestart(queue, before);
    const reason = explainTesting(queue, sequence, plan);
    changeSubmission(queue, sequence, { state: "testing", testRunId: id, reason, turn: undefined });
  }
  return run;
}

/** Starts a run of an entry. @returns whether the run ended at once */
export function startEntry(queue: QueueDraft, entry: LineEntry, place: Place = entry): boolean {
  const { targets, dependsOn, beneath } = place;
  const run = startRun(queue, { sequences: entry.sequences, beneath, isBisection: false });
  const { id: testRunId, timesOutAtMs } = run;
  changeEntry(queue, entry, { targets, dependsOn, beneath, phase: "testing", testRunId, timesOutAtMs });
  return endsAtOnce(queue, run);
}

/** Starts runs of bisection parts in order, while slots are free. @returns whether a run has started */
export function startParts(queue: QueueDraft): boolean {
  if (!mayStart(queue) || countPhases(queue.line).bisecting === 0) return false;
  let hasStarted = false;
  for (const entry of queue.line) {
    let left = entry;
    for (const part of entry.parts) {
      if (part.phase !== "waiting") continue;
      if (countFreeBisectionSlots(queue, queue.engine.options) === 0) return hasStarted;
      // All beneath the batch have passed, and merged before this step.
      const plan = { sequences: part.sequences, beneath: listAhead(left, part), isBisection: true };
      const run = startRun(queue, plan);
      const { id: testRunId, timesOutAtMs } = run;
      const started = { ...part, phase: "testing", testRunId, timesOutAtMs } as const;
      const parts = left.parts.map((one) => (one.id === part.id ? started : one));
      left = changeEntry(queue, left, { parts });
      hasStarted = true;
      // The parts have changed.
      if (endsAtOnce(queue, run)) return true;
    }
  }
  return hasStarted;
}

function endsAtOnce(queue: QueueDraft, run: EngineTest): boolean {
  const { withoutRequiredStatuses } = queue.engine.options;
  if (run.requiredStatuses.length > 0 || withoutRequiredStatuses === "first_check") return false;
  finishRun(queue, run, withoutRequiredStatuses === "pass" ? undefined : NOTHING_REQUIRED);
  return true;
}

const NOTHING_REQUIRED: RunFailure = {
  failure:
    "Neither the queue nor branch protection requires a status, so no pull request can pass its tests.",
  failureReason: "START_TEST_RUN_NO_REQUIRED_STATUSES",
};

function explainTesting(queue: QueueDraft, sequence: number, plan: RunPlan): string {
  const others = plan.sequences.length === 1 ? "" : formatNumbers(queue, plan.sequences, sequence);
  const together = others === "" ? "" : ` together with ${others}`;
  const onTop = plan.beneath.length === 0 ? "" : ` on top of ${formatNumbers(queue, plan.beneath)}`;
  const why = plan.isBisection ? ", because its batch failed" : "";
  return `Is tested${together}${onTop}${why}.`;
}
