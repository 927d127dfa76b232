import { isMergeQueueError, type MergeQueueError } from "../../../src/queue/merge-queue-error";

/** Waits for a promise that must reject with a MergeQueueError, and returns the error. */
export async function catchRejection(promise: Promise<unknown>): Promise<MergeQueueError> {
  try {
    await promise;
  } catch (error) {
    if (isMergeQueueError(error)) return error;
    throw error;
  }
  throw new Error("nothing was thrown");
}
