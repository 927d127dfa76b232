import { type QueueRecord, SETTINGS, type SettingValueOf } from "../queue/settings";

/** A state that a queue can be set to (interface, section "POST /updateQueue"). */
export type RequestableState = SettingValueOf<"state">;

/** The transient state of a queue that is changing its mode; it cannot be requested (interface, Queue). */
export const SWITCHING_MODES = "switching_modes";

const REQUESTABLE_STATES: readonly RequestableState[] = SETTINGS.flatMap((setting) =>
  setting.name === "state" ? setting.values : [],
);

/** Tells whether a queue is switching modes. */
export function isSwitchingModes(record: QueueRecord): boolean {
  return record.state === SWITCHING_MODES;
}

/** Returns the queue's state if it can be requested; undefined if it is transient, unknown or missing. */
export function tryToRequestableState({ state }: QueueRecord): RequestableState | undefined {
  return REQUESTABLE_STATES.find((word) => word === state);
}
