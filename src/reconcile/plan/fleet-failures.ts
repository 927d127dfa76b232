import type { ErrorCode, PartFailure } from "../../queue/merge-queue-error";
import { isMergeQueueError, toErrorMessage } from "../../queue/merge-queue-error";

/** Most lines of a list in a message; `details.failures` has everything. */
const MOST_LINES = 10;

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

/** Lists failures for people, each on a line of its own. */
export function listFailures(failures: readonly PartFailure[]): string {
  return listLines(
    failures.map(
      // Most messages say themselves which queue they are about.
      ({ part, message }) =>
        `${message.includes(part) ? "" : `${part}: `}${message.replaceAll("\n", "\n  ")}`,
    ),
  );
}

/** Lists what a message is about, each on a line of its own; of what would take more than ten lines, the rest as a count. */
export function listLines(lines: readonly string[]): string {
  const shown = lines.length > MOST_LINES ? lines.slice(0, MOST_LINES - 1) : lines;
  const more = lines.length - shown.length;
  return [...shown, ...(more === 0 ? [] : [`and ${more} more`])].map((line) => `\n- ${line}`).join("");
}

/** Writes a number of queues. */
export function countQueues(count: number): string {
  return count === 1 ? "1 queue" : `${count} queues`;
}
