import { createPlanCounts } from "../../../src/plan/create-plan";
import type { Plan, PlannedQueue } from "../../../src/plan/plan";
import { parseQueueId } from "../../../src/queue/parse-queue-id";

/** Creates the plan of one queue, without changes by default. */
export function makePlannedQueue(id: string, more: Partial<PlannedQueue> = {}): PlannedQueue {
  return {
    id,
    identity: more.identity ?? parseQueueId(id),
    address: undefined,
    stack: undefined,
    origin: undefined,
    action: "none",
    isImported: false,
    changes: [],
    settings: {},
    protection: [],
    warnings: [],
    pullRequests: undefined,
    ...more,
  };
}

export function makePlan(queues: readonly PlannedQueue[], more: Partial<Plan> = {}): Plan {
  const counts = createPlanCounts(queues);
  return { mode: "apply", queues, counts, digest: undefined, warnings: [], ...more };
}
