import type { TrackedEvent } from "../../api/tracked-event";
import { isMergeQueueError, MergeQueueError } from "../../queue/merge-queue-error";
import type { Repository } from "../../queue/queue-identity";
import type { Connection } from "../connection/connect";

/**
 * Uploads parts of events one after another. Each event has an id, so uploading it again adds nothing.
 * @throws MergeQueueError as `ApiClient.call`; its message and `details.progress` say how many were uploaded before
 */
export async function uploadEvents(
  { api, startCall }: Connection,
  repo: Repository,
  parts: readonly (readonly TrackedEvent[])[],
): Promise<void> {
  const total = parts.reduce((sum, part) => sum + part.length, 0);
  let done = 0;
  for (const part of parts) {
    try {
      await api.call("trackEvents", { repo, events: part }, startCall());
    } catch (error) {
      if (!isMergeQueueError(error)) throw error;
      throw explain(error, done, total);
    }
    done += part.length;
  }
}

function explain(failure: MergeQueueError, done: number, total: number): MergeQueueError {
  const before =
    done === 0 ? "No event was uploaded." : `The first ${done} of ${total} events were uploaded.`;
  return new MergeQueueError(
    failure.code,
    `${failure.message}\n${before} Run the same command again: an event that is uploaded twice counts once.`,
    { ...failure.details, progress: { done, total } },
    failure,
  );
}
