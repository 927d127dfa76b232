import type { EngineDraft } from "../draft/draft";
import type { EventOf } from "../engine-event";
import { mayStart, sendBack, testAgain, tryFindEntry } from "../line/line";
import { tryFindEnqueued } from "../list-enqueued";
import { type Effect, refuse, refuseUnknown, withQueue } from "../transition";

/**
 * Tests a pull request again, with its batch and in its place; tests on top of it continue. A bisection ends, and its
 * pull requests return to waiting. Refuses a pull request that has not started.
 */
export function applyRestartTests(draft: EngineDraft, event: EventOf<"restartTests">): Effect {
  return withQueue(draft, event.identity, (queue) => {
    const submission = tryFindEnqueued(queue, event.number);
    if (submission === undefined) return refuseUnknown(queue, event.number);
    const entry = tryFindEntry(queue, submission.sequence);
    if (entry === undefined) {
      return refuse(
        "pull_request_not_tested",
        `Pull request #${event.number} has no tests to restart: it is ${submission.state}.`,
      );
    }
    if (entry.phase === "bisecting" || !mayStart(queue)) {
      sendBack(queue, entry, "Waits for its turn: its tests were restarted on request.");
    } else {
      testAgain(queue, entry);
    }
    draft.unsettled.add(queue);
    return { kind: "done", queue };
  });
}
