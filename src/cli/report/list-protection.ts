import type { PlannedQueue, ProtectionChange } from "../../reconcile/plan/fleet-plan";

/** A change of merge protection and the queue it happens to. */
export interface QueueProtection {
  readonly queue: PlannedQueue;
  readonly change: ProtectionChange;
}

/**
 * Lists what a plan does to merge protection: required statuses that go, then other losses, then pauses, each in the
 * order of the queues.
 */
export function listProtection(queues: readonly PlannedQueue[]): QueueProtection[] {
  const all = queues.flatMap((queue) => queue.protection.map((change) => ({ queue, change })));
  const losses = all.filter(({ change }) => change.kind === "loss");
  return [
    ...losses.filter(({ change }) => change.name === "requiredStatuses"),
    ...losses.filter(({ change }) => change.name !== "requiredStatuses"),
    ...all.filter(({ change }) => change.kind === "pause"),
  ];
}
