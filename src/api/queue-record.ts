import { type QueueRecord, SETTING_NAMES, SETTINGS } from "../queue/settings";
import type { GetQueueResponse } from "./operations/get-queue";

/** Picks the settings of a queue from a response. */
export function toQueueRecord(response: GetQueueResponse): QueueRecord {
  return Object.fromEntries(
    SETTING_NAMES.filter((name) => response[name] !== undefined).map((name) => [name, response[name]]),
  );
}

/** Tells whether a response contains all settings that every service has, so that `/getQueue` is not needed. */
export function showsAllSettings(response: GetQueueResponse): boolean {
  return SETTINGS.every(({ name, isAlwaysShown }) => !isAlwaysShown || response[name] !== undefined);
}
