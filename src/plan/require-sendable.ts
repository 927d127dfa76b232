import { toAttributeName } from "../queue/attribute-name";
import { MergeQueueError } from "../queue/merge-queue-error";
import { formatQueueId } from "../queue/queue-identity";
import type { SettingName, SettingValue } from "../queue/settings";
import { pickPlanned } from "./find-planned-changes";
import type { SavedPlan, Task } from "./plan";
import { countQueues, listFailures } from "./queue-failures";

/**
 * Requires that the interface of each service takes the values that a plan would send to it.
 * @throws MergeQueueError `invalid_stack` with all others, in `details.findings` for each
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
    `${queues} would get values that the service does not take. Nothing was changed:${listFailures(failures)}`,
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
    const told = sensitive.has(name) ? "The service does not take the value, which is not shown." : problem;
    return [`${toAttributeName(name)}: ${told}`];
  });
}

/** Adds to a plan what values mean that the interface of a service understands differently. */
export function adviseOnMeanings(saved: SavedPlan): SavedPlan {
  const { plan, tasks } = saved;
  const inheriting = tasks.filter(({ queue: { wanted }, service, action, seen }) => {
    const isSent = action === "create" || action === "update";
    if (!isSent || !service.reconciler.abilities.inheritsByEmptyList) return false;
    return pickPlanned(wanted, seen).settings.requiredStatuses?.length === 0;
  });
  const [first] = inheriting;
  if (first === undefined) return saved;
  const id = formatQueueId(first.queue.identity);
  const others = inheriting.length === 1 ? "" : ` and ${countQueues(inheriting.length - 1)} more`;
  const warning =
    `required_statuses = [] means "inherited" at this service: ${id}${others} will have no list of its own, so the ` +
    "repository's configuration file or branch protection decides which statuses are required.";
  return { tasks, plan: { ...plan, warnings: [...plan.warnings, warning] } };
}
