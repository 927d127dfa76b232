import { MergeQueueError } from "../../queue/merge-queue-error";
import { formatQueueId, toIdentityKey } from "../../queue/queue-identity";
import { createPlan } from "./create-plan";
import { planTask } from "./find-planned-changes";
import type { Plan, ReachableQueue, ReachableTask, SavedPlan } from "./plan";
import { type PlanOptions, readQueues } from "./read-queues";

/**
 * Makes a plan for queues of one or several services: reads each once and compares. Changes nothing.
 * @throws MergeQueueError `invalid_stack` if a queue is declared twice; `interrupted`; or the code of the first queue
 *   that could not be read, with all of them in `details.failures`
 */
export async function planQueues(
  mode: Plan["mode"],
  queues: readonly ReachableQueue[],
  options: PlanOptions,
): Promise<SavedPlan<ReachableTask>> {
  requireDistinct(queues);
  const tasks: ReachableTask[] = [];
  await readQueues("read", queues, options, (queue, live) => {
    tasks.push(planTask(mode, queue, live));
  });
  return createPlan(mode, tasks);
}

/** Two declarations of one queue would overwrite each other forever. */
function requireDistinct(queues: readonly ReachableQueue[]): void {
  const declared = new Map<string, ReachableQueue[]>();
  for (const queue of queues) {
    const key = `${queue.origin} ${toIdentityKey(queue.queue.identity)}`;
    const same = declared.get(key);
    if (same === undefined) declared.set(key, [queue]);
    else same.push(queue);
  }
  const findings = [...declared.values()].filter(({ length }) => length > 1).map(toFinding);
  if (findings.length === 0) return;
  throw new MergeQueueError("invalid_stack", findings.map(({ message }) => message).join("\n"), { findings });
}

function toFinding(same: readonly ReachableQueue[]): { path: string[]; message: string } {
  const places = same.map(({ queue }) => `${queue.address} of stack ${queue.stack}`);
  const [{ queue, origin }] = same as readonly [ReachableQueue, ...ReachableQueue[]];
  return {
    path: [queue.address],
    message:
      `Queue ${formatQueueId(queue.identity)} at ${origin} is declared ${same.length} times: ${places.join(", ")}. ` +
      "Keep one of them.",
  };
}
