import { formatQueueId, type QueueIdentity } from "../queue/queue-identity";
import { type QueueRecord, SETTINGS, type SettingValueOf } from "../queue/settings";
import type { LiveQueue } from "./read-queue";

/** A state that a request can set (interface, section "POST /updateQueue"). */
export type RequestableState = SettingValueOf<"state">;

/** The state of a queue that is changing its mode. No request can set this state (interface, Queue). */
export const SWITCHING_MODES = "switching_modes";

/** The result of setting a queue's state. */
export interface ChangedState {
  readonly before: LiveQueue;
  readonly settings: QueueRecord;
  readonly isChanged: boolean;
}

const REQUESTABLE_STATES: readonly RequestableState[] = SETTINGS.flatMap((setting) =>
  setting.name === "state" ? setting.values : [],
);

/** Tells whether a queue is switching modes. */
export function isSwitchingModes(record: QueueRecord): boolean {
  return record.state === SWITCHING_MODES;
}

/** Returns the queue's state if a request can set it. Undefined if it is transient, unknown or missing. */
export function tryToRequestableState({ state }: QueueRecord): RequestableState | undefined {
  return REQUESTABLE_STATES.find((word) => word === state);
}

/** Describes a change of a queue's state, as one sentence. */
export function describeStateChange(queue: QueueIdentity, changed: ChangedState): string {
  const { before, settings, isChanged } = changed;
  const subject = `Queue ${formatQueueId(queue)} is ${settings.state ?? "in an unknown state"}`;
  return isChanged
    ? `${subject} now; it was ${before.settings.state ?? "in an unknown state"}.`
    : `${subject} already; nothing was changed.`;
}
