import { MAX_IN_FLIGHT } from "../../../api/retry/request-limiter";
import type { ErrorCode } from "../../../queue/merge-queue-error";
import { formatQueueId } from "../../../queue/queue-identity";
import type { DrainOptions } from "../../drain/drain-until";
import type { Reconciler } from "../../reconciler";
import { forEachLimited } from "../for-each-limited";
import type { PlannedTask, ReachableTask, SavedPlan } from "../plan";
import type { PlanOptions, PlanProgress } from "../read-queues";
import { applyTask, type ChangingTask, type TaskResult } from "./apply-task";
import { createIncompleteError, type TaskEnd, toTaskEnd } from "./incomplete-apply";
import { requireCurrent } from "./require-current";

/** The outcome for one queue. */
export interface QueueOutcome {
  /** `host/owner/name/branch`. */
  readonly id: string;
  /** Terraform address where it is declared. */
  readonly address: string;
  readonly result: TaskResult;
}

/** Quick actions first: the others must not wait for a queue to become empty. */
const ORDER: readonly PlannedTask["action"][] = ["create", "update", "forget", "delete"];

/**
 * Applies a plan, after checking that it is not outdated ({@link requireCurrent}). A failure with one queue stops the
 * others only if they would fail for the same reason. When `endSignal` aborts, it ends at once, and the outcome for the
 * queues in progress is unknown.
 * @returns the outcome for every changed queue, in the plan's order
 * @throws MergeQueueError before any change: `plan_outdated`, or as reading; afterwards `apply_incomplete`, or
 *   `interrupted` after an interrupt, even if everything was done; with `details.progress`, and everything that was not
 *   done in `details.failures`
 */
export async function applyPlan(
  saved: SavedPlan<ReachableTask>,
  options: PlanOptions,
): Promise<readonly QueueOutcome[]> {
  const { stopSignal, endSignal, onProgress, parallelism = MAX_IN_FLIGHT } = options;
  const signals = endSignal === undefined ? { stopSignal } : { stopSignal, endSignal };
  const states = await requireCurrent(saved, options);
  const tasks = saved.tasks.filter(isChanging);
  const ends = new Map<ChangingTask, TaskEnd>();
  const lost = new Map<Reconciler, ErrorCode>();
  const report = createReporter(onProgress, tasks.length);
  const work = forEachLimited(sortForWork(tasks), parallelism, async (task) => {
    const code = stopSignal.aborted ? "interrupted" : lost.get(task.reconciler);
    if (code !== undefined) {
      ends.set(task, { kind: "not_begun", code });
      return;
    }
    ends.set(task, { kind: "unknown" });
    report(task, "begun");
    const end = await carryOut(task, signals, {
      priorState: states.get(task),
      onHeld: (notice) => {
        report(task, "held", { notice });
      },
    });
    // The error has already been reported.
    if (endSignal?.aborted === true) return;
    ends.set(task, end);
    if (end.kind === "failed" && end.isShared) lost.set(task.reconciler, end.failure.code);
    if (end.kind === "failed") report(task, "failed", { failure: end.failure });
    else report(task, end.kind === "done" ? "done" : "failed");
  });
  await Promise.race([work, waitForAbort(endSignal)]);
  const queues = tasks.flatMap((task) => toOutcome(task, ends.get(task)));
  if (queues.length === tasks.length && !stopSignal.aborted) return queues;
  throw createIncompleteError(saved.plan.mode, tasks, ends, stopSignal.aborted, options.nextStep);
}

async function carryOut(
  task: ChangingTask,
  signals: Pick<PlanOptions, "stopSignal" | "endSignal">,
  drain: DrainOptions,
): Promise<TaskEnd> {
  try {
    return { kind: "done", result: await applyTask(task, signals, drain) };
  } catch (error) {
    return toTaskEnd(task, error);
  }
}

/** Waits for the signal; without one, forever. If it has already aborted, no task begins. */
async function waitForAbort(signal: AbortSignal | undefined): Promise<void> {
  await new Promise<void>((resolve) => {
    signal?.addEventListener("abort", () => {
      resolve();
    });
  });
}

function isChanging(task: ReachableTask): task is ChangingTask {
  return task.action !== "none";
}

function sortForWork(tasks: readonly ChangingTask[]): ChangingTask[] {
  const rank = ({ action, queue }: ChangingTask): number =>
    ORDER.indexOf(action) + (action === "delete" && queue.deletionPolicy === "drain" ? 1 : 0);
  return [...tasks].sort((a, b) => rank(a) - rank(b));
}

function createReporter(onProgress: PlanOptions["onProgress"], total: number) {
  let ended = 0;
  return (
    { queue, action }: ChangingTask,
    event: PlanProgress["event"],
    more: Pick<PlanProgress, "failure" | "notice"> = {},
  ): void => {
    if (event === "done" || event === "failed") ended += 1;
    const { address, identity } = queue;
    onProgress?.({
      phase: "apply",
      event,
      id: formatQueueId(identity),
      address,
      action,
      ended,
      total,
      ...more,
    });
  };
}

function toOutcome({ queue }: ChangingTask, end: TaskEnd | undefined): QueueOutcome[] {
  if (end?.kind !== "done") return [];
  return [{ id: formatQueueId(queue.identity), address: queue.address, result: end.result }];
}
