import type { PartFailure } from "../../queue/merge-queue-error";
import { isMergeQueueError, toErrorMessage } from "../../queue/merge-queue-error";

/** How many failures a message tells in full; of the others it names the part. */
const MOST_TOLD = 50;

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
