import { MergeQueueError } from "../../queue/merge-queue-error";

/** Makes an error about the data file. */
export function makeDataError(message: string, cause?: unknown): MergeQueueError {
  return new MergeQueueError("invalid_configuration", message, { argument: "data" }, cause);
}
