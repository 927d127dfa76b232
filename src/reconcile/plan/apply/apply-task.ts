import type { TimedOperation } from "../../default-timeouts";
import type { RequestableState } from "../../queue-state";
import type { OperationOptions } from "../../reconciler";
import { pickPlanned } from "../find-planned-changes";
import type { FleetMember } from "../fleet-member";
import { getTaskTimeoutMs } from "../fleet-member";
import type { FleetAction, PlannedTask } from "../prepared-plan";

/**
 * What became of a queue: `already_gone` if it was to be deleted and somebody else was faster, `kept` if an earlier
 * create of the same run has taken it over.
 */
export type TaskResult = "created" | "updated" | "deleted" | "already_gone" | "kept" | "forgotten";

/** A task that changes something. */
export type ChangingTask = PlannedTask & FleetMember & { readonly action: Exclude<FleetAction, "none"> };

/**
 * Does what is planned for one queue, and nothing else: what is sent is what the plan showed (promise I-2).
 * @param signals - the user's interrupts: the first lets what has begun end well, the second lets no write begin
 * @param priorState - the queue's state as it was seen last; what a draining that fails may set back
 * @throws MergeQueueError as `Reconciler.create`, `Reconciler.update` and `Reconciler.delete`
 */
export async function applyTask(
  { queue, reconciler, action, seen }: ChangingTask,
  signals: Pick<OperationOptions, "stopSignal" | "endSignal">,
  priorState: RequestableState | undefined,
): Promise<TaskResult> {
  const { identity, wanted, deletionPolicy, sensitive } = queue;
  const limit = (operation: TimedOperation): OperationOptions => ({
    timeoutMs: getTaskTimeoutMs(queue, operation),
    ...signals,
    sensitive,
  });
  switch (action) {
    case "create":
      await reconciler.create(identity, wanted, limit("create"));
      return "created";
    case "update":
      await reconciler.update(identity, pickPlanned(wanted, seen), limit("update"));
      return "updated";
    case "delete": {
      const drain = { priorState };
      return reconciler.delete(identity, {
        ...limit("delete"),
        ...(deletionPolicy === "drain" ? { drain } : {}),
      });
    }
    case "forget":
      return "forgotten";
  }
}
