import { formatQueueId } from "../../queue/queue-identity";
import type { SubmitPullRequestEvent } from "./engine-event";
import type { EngineOptions } from "./engine-options";
import type { EngineState, Priority } from "./engine-state";
import type { EngineContext, Transition } from "./transition";
import { refuse, storeQueue, withQueue } from "./transition";

/** Puts a pull request into a queue, where it stays until it is cancelled. Refuses one that is in it already. */
export function submitPullRequest(
  state: EngineState,
  event: SubmitPullRequestEvent,
  context: EngineContext,
): Transition {
  return withQueue(state, event.identity, context, (queue) => {
    const { number, noBatch } = event;
    if (queue.pullRequests.has(number)) {
      const id = formatQueueId(queue.identity);
      return refuse(state, "pull_request_enqueued", `Pull request #${number} is in the queue ${id} already.`);
    }
    const priority = tryFindPriority(event.priority, context.options);
    if (priority === undefined) {
      const words = Object.keys(context.options.priorities).join(", ");
      return refuse(
        state,
        "priority_unknown",
        `There is no priority ${JSON.stringify(event.priority)}. Send a number or one of ${words}.`,
      );
    }
    const pullRequests = new Map(queue.pullRequests).set(number, {
      id: context.createId(),
      number,
      state: "pending",
      stateChangedAtMs: context.nowMs,
      priority,
      noBatch,
      description: context.options.describePullRequest(queue.identity, number),
    });
    return storeQueue(state, { ...queue, pullRequests });
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
