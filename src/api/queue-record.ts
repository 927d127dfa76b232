import type { QueueRecord } from "../queue/settings";
import { SETTING_NAMES } from "../queue/settings";
import type { GetQueueResponse } from "./operations/get-queue";

/** Picks the settings out of a queue that a service answered. */
export function toQueueRecord(answer: GetQueueResponse): QueueRecord {
  return Object.fromEntries(
    SETTING_NAMES.filter((name) => answer[name] !== undefined).map((name) => [name, answer[name]]),
  );
}

/** Tells whether an answer shows all settings, so that `/getQueue` need not be asked. */
export function showsAllSettings(answer: GetQueueResponse): boolean {
  return SETTING_NAMES.every((name) => answer[name] !== undefined);
}
