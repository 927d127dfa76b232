import type { TimedOperation } from "../default-timeouts";
import { getDefaultTimeoutMs } from "../default-timeouts";
import type { FleetQueue } from "./fleet-member";

/** What a timeout depends on. */
type Timed = Pick<FleetQueue, "timeoutsMs" | "deletionPolicy">;

/**
 * Answers how long an operation on a declared queue may take, in milliseconds. Deleting takes longer by default where
 * the queue is drained first.
 */
export function getTaskTimeoutMs({ timeoutsMs, deletionPolicy }: Timed, operation: TimedOperation): number {
  return timeoutsMs[operation] ?? getDefaultTimeoutMs(operation, deletionPolicy === "drain");
}

/** Answers the same as users write it: `60m`, `90s`. */
export function describeTaskTimeout(queue: Timed, operation: TimedOperation): string {
  const ms = getTaskTimeoutMs(queue, operation);
  return ms % 60_000 === 0 ? `${ms / 60_000}m` : `${ms / 1_000}s`;
}
