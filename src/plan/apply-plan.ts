import { MAX_IN_FLIGHT } from "../api/request-limiter";
import type { TimedOperation } from "../queue/check-attributes";
import {
  type ErrorCode,
  isMergeQueueError,
  MergeQueueError,
  type PartFailure,
} from "../queue/merge-queue-error";
import { formatQueueId } from "../queue/queue-identity";
import { forEachLimited } from "../reconcile/for-each-limited";
import type { DeleteOptions, OperationOptions, Reconciler } from "../reconcile/reconciler";
import { requireCurrent } from "./apply/require-current";
import { pickPlanned } from "./find-planned-changes";
import { getTaskTimeoutMs, type Plan, type SavedPlan, type Task, type TaskAction } from "./plan";
import { countQueues, isFatal, listFailures, listLines, toPartFailure } from "./queue-failures";
import { createReporter, type PlanOptions } from "./read-queues";
import { requireSendable } from "./require-sendable";

/** The outcome of an apply for one queue. */
export interface QueueOutcome {
  /** `host/owner/name/branch`. */
  readonly id: string;
  readonly address: string;
  readonly result: TaskResult;
}

/** Results of the actions that send nothing. The compiler refuses a new action that has no row here. */
const UNSENT = { forget: "forgotten", none: "forgotten" } as const;

/** The order in which tasks begin. Deletions come last, so that no other task waits for a queue to drain. */
const ORDER: readonly TaskAction[] = ["create", "update", "forget", "delete"];

/**
 * Applies a plan, if no queue has changed since the plan was made ({@link requireCurrent}). If a queue fails,
 * other queues are skipped only if they would fail for the same reason. If `endSignal` aborts, the apply ends
 * at once, and the outcome of the queues in progress is unknown.
 * @returns the outcome for every changed queue, in the plan's order
 * @throws MergeQueueError before any change: `plan_outdated`, or an error of `readQueues` or
 * {@link requireSendable}. After that: `apply_incomplete`, or `interrupted` (even if all work is done). Both
 * have `details.progress` and `details.failures`.
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
  const queues = tasks.flatMap((task): QueueOutcome[] => {
    const { identity, address } = task.queue;
    const end = ends.get(task);
    return end?.kind === "done" ? [{ id: formatQueueId(identity), address, result: end.result }] : [];
  });
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

/** Waits for an abort, or forever without a signal. Ignores an earlier abort, because then no task begins. */
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

/** The result of a task. `already_gone`: someone else deleted the queue. `kept`: this run had adopted it. */
export type TaskResult = "created" | "updated" | "deleted" | "already_gone" | "kept" | "forgotten";

type TaskEnd = { readonly kind: "done"; readonly result: TaskResult } | UnfinishedTask;

/** A task that is not done. `not_begun`: nothing was sent. `unknown`: the apply ended while the task ran. */
interface UnfinishedTask {
  readonly kind: "failed" | "not_begun" | "unknown";
  readonly failure: PartFailure;
  /** Whether the other queues of the service would fail for the same reason. Default: false. */
  readonly isShared?: boolean;
}

const MESSAGES = {
  not_begun: "Not begun: nothing was sent for it.",
  unknown: "Interrupted while the change was in progress. It is not known whether the change was made.",
} as const;

const EMPTYING_REMEDY =
  "Cancel these pull requests first, or let the ready ones merge. To drain the queue first, set " +
  'deletion_policy = "drain" (in TypeScript deletionPolicy: "drain"), or run mergequeue queue drain ID --wait.';

function toUnfinished({ queue }: Task, kind: keyof typeof MESSAGES, code: ErrorCode): UnfinishedTask {
  return { kind, failure: { part: formatQueueId(queue.identity), code, message: MESSAGES[kind] } };
}

/** Returns `not_begun` after an interrupt before any write, else `failed`. @throws any error that is a bug */
function toTaskEnd(task: Task, error: unknown): TaskEnd {
  if (!isMergeQueueError(error)) throw error;
  const { code } = error;
  if (code === "interrupted" && isUntouched(task, error)) return toUnfinished(task, "not_begun", code);
  const failure = toPartFailure(formatQueueId(task.queue.identity), error);
  return { kind: "failed", failure, isShared: isFatal(error) || code === "forbidden" };
}

/** Tells whether an interrupt came before the first write. After that write, no read can be interrupted. */
function isUntouched({ queue }: Task, { details }: MergeQueueError): boolean {
  const { operation, attempts = 0 } = details;
  // A drain makes several calls. Its message says the queue's present state.
  const isDrained = operation === "deleteQueue" && queue.deletionPolicy === "drain";
  return operation === "getQueue" || (operation !== undefined && attempts === 0 && !isDrained);
}

/** Does not list finished queues, because progress has listed them. A task without an end was not begun. */
function createIncompleteError(
  mode: Plan["mode"],
  tasks: readonly Task[],
  ends: ReadonlyMap<Task, TaskEnd>,
  { isInterrupted, nextStep }: Pick<PlanOptions, "nextStep"> & { readonly isInterrupted: boolean },
): MergeQueueError {
  const plan = mode === "destroy" ? "mergequeue plan --destroy" : "mergequeue plan";
  const unfinished = tasks.flatMap((task) => {
    const end = ends.get(task) ?? toUnfinished(task, "not_begun", "interrupted");
    return end.kind === "done" ? [] : [{ ...end, isDrained: task.queue.deletionPolicy === "drain" }];
  });
  const failures = unfinished.map(({ failure }) => failure);
  const pick = (wanted: TaskEnd["kind"]): PartFailure[] =>
    unfinished.flatMap(({ kind, failure }) => (kind === wanted ? [failure] : []));
  const [failed, unknown, untried] = [pick("failed"), pick("unknown"), pick("not_begun")];
  const total = tasks.length;
  const done = total - failures.length;
  // The messages about draining say this themselves.
  const isRefused = unfinished.some(
    ({ kind, failure, isDrained }) => kind === "failed" && failure.code === "queue_not_empty" && !isDrained,
  );
  const open = [`${failed.length} not done`, `${unknown.length} unknown`, `${untried.length} not begun`];
  const counts = [`${done} of ${countQueues(total)} done`, ...open.filter((each) => !each.startsWith("0 "))];
  const parts = [
    isInterrupted ? "Interrupted." : "The plan was not applied completely.",
    ...(failed.length === 0 ? [] : [`Not done:${listFailures(failed)}`]),
    ...(isRefused ? [EMPTYING_REMEDY] : []),
    ...listIds("Unknown: interrupted while the change was in progress", unknown),
    ...listIds("Not begun: nothing was sent for", untried),
    `${counts.join(", ")}. Finished changes are kept.`,
    ...(failures.length === 0 ? [] : [nextStep ?? `To see what is left, run ${plan} with the same options.`]),
  ];
  return new MergeQueueError(isInterrupted ? "interrupted" : "apply_incomplete", parts.join("\n"), {
    failures,
    progress: { done, total },
  });
}

function listIds(title: string, failures: readonly PartFailure[]): string[] {
  return failures.length === 0 ? [] : [`${title}:${listLines(failures.map(({ part }) => part))}`];
}
