import type { KnownQueue } from "../queue/known-queue";
import { MergeQueueError } from "../queue/merge-queue-error";
import { formatQueueId } from "../queue/queue-identity";
import type { LiveQueue } from "./read-queue";
import { type ReconcileContext, toReasonStyle } from "./reconcile-context";

/** Makes the error for a queue with other settings than its plan showed; undefined if they are the same. */
export function createOutdatedError(
  context: ReconcileContext,
  what: "deleted" | "changed",
  known: KnownQueue,
  live: LiveQueue,
): MergeQueueError | undefined {
  const drift = known.findDrift(live, toReasonStyle(context));
  if (drift === undefined) return undefined;
  const { queue } = context;
  return new MergeQueueError(
    "plan_outdated",
    `Queue ${formatQueueId(queue)} was not ${what}, because ${drift.reason} when this was planned: someone else has ` +
      "changed it since, or it is another queue. Nothing was changed. Plan again, and review the plan.",
    {
      queue,
      ...(drift.field !== undefined && { field: drift.field }),
      record: live.settings,
      additionalFields: live.additionalFields,
    },
  );
}
