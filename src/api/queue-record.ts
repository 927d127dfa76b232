import type { QueueRecord } from "../queue/settings";
import { SETTING_NAMES } from "../queue/settings";
import type { GetQueueResponse } from "./operations/get-queue";

/** Picks the settings of a queue from an answer. */
export function toQueueRecord(answer: GetQueueResponse): QueueRecord {
  return Object.fromEntries(
    SETTING_NAMES.filter((name) => answer[name] !== undefined).map((name) => [name, answer[name]]),
  );
}

/** Tells whether an answer contains all settings, so that `/getQueue` is not needed. */
export function showsAllSettings(answer: GetQueueResponse): boolean {
  return SETTING_NAMES.every((name) => answer[name] !== undefined);
}
