import { MAX_IN_FLIGHT } from "../api/request-limiter";
import type { TimedOperation } from "../queue/check-attributes";
import type { ErrorCode } from "../queue/merge-queue-error";
import { formatQueueId } from "../queue/queue-identity";
import { forEachLimited } from "../reconcile/for-each-limited";
import type { DeleteOptions, OperationOptions, Reconciler } from "../reconcile/reconciler";
import {
  createIncompleteError,
  type TaskEnd,
  type TaskResult,
  toTaskEnd,
  toUnfinished,
} from "./apply/incomplete-apply";
import { requireCurrent } from "./apply/require-current";
import { pickPlanned } from "./find-planned-changes";
import { getTaskTimeoutMs, type SavedPlan, type Task, type TaskAction } from "./plan";
import { createReporter, type PlanOptions } from "./read-queues";
import { requireSendable } from "./require-sendable";

/** The outcome for one queue. */
export interface QueueOutcome {
  /** `host/owner/name/branch`. */
  readonly id: string;
  readonly address: string;
  readonly result: TaskResult;
}

/** What becomes of a queue for which nothing is sent. A new action is an error of the compiler here. */
const UNSENT = { forget: "forgotten", none: "forgotten" } as const;

/** Quick actions first: the others must not wait for a queue to become empty. */
const ORDER: readonly TaskAction[] = ["create", "update", "forget", "delete"];

/**
 * Applies a plan, after checking that it is not outdated ({@link requireCurrent}). A failure with one queue
 * stops the others only if they would fail for the same reason. When `endSignal` aborts, it ends at once, and
 * the outcome for the queues in progress is unknown.
 * @returns the outcome for every changed queue, in the plan's order
 * @throws MergeQueueError before any change: `plan_outdated`, as {@link requireSendable}, or as reading;
 *   afterwards `apply_incomplete`, or `interrupted` after an interrupt, even if everything was done; with
 *   `details.progress`, and what was not done in `details.failures`
 */
export async function applyPlan(saved: SavedPlan, options: PlanOptions): Promise<readonly QueueOutcome[]> {
  const { stopSignal, endSignal, onProgress, parallelism = MAX_IN_FLIGHT, nextStep } = options;
  // The key may have been replaced since the plan was made, and with it the interface.
  requireSendable(saved);
  const states = await requireCurrent(saved, options);
  const tasks = saved.tasks.filter(({ action }) => action !== "none");
  const ends = new Map<Task, TaskEnd>();
  const lost = new Map<Reconciler, ErrorCode>();
  const report = createReporter("apply", tasks.length, onProgress);
  const work = forEachLimited(sortForWork(tasks), parallelism, async (task) => {
    const code = stopSignal.aborted ? "interrupted" : lost.get(task.service.reconciler);
    if (code !== undefined) {
      ends.set(task, toUnfinished(task, "not_begun", code));
      return;
    }
    ends.set(task, toUnfinished(task, "unknown", "outcome_unknown"));
    report(task, "begun");
    const onHeld = (notice: string): void => {
      report(task, "held", { notice });
    };
    const end = await applyTask(task, options, { priorState: states.get(task), onHeld }).then(
      (result): TaskEnd => ({ kind: "done", result }),
      (error: unknown) => toTaskEnd(task, error),
    );
    // The error has already been reported.
    if (endSignal?.aborted === true) return;
    ends.set(task, end);
    if (end.kind === "done") report(task, "done");
    else report(task, "failed", end.kind === "failed" ? { failure: end.failure } : {});
    if (end.kind === "failed" && end.isShared === true) lost.set(task.service.reconciler, end.failure.code);
  });
  await Promise.race([work, waitForAbort(endSignal)]);
  const queues = tasks.flatMap((task) => toOutcome(task, ends.get(task)));
  if (queues.length === tasks.length && !stopSignal.aborted) return queues;
  throw createIncompleteError(saved.plan.mode, tasks, ends, { isInterrupted: stopSignal.aborted, nextStep });
}

async function applyTask(
  { queue, service: { reconciler }, action, seen }: Task,
  { stopSignal, endSignal }: PlanOptions,
  drain: NonNullable<DeleteOptions["drain"]>,
): Promise<TaskResult> {
  const { identity, wanted, deletionPolicy, sensitive } = queue;
  const limit = (operation: TimedOperation): OperationOptions => ({
    timeoutMs: getTaskTimeoutMs(queue, operation),
    queueId: seen?.queueId,
    stopSignal,
    endSignal,
    sensitive,
  });
  switch (action) {
    case "create":
      await reconciler.create(identity, wanted, limit("create"));
      return "created";
    case "update":
      await reconciler.update(identity, pickPlanned(wanted, seen), { ...limit("update"), expected: seen });
      return "updated";
    case "delete":
      return reconciler.delete(identity, {
        ...limit("delete"),
        ...(deletionPolicy === "drain" ? { drain } : {}),
        expected: seen,
      });
    default:
      return UNSENT[action];
  }
}

/** Waits for the signal; without one, forever. If it has already aborted, no task begins. */
function waitForAbort(signal: AbortSignal | undefined): Promise<unknown> {
  return new Promise((resolve) => {
    signal?.addEventListener("abort", resolve);
  });
}

function sortForWork(tasks: readonly Task[]): Task[] {
  const rank = ({ action, queue }: Task): number =>
    ORDER.indexOf(action) + (action === "delete" && queue.deletionPolicy === "drain" ? 1 : 0);
  return [...tasks].sort((a, b) => rank(a) - rank(b));
}

function toOutcome({ queue }: Task, end: TaskEnd | undefined): QueueOutcome[] {
  if (end?.kind !== "done") return [];
  return [{ id: formatQueueId(queue.identity), address: queue.address, result: end.result }];
}
