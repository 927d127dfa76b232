import type { TrackedEvent } from "../../api/tracked-event";
import type { Repository } from "../../queue/identity";
import { toRepositoryKey } from "../engine/draft/engine-draft";
import type { EngineState } from "../engine/engine-state";

/** A CI event as it is served back: with the payloads that the interface says are there by default. */
export type ListedEvent = Required<Omit<TrackedEvent, "parent" | "sequence">> &
  Pick<TrackedEvent, "parent"> & { readonly sequence: Required<TrackedEvent["sequence"]> };

/**
 * Lists the CI events of a repository in the order in which they were first heard of, each in its latest version.
 * The description of a sequence is the one that came with the event.
 */
export function listTrackedEvents(
  state: Pick<EngineState, "trackedEvents">,
  repo: Repository,
): readonly ListedEvent[] {
  const tracked = state.trackedEvents.get(toRepositoryKey(repo));
  return tracked === undefined ? [] : Array.from(tracked.events.values(), toListedEvent);
}

function toListedEvent(event: TrackedEvent): ListedEvent {
  const { sequence } = event;
  return {
    id: event.id,
    chainId: event.chainId,
    ...(event.parent === undefined ? {} : { parent: event.parent }),
    createdAt: event.createdAt,
    finishedAt: event.finishedAt,
    conclusion: event.conclusion,
    payload: event.payload ?? { metrics: [], tags: [] },
    sequence: {
      platform: sequence.platform,
      kind: sequence.kind,
      key: sequence.key,
      name: sequence.name,
      payload: sequence.payload ?? { tags: [] },
    },
  };
}
