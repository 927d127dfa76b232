/** The operations on a queue whose duration users can bound, with their defaults in milliseconds. */
export const DEFAULT_TIMEOUTS_MS = {
  create: 5 * 60_000,
  read: 60_000,
  update: 5 * 60_000,
  delete: 5 * 60_000,
} as const;

/** How long deleting may take where the queue is drained first, in milliseconds, unless the user says so. */
export const DEFAULT_DRAIN_TIMEOUT_MS = 60 * 60_000;

/** An operation whose duration users can bound. */
export type TimedOperation = keyof typeof DEFAULT_TIMEOUTS_MS;

/** Answers how long an operation may take by default, in milliseconds; deleting longer where the queue is drained first. */
export function getDefaultTimeoutMs(operation: TimedOperation, isDrained: boolean): number {
  return operation === "delete" && isDrained ? DEFAULT_DRAIN_TIMEOUT_MS : DEFAULT_TIMEOUTS_MS[operation];
}
