import type { EngineDraft } from "../draft/draft";
import type { EventOf } from "../engine-event";
import { tryFindEnqueued } from "../list-enqueued";
import { type Effect, refuseUnknown, withQueue } from "../transition";
import { cancelSubmission } from "../waiting/cancel-submission";

/** Removes a pull request from a queue. Refuses one that is not in it. */
export function applyCancelPullRequest(draft: EngineDraft, event: EventOf<"cancelPullRequest">): Effect {
  return withQueue(draft, event.identity, (queue) => {
    const submission = tryFindEnqueued(queue, event.number);
    if (submission === undefined) return refuseUnknown(queue, event.number);
    cancelSubmission(queue, submission, "Was cancelled on request.");
    return { kind: "done", queue };
  });
}
