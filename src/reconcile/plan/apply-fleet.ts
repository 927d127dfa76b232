import { MAX_IN_FLIGHT } from "../../api/request-limiter";
import type { ErrorCode, PartFailure } from "../../queue/merge-queue-error";
import { MergeQueueError } from "../../queue/merge-queue-error";
import { formatQueueId } from "../../queue/queue-identity";
import type { Reconciler } from "../reconciler";
import type { ChangingTask, TaskResult } from "./apply-task";
import { applyTask } from "./apply-task";
import { countQueues, isFatal, listFailures, toPartFailure } from "./fleet-failures";
import type { FleetMember } from "./fleet-member";
import type { FleetOptions } from "./fleet-progress";
import { forEachLimited } from "./for-each-limited";
import type { PlannedTask, PreparedPlan } from "./prepared-plan";
import type { ReadFleetOptions } from "./read-fleet";
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

/** Of a queue for which nothing was sent. */
const NOT_BEGUN = "It was not begun, and nothing was sent for it.";

const EMPTYING_REMEDY =
  "Let these pull requests merge or cancel them first. To have the queue emptied first, set " +
  'deletion_policy = "drain", or run mergequeue queue drain ID --wait.';

/** How many ids a list in a message names. */
const MOST_NAMED = 50;

/** Quick ones first: waiting for a queue to get empty must not hold up the others. */
const ORDER: readonly PlannedTask["action"][] = ["create", "update", "forget", "delete"];

/**
 * Does what a plan says, after making sure that it was made from what is live ({@link requireCurrent}). The failure of
 * one queue does not keep the others from being done, unless it would meet them as well.
 * @throws MergeQueueError before anything was changed: `plan_outdated`, or as reading; afterwards `apply_incomplete`, or
 *   `interrupted`, with `details.progress` and everything that was not done in `details.failures`
 */
export async function applyFleet(prepared: PreparedPlan, options: ReadFleetOptions): Promise<FleetOutcome> {
  const { stopSignal, onProgress } = options;
  const states = await requireCurrent(prepared, options);
  const tasks = prepared.tasks.filter(isChanging);
  const results = new Map<ChangingTask, TaskResult>();
  const failures = new Map<ChangingTask, PartFailure>();
  const lost = new Map<Reconciler, ErrorCode>();
  const tell = createTeller(onProgress, tasks.length);
  await forEachLimited(sortForWork(tasks), MAX_IN_FLIGHT, async (task) => {
    const id = formatQueueId(task.queue.identity);
    const code = stopSignal.aborted ? "interrupted" : lost.get(task.reconciler);
    if (code !== undefined) {
      failures.set(task, { part: id, code, message: NOT_BEGUN });
      return;
    }
    tell(task, "begun");
    try {
      results.set(task, await applyTask(task, stopSignal, states.get(task)));
      tell(task, "done");
    } catch (error) {
      const failure = toPartFailure(id, error);
      failures.set(task, failure);
      if (isFatal(error) || failure.code === "forbidden") lost.set(task.reconciler, failure.code);
      tell(task, "failed", failure);
    }
  });
  const queues = tasks.flatMap((task) => toOutcome(task, results.get(task)));
  if (failures.size > 0) throw createIncompleteError(tasks, queues, failures, stopSignal);
  return { queues };
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

function toOutcome({ queue }: ChangingTask, result: TaskResult | undefined): QueueOutcome[] {
  if (result === undefined) return [];
  return [{ id: formatQueueId(queue.identity), address: queue.address, result }];
}

function createIncompleteError(
  tasks: readonly ChangingTask[],
  outcomes: readonly QueueOutcome[],
  failed: ReadonlyMap<ChangingTask, PartFailure>,
  stopSignal: AbortSignal,
): MergeQueueError {
  const failures = tasks.flatMap((task) => failed.get(task) ?? []);
  const tried = failures.filter(({ message }) => message !== NOT_BEGUN);
  const untried = failures.filter(({ message }) => message === NOT_BEGUN);
  const done = outcomes.map(({ id }) => id);
  const total = tasks.length;
  const isInterrupted = stopSignal.aborted && failures.some(({ code }) => code === "interrupted");
  // What could not be drained in time has been told so.
  const isRefused = tasks.some(
    (task) => failed.get(task)?.code === "queue_not_empty" && task.queue.deletionPolicy !== "drain",
  );
  const parts = [
    `${isInterrupted ? "Interrupted: " : ""}${done.length} of ${countQueues(total)} that the plan changes ` +
      `${done.length === 1 || total === 1 ? "was" : "were"} done.`,
    ...listIds("Done", done),
    ...(tried.length === 0 ? [] : [`Not done:${listFailures(tried)}`]),
    ...listIds(
      "Not begun, so that nothing was sent for them",
      untried.map(({ part }) => part),
    ),
    ...(isRefused ? [EMPTYING_REMEDY] : []),
    "What was done stays. Make a new plan to see what is left.",
  ];
  return new MergeQueueError(isInterrupted ? "interrupted" : "apply_incomplete", parts.join("\n"), {
    failures,
    progress: { done: done.length, total },
  });
}

function listIds(title: string, ids: readonly string[]): string[] {
  if (ids.length === 0) return [];
  const more = ids.length - MOST_NAMED;
  return [`${title}: ${ids.slice(0, MOST_NAMED).join(", ")}${more > 0 ? ` and ${more} more` : ""}.`];
}
