import { toAttributeName } from "../queue/attribute-name";
import { MergeQueueError } from "../queue/merge-queue-error";
import { formatQueueId } from "../queue/queue-identity";
import type { SettingName, SettingValue } from "../queue/settings";
import { EMPTY_LIST_INHERITS } from "../reconcile/describe-status-release";
import { quote } from "../text/quote";
import { pickPlanned } from "./find-planned-changes";
import type { PlannedQueue, SavedPlan, Task } from "./plan";
import { countQueues, listFailures } from "./queue-failures";

/**
 * Requires that each service accepts the values that the plan would send to this service.
 * @throws MergeQueueError `invalid_stack`, with each refused value in `details.findings`
 */
export function requireSendable({ tasks }: Pick<SavedPlan, "tasks">): void {
  const failures = tasks.flatMap((task) => {
    const id = formatQueueId(task.queue.identity);
    const found = listUnsendable(task);
    return found.map(
      (message) => ({ part: `${id} (${task.queue.address})`, code: "invalid_stack", message }) as const,
    );
  });
  if (failures.length === 0) return;
  const queues = countQueues(new Set(failures.map(({ part }) => part)).size);
  throw new MergeQueueError(
    "invalid_stack",
    `${queues} would get values that the service does not accept. Nothing was changed:${listFailures(failures)}`,
    { findings: failures.map(({ part, message }) => ({ path: [part], message })) },
  );
}

function listUnsendable({ queue: { wanted, sensitive }, service, action, seen }: Task): string[] {
  if (action !== "create" && action !== "update") return [];
  const { abilities } = service.reconciler;
  const sent = Object.entries(pickPlanned(wanted, seen).settings) as [SettingName, SettingValue][];
  return sent.flatMap(([name, value]) => {
    const problem = abilities.findValueProblem(name, value);
    if (problem === undefined) return [];
    const told = sensitive.has(name) ? "The service does not accept this value (not shown)." : problem;
    return [`${toAttributeName(name)}: ${told}`];
  });
}

/** If an empty list of required statuses means "inherited", warns about each queue that would get one. */
export function adviseOnInheritance({ plan, tasks }: SavedPlan): SavedPlan {
  const queues = plan.queues.map((queue, at) => {
    const task = tasks[at] as Task;
    return isInheriting(task) ? showInheriting(queue, task) : queue;
  });
  return { tasks, plan: { ...plan, queues } };
}

function isInheriting({ queue: { wanted }, service, action, seen }: Task): boolean {
  if (!service.reconciler.abilities.inheritsByEmptyList || action === "none" || action === "delete")
    return false;
  return pickPlanned(wanted, seen).settings.requiredStatuses?.length === 0;
}

function showInheriting(queue: PlannedQueue, { queue: { sensitive }, seen }: Task): PlannedQueue {
  const name = "requiredStatuses";
  const names = seen?.settings.requiredStatuses ?? [];
  const protection = queue.protection.filter((each) => each.name !== name);
  if (names.length === 0) {
    const warning = {
      summary: `The required statuses of ${queue.id} are inherited`,
      detail: EMPTY_LIST_INHERITS,
    };
    return { ...queue, protection, warnings: [...queue.warnings, warning] };
  }
  const gone = sensitive.has(name) ? "which is not shown" : names.map(quote).join(", ");
  const loss = {
    name,
    kind: "loss",
    message: `${EMPTY_LIST_INHERITS} The queue's own list is removed: ${gone}.`,
  } as const;
  return { ...queue, protection: [...protection, loss] };
}
