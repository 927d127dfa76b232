import { formatQueueId } from "../../queue/queue-identity";
import { findOrDescribe } from "../draft/code-host";
import type { EngineDraft } from "../draft/draft";
import { makeId } from "../draft/engine-draft";
import type { EventOf } from "../engine-event";
import type { EngineOptions } from "../engine-options";
import type { Priority } from "../engine-state";
import { tryFindEnqueued } from "../list-enqueued";
import { type Effect, refuse, withQueue } from "../transition";
import { putToWaiting } from "../waiting/waiting";

/** Submits a pull request to a queue. Refuses one that is already in the queue or closed at the code host. */
export function applySubmitPullRequest(draft: EngineDraft, event: EventOf<"submitPullRequest">): Effect {
  return withQueue(draft, event.identity, (queue) => {
    const { number, noBatch = false } = event;
    const { options, nowMs } = draft;
    const id = formatQueueId(queue.identity);
    if (tryFindEnqueued(queue, number) !== undefined) {
      return refuse("pull_request_enqueued", `Pull request #${number} is in the queue ${id} already.`);
    }
    const priority = tryFindPriority(event.priority, options);
    if (priority === undefined) {
      const words = Object.keys(options.priorities).join(", ");
      return refuse(
        "priority_unknown",
        `There is no priority ${JSON.stringify(event.priority)}. Send a number or one of ${words}.`,
      );
    }
    if (options.submissionsWhileDraining === "refuse" && queue.settings.state === "draining") {
      return refuse("queue_draining", `The queue ${id} is draining. Submit when it runs again.`);
    }
    const found = findOrDescribe(draft, queue.identity, number);
    if (found.kind === "refused") return found;
    const { pullRequest } = found;
    if (pullRequest.closedAtMs !== undefined) {
      return refuse("pull_request_closed", `Pull request #${number} is closed. Reopen it first.`);
    }
    // Submissions are never removed.
    const sequence = queue.submissions.size + 1;
    queue.submissions.set(sequence, {
      id: makeId(draft),
      sequence,
      number,
      state: "not_ready",
      stateChangedAtMs: nowMs,
      submittedAtMs: nowMs,
      enteredAtMs: undefined,
      firstTestedAtMs: undefined,
      waitedMs: undefined,
      priority,
      noBatch,
      skipTheLine: pullRequest.skipTheLine,
      forceEnqueued: pullRequest.forceEnqueued,
      pullRequest,
      testRunId: undefined,
      reason: "",
      turn: undefined,
      place: undefined,
      testsAlone: false,
    });
    queue.latestByNumber.set(number, sequence);
    putToWaiting(queue, sequence);
    draft.unsettled.add(queue);
    return { kind: "done", queue };
  });
}

function tryFindPriority(wanted: number | string | undefined, options: EngineOptions): Priority | undefined {
  const words = Object.entries(options.priorities);
  if (typeof wanted === "number") {
    const word = words.find(([, value]) => value === wanted);
    return { value: wanted, name: word?.[0] ?? String(wanted) };
  }
  const name = wanted ?? options.defaultPriority;
  const word = words.find(([known]) => known === name);
  if (word === undefined) return undefined;
  const priority: Priority = { value: word[1], name };
  return wanted === undefined ? { ...priority, usedDefaultName: name } : priority;
}
