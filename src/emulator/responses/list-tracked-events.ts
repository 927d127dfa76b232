import { toRepositoryKey } from "../../engine/draft/engine-draft";
import type { EngineState } from "../../engine/engine-state";
import type { Repository } from "../../queue/queue-identity";
import type { TrackedEvent } from "../../queue/tracked-event";

/**
 * Lists the CI events of a repository in the order of their first report, each in its latest version, with the
 * description of the sequence that it was reported with, and with the default payloads of the interface.
 */
export function listTrackedEvents(
  state: Pick<EngineState, "trackedEvents">,
  repo: Repository,
): readonly TrackedEvent[] {
  const tracked = state.trackedEvents.get(toRepositoryKey(repo));
  return Array.from(tracked?.events.values() ?? [], (event) => {
    const { payload = { metrics: [], tags: [] }, sequence } = event;
    return { ...event, payload, sequence: { ...sequence, payload: sequence.payload ?? { tags: [] } } };
  });
}
