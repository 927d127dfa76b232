import { applyEvent } from "../../../src/engine/apply-event";
import type { EngineEvent } from "../../../src/engine/engine-event";
import type { EngineOptions } from "../../../src/engine/engine-options";
import { createState, type EngineState, findNextDueMs } from "../../../src/engine/engine-state";
import { NOW_MS } from "../engine-fixtures";
import { QUEUES } from "./action";
import type { Schedule } from "./arbitrary-schedule";
import { freezeState } from "./freeze-state";
import { toEvents } from "./to-events";

/** An event, and when it happens. */
export interface Happening {
  readonly nowMs: number;
  readonly event: EngineEvent;
}

/** What one event, or one due moment, has led to. */
export interface Step extends Happening {
  readonly before: EngineState;
  readonly after: EngineState;
  readonly isRefused: boolean;
}

/** Nothing has happened. */
export const BEGINNING: EngineState = { ...createState("model"), nowMs: NOW_MS };

/**
 * Plays a schedule, due moment by due moment, on states that cannot be changed. There are queues from the
 * start.
 * @param visit - is shown every step
 * @param amend - changes an event before it happens
 * @returns the last state
 */
export function playSchedule(
  { options, actions }: Schedule,
  visit: (step: Step) => void,
  amend: (event: EngineEvent, state: EngineState) => EngineEvent = (event) => event,
): EngineState {
  let state = BEGINNING;
  let nowMs = NOW_MS;
  const apply = (event: EngineEvent, atMs: number): void => {
    const before = state;
    const { state: after, outcome } = applyEvent(before, event, { nowMs: atMs, options });
    freezeState(after);
    state = after;
    visit({ nowMs: atMs, event, before, after, isRefused: outcome.kind === "refused" });
  };
  const waitUntil = (untilMs: number): void => {
    for (
      let dueMs = findNextDueMs(state);
      dueMs !== undefined && dueMs <= untilMs;
      dueMs = findNextDueMs(state)
    ) {
      apply({ type: "tick" }, dueMs);
    }
    nowMs = untilMs;
  };
  for (const identity of QUEUES) apply({ type: "createQueue", identity, settings: {} }, nowMs);
  for (const action of actions) {
    // A clock can only be seen to move back after it was read.
    if (action.kind === "wait" && action.ms < 0) apply({ type: "readQueue", identity: QUEUES[0] }, nowMs);
    if (action.kind === "wait") waitUntil(nowMs + action.ms);
    if (action.kind === "waitUntilDue") {
      waitUntil(Math.max(nowMs, (findNextDueMs(state) ?? nowMs) + action.offsetMs));
    }
    const events = toEvents(action, state);
    // What is due at that moment happens with the event.
    if (action.kind === "finishAll" && events.length > 0) nowMs += 1;
    for (const event of events) apply(amend(event, state), nowMs);
  }
  return state;
}

/** Lets events happen as they come, each with all that is due before it. */
export function replay(
  state: EngineState,
  happenings: readonly Happening[],
  options: EngineOptions,
): EngineState {
  return happenings.reduce(
    (before, { event, nowMs }) => applyEvent(before, event, { nowMs, options }).state,
    state,
  );
}
