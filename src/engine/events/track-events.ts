import type { Repository } from "../../queue/queue-identity";
import { formatRepository } from "../../queue/queue-identity";
import type { EventSequence, TrackedEvent } from "../../queue/tracked-event";
import type { EngineDraft } from "../draft/draft";
import { toRepositoryKey } from "../draft/engine-draft";
import type { EventOf } from "../engine-event";
import type { TrackedEvents } from "../engine-state";
import { createSortedMap, draftSortedMap } from "../sorted-map";
import { checkRepository, type Effect, refuse } from "../transition";

/**
 * Adds uploaded events to those of a repository; an event replaces one with the same id. A sequence may get a new name,
 * but its key belongs to one platform and kind (interface, Limits: unique within the repository): an upload that
 * contradicts this is refused as a whole.
 */
export function applyTrackEvents(draft: EngineDraft, event: EventOf<"trackEvents">): Effect {
  const { repo } = event;
  const missing = checkRepository(event, draft.options);
  if (missing !== undefined) return refuse("repository_unknown", missing);
  const key = toRepositoryKey(repo);
  const known = draft.trackedEvents.get(key);
  const events = known === undefined ? createSortedMap<number, TrackedEvent>() : draftSortedMap(known.events);
  const positions = known === undefined ? createSortedMap<string, number>() : draftSortedMap(known.positions);
  const sequences =
    known === undefined ? createSortedMap<string, EventSequence>() : draftSortedMap(known.sequences);
  for (const tracked of event.events) {
    const { id, sequence } = tracked;
    const before = sequences.get(sequence.key);
    if (before !== undefined && (before.platform !== sequence.platform || before.kind !== sequence.kind)) {
      return refuse("sequence_contradictory", explainContradiction(repo, tracked, before));
    }
    sequences.set(sequence.key, sequence);
    const position = positions.get(id) ?? positions.size + 1;
    positions.set(id, position);
    events.set(position, tracked);
  }
  const tracked: TrackedEvents = { repo: known?.repo ?? repo, events, positions, sequences };
  draft.trackedEvents = new Map(draft.trackedEvents).set(key, tracked);
  return { kind: "done" };
}

function explainContradiction(
  repo: Repository,
  { id, sequence }: TrackedEvent,
  before: EventSequence,
): string {
  const { key, platform, kind } = sequence;
  return (
    `Event ${JSON.stringify(id)} calls the sequence ${JSON.stringify(key)} a ${kind} of ${platform}, but in ` +
    `${formatRepository(repo)} that key is a ${before.kind} of ${before.platform}. Give the sequence a key of its own.`
  );
}
