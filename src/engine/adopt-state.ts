import { ASSUMED_DEFAULTS } from "../queue/settings";
import { draftEngine, freezeEngine, tryOpenQueue } from "./draft/engine-draft";
import type { EngineOptions } from "./engine-options";
import type { EngineState } from "./engine-state";
import { settleQueues } from "./let-time-pass";
import { refreshWaiting } from "./waiting/waiting";

/** Continues a state with other options: at the last event's time, starts and merges what they allow. */
export function adoptState(state: EngineState, options: EngineOptions): EngineState {
  const draft = draftEngine(state, { nowMs: state.nowMs, options });
  for (const key of state.queues.keys()) {
    const queue = tryOpenQueue(draft, key);
    if (queue === undefined) continue;
    // Another version may not have every setting.
    queue.settings = { ...ASSUMED_DEFAULTS, ...options.newQueue, ...queue.settings };
    refreshWaiting(queue);
    draft.unsettled.add(queue);
  }
  settleQueues(draft);
  return freezeEngine(draft, state);
}
