import { formatQueueId, toIdentityKey } from "../../queue/queue-identity";
import type { EngineDraft } from "../draft/draft";
import { openQueue } from "../draft/engine-draft";
import { createEmptyQueue } from "../draft/queue-draft";
import type { EventOf } from "../engine-event";
import { checkRepository, type Effect, refuse } from "../transition";

/** Creates a queue; other settings come from the options. Refuses a queue that exists. */
export function applyCreateQueue(draft: EngineDraft, event: EventOf<"createQueue">): Effect {
  const { identity } = event;
  const missing = checkRepository(identity, draft.options);
  if (missing !== undefined) return refuse("repository_unknown", missing);
  const key = toIdentityKey(identity);
  if (draft.queues.has(key)) {
    return refuse("queue_exists", `The queue ${formatQueueId(identity)} exists already.`);
  }
  const wanted = { ...draft.options.newQueue, ...event.settings };
  const settings = { ...wanted, bisectionConcurrency: wanted.bisectionConcurrency ?? wanted.concurrency };
  const additionalSettings = new Map(Object.entries(draft.options.additionalSettings));
  const queue = createEmptyQueue({ identity, settings, additionalSettings });
  return { kind: "done", queue: openQueue(draft, key, queue) };
}
