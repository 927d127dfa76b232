import { toRepositoryKey } from "../../engine/draft/engine-draft";
import type { EngineState } from "../../engine/engine-state";
import type { Repository } from "../../queue/queue-identity";
import type { TrackedEvent } from "../../queue/tracked-event";

/** A CI event with the default payloads of the interface. */
export type ListedEvent = Required<Omit<TrackedEvent, "parent" | "sequence">> &
  Pick<TrackedEvent, "parent"> & { readonly sequence: Required<TrackedEvent["sequence"]> };

/**
 * Lists the CI events of a repository in the order of their first report, each in its latest version, with the
 * description of the sequence that it was reported with.
 */
export function listTrackedEvents(
  state: Pick<EngineState, "trackedEvents">,
  repo: Repository,
): readonly ListedEvent[] {
  const tracked = state.trackedEvents.get(toRepositoryKey(repo));
  return tracked === undefined ? [] : Array.from(tracked.events.values(), toListedEvent);
}

function toListedEvent(event: TrackedEvent): ListedEvent {
  const { payload = { metrics: [], tags: [] }, sequence } = event;
  return { ...event, payload, sequence: { ...sequence, payload: sequence.payload ?? { tags: [] } } };
}
