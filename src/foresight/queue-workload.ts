import { parseQueueId } from "../queue/parse-queue-id";
import { isSameQueue, type QueueIdentity } from "../queue/queue-identity";
import type { QueueWorkload, Workload } from "./workload";
import { WORKLOAD_FORMAT, WORKLOAD_VERSION } from "./workload/workload-constants";

/** Names of the parameters of a queue's workload. */
export const PARAMETER_NAMES = [
  "arrivalsPerHour",
  "testMinutes",
  "failureRate",
  "flakeRate",
  "priorities",
  "targets",
  "ciSlots",
  "conflictRate",
] as const satisfies readonly Exclude<keyof QueueWorkload, "queue" | "backtest">[];

/** One of {@link PARAMETER_NAMES}. */
export type ParameterName = (typeof PARAMETER_NAMES)[number];

/** Returns the load of one queue; undefined if the workload does not contain the queue. */
export function tryFindQueueWorkload({ queues }: Workload, wanted: QueueIdentity): QueueWorkload | undefined {
  return queues.find(({ queue }) => isSameQueue(parseQueueId(queue), wanted));
}

/** Adds parameters to a queue and replaces those of the same name. Drops the earlier backtest. */
export function addToWorkload(workload: Workload | undefined, added: QueueWorkload): Workload {
  const identity = parseQueueId(added.queue);
  const queues = workload?.queues ?? [];
  const index = queues.findIndex(({ queue }) => isSameQueue(parseQueueId(queue), identity));
  const before = queues[index] ?? added;
  return {
    ...(workload ?? { format: WORKLOAD_FORMAT, version: WORKLOAD_VERSION }),
    queues:
      index === -1
        ? [...queues, added]
        : queues.with(index, { ...pickParameters(before, PARAMETER_NAMES), ...added, queue: before.queue }),
  };
}

/** Returns the named parameters of a queue's workload. */
export function pickParameters(workload: QueueWorkload, names: readonly ParameterName[]): QueueWorkload {
  const picked = names.flatMap((name) => (workload[name] === undefined ? [] : [[name, workload[name]]]));
  return { queue: workload.queue, ...Object.fromEntries(picked) } as QueueWorkload;
}
