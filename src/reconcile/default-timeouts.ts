import type { TimedOperation } from "../queue/check-attributes";

/** The default timeout of each operation, in milliseconds. */
export const DEFAULT_TIMEOUTS_MS: Readonly<Record<TimedOperation, number>> = {
  create: 5 * 60_000,
  read: 60_000,
  update: 5 * 60_000,
  delete: 5 * 60_000,
};

/** The default timeout of a delete that first drains the queue, in milliseconds. */
export const DEFAULT_DRAIN_TIMEOUT_MS = 60 * 60_000;

/** How many milliseconds a command waits for the list of pull requests that are not ready. */
export const NOT_READY_TIMEOUT_MS = 10_000;

/** Returns the default timeout. @param options - `isDrained`: whether a delete first drains the queue */
export function getDefaultTimeoutMs(
  operation: TimedOperation,
  { isDrained }: { readonly isDrained: boolean },
): number {
  return operation === "delete" && isDrained ? DEFAULT_DRAIN_TIMEOUT_MS : DEFAULT_TIMEOUTS_MS[operation];
}
