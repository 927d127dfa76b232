import { MergeQueueError } from "../../queue/merge-queue-error";

/**
 * Says what is wrong with the data file.
 * @param message - what, where, why and what to do next
 */
export function makeDataError(message: string, cause?: unknown): MergeQueueError {
  return new MergeQueueError("invalid_configuration", message, { argument: "data" }, cause);
}
