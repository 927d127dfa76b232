import type { TimedOperation } from "../../../queue/check-attributes";
import type { DrainOptions } from "../../drain/drain-until";
import type { OperationOptions } from "../../reconciler";
import { pickPlanned } from "../find-planned-changes";
import { getTaskTimeoutMs, type ReachableTask, type TaskAction } from "../plan";

/**
 * The outcome for a queue: `already_gone` if an outside change deleted it first, `kept` if an earlier create of the same
 * run has adopted it.
 */
export type TaskResult = "created" | "updated" | "deleted" | "already_gone" | "kept" | "forgotten";

/** A task that changes something. */
export type ChangingTask = ReachableTask & { readonly action: Exclude<TaskAction, "none"> };

/**
 * Applies the plan for one queue: sends what the plan showed, and nothing else (promise I-2).
 * @param signals - the user's interrupts: after the first, work in progress is finished; after the second, no further
 *   write begins
 * @param drain - how to drain the queue, if its deletion policy says so
 * @throws MergeQueueError as `Reconciler.create`, `Reconciler.update` and `Reconciler.delete`
 */
export async function applyTask(
  { queue, reconciler, action, seen }: ChangingTask,
  signals: Pick<OperationOptions, "stopSignal" | "endSignal">,
  drain: DrainOptions,
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
    case "delete":
      return reconciler.delete(identity, {
        ...limit("delete"),
        ...(deletionPolicy === "drain" ? { drain } : {}),
      });
    case "forget":
      return "forgotten";
  }
}
