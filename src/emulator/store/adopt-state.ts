import { draftEngine, freezeEngine, tryOpenQueue } from "../../engine/draft/engine-draft";
import { createEmptyQueue } from "../../engine/draft/queue-draft";
import type { EngineOptions } from "../../engine/engine-options";
import { createState, type EngineState } from "../../engine/engine-state";
import { settleQueues } from "../../engine/settle-queues";
import { refreshWaiting } from "../../engine/waiting/waiting";
import { ASSUMED_DEFAULTS } from "../../queue/assumed-defaults";

const EMPTY_STATE = createState("");
/** Without the fields that version 1.1 did not store. */
const EMPTY_QUEUE = {
  ...createEmptyQueue({
    identity: { repo: { host: "", owner: "", name: "" }, targetBranch: "" },
    settings: ASSUMED_DEFAULTS,
  }),
  restarts: undefined,
};

/**
 * Continues a state by the rules of this version and these options, if others have stored it: what may start or merge by
 * these rules does so, at the moment of the last event.
 * @throws Error if the state lacks something that this version needs, or contains something that it would lose
 */
export function adoptState(state: EngineState, options: EngineOptions): EngineState {
  compareFields("it", state, EMPTY_STATE);
  const draft = draftEngine(state, { nowMs: state.nowMs, options });
  for (const [key, stored] of state.queues) {
    compareFields(`the queue ${key}`, stored, EMPTY_QUEUE);
    const queue = tryOpenQueue(draft, key);
    if (queue === undefined) continue;
    // Older versions did not have every setting.
    queue.settings = { ...ASSUMED_DEFAULTS, ...options.newQueue, ...queue.settings };
    // Version 1.1 held only what was submitted while the queue drained.
    if (queue.heldFromSequence !== undefined) queue.heldFromSequence = 1;
    refreshWaiting(queue);
    draft.unsettled.add(queue);
  }
  settleQueues(draft);
  return freezeEngine(draft, state);
}

function compareFields(what: string, stored: object, known: object): void {
  const unknown = Object.keys(stored).find((name) => !Object.hasOwn(known, name));
  // It would be lost with the first change.
  if (unknown !== undefined) throw new Error(`${what} has the unknown field ${unknown}`);
  const values = new Map(Object.entries(stored));
  const missing = Object.entries(known).find(([name, value]) => value !== undefined && !values.has(name));
  if (missing !== undefined) throw new Error(`${what} has no ${missing[0]}`);
}
