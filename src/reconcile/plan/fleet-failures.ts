import type { ErrorCode, PartFailure } from "../../queue/merge-queue-error";
import { isMergeQueueError, toErrorMessage } from "../../queue/merge-queue-error";

/** How many failures a message tells in full; of the others it names the part. */
const MOST_TOLD = 50;

/** What would meet the next queue of the same service as well, whatever is done with it. */
const FATAL_CODES: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  "unauthorized",
  "wrong_address",
  "proxy_refused",
  "unreachable",
  "interrupted",
]);

/**
 * Tells whether a failure with one queue would meet the others of the same service as well, because of itself or of
 * what led to it.
 */
export function isFatal(error: unknown): boolean {
  return isMergeQueueError(error) && (FATAL_CODES.has(error.code) || isFatal(error.cause));
}

/**
 * Answers what went wrong with one queue.
 * @throws what is no MergeQueueError: a fault of the program ends everything
 */
export function toPartFailure(part: string, error: unknown): PartFailure {
  if (!isMergeQueueError(error)) throw error;
  return { part, code: error.code, message: toErrorMessage(error) };
}

/** Lists failures for people, each on a line of its own; names every part. */
export function listFailures(failures: readonly PartFailure[]): string {
  return failures
    .map(({ part, code, message }, index) => {
      if (index >= MOST_TOLD) return `\n- ${part}: ${code}`;
      // Most messages say themselves which queue they are about.
      return `\n- ${message.includes(part) ? "" : `${part}: `}${message.replaceAll("\n", "\n  ")}`;
    })
    .join("");
}

/** Writes a number of queues. */
export function countQueues(count: number): string {
  return count === 1 ? "1 queue" : `${count} queues`;
}
