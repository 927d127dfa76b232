import { formatRepository } from "../../queue/queue-identity";
import type { EventSequence, TrackedEvent } from "../../queue/tracked-event";
import type { EngineDraft } from "../draft/queue-draft";
import type { EventOf } from "../engine-event";
import { type Effect, refuse } from "../refusal";
import { toRepositoryKey } from "../repository-key";
import { createSortedMap, draftSortedMap } from "../sorted-map";

/** Adds events; one replaces another with its id. A key of another platform or kind is refused. */
export function applyTrackEvents(
  draft: EngineDraft,
  { repo, events: uploaded }: EventOf<"trackEvents">,
): Effect {
  const key = toRepositoryKey(repo);
  const known = draft.trackedEvents.get(key);
  const events = draftSortedMap(known?.events ?? createSortedMap<number, TrackedEvent>());
  const positions = draftSortedMap(known?.positions ?? createSortedMap<string, number>());
  const sequences = draftSortedMap(known?.sequences ?? createSortedMap<string, EventSequence>());
  for (const tracked of uploaded) {
    const { id, sequence } = tracked;
    const before = sequences.get(sequence.key);
    if (before !== undefined && (before.platform !== sequence.platform || before.kind !== sequence.kind)) {
      const named = `Event ${JSON.stringify(id)} calls the sequence ${JSON.stringify(sequence.key)}`;
      return refuse(
        "sequence_contradictory",
        `${named} a ${sequence.kind} of ${sequence.platform}, but in ${formatRepository(repo)} that key is a ` +
          `${before.kind} of ${before.platform}. Give the sequence a key of its own.`,
      );
    }
    sequences.set(sequence.key, sequence);
    const position = positions.get(id) ?? positions.size + 1;
    positions.set(id, position);
    events.set(position, tracked);
  }
  const tracked = { repo: known?.repo ?? repo, events, positions, sequences };
  draft.trackedEvents = new Map(draft.trackedEvents).set(key, tracked);
  return undefined;
}
