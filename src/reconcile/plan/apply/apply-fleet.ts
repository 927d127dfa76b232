import { MAX_IN_FLIGHT } from "../../../api/retry/request-limiter";
import type { ErrorCode, PartFailure } from "../../../queue/merge-queue-error";
import { formatQueueId } from "../../../queue/queue-identity";
import type { RequestableState } from "../../queue-state";
import type { Reconciler } from "../../reconciler";
import type { FleetMember } from "../fleet-member";
import type { FleetOptions } from "../fleet-progress";
import { forEachLimited } from "../for-each-limited";
import type { PlannedTask, PreparedPlan } from "../prepared-plan";
import type { ReadFleetOptions } from "../read-fleet";
import type { ChangingTask, TaskResult } from "./apply-task";
import { applyTask } from "./apply-task";
import type { TaskEnd } from "./incomplete-apply";
import { createIncompleteError, toTaskEnd } from "./incomplete-apply";
import { requireCurrent } from "./require-current";

/** What became of one queue of a plan. */
export interface QueueOutcome {
  /** `host/owner/name/branch`. */
  readonly id: string;
  /** Terraform address where it is declared. */
  readonly address: string;
  readonly result: TaskResult;
}

/** What an apply did. */
export interface FleetOutcome {
  /** Every queue that the plan changed, in the plan's order. */
  readonly queues: readonly QueueOutcome[];
}

/** Quick ones first: waiting for a queue to get empty must not hold up the others. */
const ORDER: readonly PlannedTask["action"][] = ["create", "update", "forget", "delete"];

/**
 * Does what a plan says, after making sure that it was made from what is live ({@link requireCurrent}). The failure of
 * one queue does not keep the others from being done, unless it would meet them as well. When `endSignal` aborts, it
 * ends at once: what became of the queues that had begun is then unknown.
 * @throws MergeQueueError before anything was changed: `plan_outdated`, or as reading; afterwards `apply_incomplete`, or
 *   `interrupted` if the user interrupted it, even if everything was done; with `details.progress` and everything that
 *   was not done in `details.failures`
 */
export async function applyFleet(prepared: PreparedPlan, options: ReadFleetOptions): Promise<FleetOutcome> {
  const { stopSignal, endSignal, onProgress } = options;
  const signals = endSignal === undefined ? { stopSignal } : { stopSignal, endSignal };
  const states = await requireCurrent(prepared, options);
  const tasks = prepared.tasks.filter(isChanging);
  const ends = new Map<ChangingTask, TaskEnd>();
  const lost = new Map<Reconciler, ErrorCode>();
  const tell = createTeller(onProgress, tasks.length);
  const work = forEachLimited(sortForWork(tasks), MAX_IN_FLIGHT, async (task) => {
    const code = stopSignal.aborted ? "interrupted" : lost.get(task.reconciler);
    if (code !== undefined) {
      ends.set(task, { kind: "not_begun", code });
      return;
    }
    ends.set(task, { kind: "unknown" });
    tell(task, "begun");
    const end = await carryOut(task, signals, states.get(task));
    // The report has been made by now.
    if (endSignal?.aborted === true) return;
    ends.set(task, end);
    if (end.kind === "failed" && end.isShared) lost.set(task.reconciler, end.failure.code);
    tell(task, end.kind === "done" ? "done" : "failed", end.kind === "failed" ? end.failure : undefined);
  });
  await Promise.race([work, waitForAbort(endSignal)]);
  const queues = tasks.flatMap((task) => toOutcome(task, ends.get(task)));
  if (queues.length === tasks.length && !stopSignal.aborted) return { queues };
  throw createIncompleteError(prepared.plan.mode, tasks, ends, stopSignal.aborted);
}

async function carryOut(
  task: ChangingTask,
  signals: Pick<FleetOptions, "stopSignal" | "endSignal">,
  priorState: RequestableState | undefined,
): Promise<TaskEnd> {
  try {
    return { kind: "done", result: await applyTask(task, signals, priorState) };
  } catch (error) {
    return toTaskEnd(task, error);
  }
}

/** Waits for the signal; without one, for ever. One that has aborted already lets no task begin that could be waited for. */
async function waitForAbort(signal: AbortSignal | undefined): Promise<void> {
  await new Promise<void>((resolve) => {
    signal?.addEventListener("abort", () => {
      resolve();
    });
  });
}

function isChanging(task: PlannedTask & FleetMember): task is ChangingTask {
  return task.action !== "none";
}

function sortForWork(tasks: readonly ChangingTask[]): ChangingTask[] {
  const rank = ({ action, queue }: ChangingTask): number =>
    ORDER.indexOf(action) + (action === "delete" && queue.deletionPolicy === "drain" ? 1 : 0);
  return [...tasks].sort((a, b) => rank(a) - rank(b));
}

function createTeller(onProgress: FleetOptions["onProgress"], total: number) {
  let ended = 0;
  return (
    { queue, action }: ChangingTask,
    event: "begun" | "done" | "failed",
    failure?: PartFailure,
  ): void => {
    if (event !== "begun") ended += 1;
    const { address, identity } = queue;
    const told = {
      phase: "apply",
      event,
      id: formatQueueId(identity),
      address,
      action,
      ended,
      total,
    } as const;
    onProgress?.(failure === undefined ? told : { ...told, failure });
  };
}

function toOutcome({ queue }: ChangingTask, end: TaskEnd | undefined): QueueOutcome[] {
  if (end?.kind !== "done") return [];
  return [{ id: formatQueueId(queue.identity), address: queue.address, result: end.result }];
}
