/** The operations with a timeout, and their defaults in milliseconds. */
export const DEFAULT_TIMEOUTS_MS = {
  create: 5 * 60_000,
  read: 60_000,
  update: 5 * 60_000,
  delete: 5 * 60_000,
} as const;

/** The default for deleting a queue that is drained first, in milliseconds. */
export const DEFAULT_DRAIN_TIMEOUT_MS = 60 * 60_000;

/** An operation with a timeout. */
export type TimedOperation = keyof typeof DEFAULT_TIMEOUTS_MS;

/** Returns the default timeout in milliseconds. @param isDrained - whether deleting drains the queue first */
export function getDefaultTimeoutMs(operation: TimedOperation, isDrained: boolean): number {
  return operation === "delete" && isDrained ? DEFAULT_DRAIN_TIMEOUT_MS : DEFAULT_TIMEOUTS_MS[operation];
}
