import { quote } from "../text/quote";
import { isSameJson, pickManaged } from "./additional-settings";
import { isSameSetting, isTransientValue } from "./find-setting-changes";
import { getAdditionalField, type QueueDrift, type ReasonStyle, type ShownSettings } from "./known-queue";
import { SETTINGS, type SettingValue } from "./settings";
import type { WantedQueue } from "./wanted-queue";

/** A queue that a create may have made. `pullRequests` is undefined if the service does not list them. */
export interface FoundQueue extends ShownSettings {
  readonly pullRequests: readonly unknown[] | undefined;
}

export interface CreatedQueue {
  readonly wanted: WantedQueue;
  /** The expected settings of a new queue. A missing field is unknown, and never counts as drift. */
  readonly newQueue: ShownSettings;
}

/**
 * Checks whether a create may have made a found queue. Such a queue is empty and running, and each of its
 * declared settings has the requested or the default value. @returns the first difference
 */
export function findNewQueueDrift(
  found: FoundQueue,
  { wanted, newQueue }: CreatedQueue,
  { nameSetting, isHidden }: ReasonStyle,
): QueueDrift | undefined {
  const { pullRequests = [] } = found;
  if (pullRequests.length > 0) return { reason: "it has pull requests in it" };
  for (const { name, kind, settableOnCreate } of SETTINGS) {
    const now: SettingValue | undefined = found.settings[name];
    const wish: SettingValue | undefined = wanted.settings[name];
    if (now === undefined || (wish === undefined && name !== "state")) continue;
    if (isTransientValue(name, now)) continue;
    const fresh: SettingValue | undefined = kind === "stringSet" ? [] : newQueue.settings[name];
    if (!settableOnCreate && fresh === undefined) continue;
    const possible = [wish, settableOnCreate ? undefined : fresh];
    if (possible.some((value) => value !== undefined && isSameSetting(name, now, value))) continue;
    const subject = `its ${nameSetting(name)}`;
    if (kind === "stringSet" || isHidden(name)) return { reason: `${subject} has ${FOREIGN}`, field: name };
    const why = settableOnCreate ? ` and not ${quote(wish)}` : `, ${FOREIGN}`;
    return { reason: `${subject} is ${quote(now)}${why}`, field: name };
  }
  for (const [name, wish] of pickManaged(wanted.additionalSettings)) {
    const now = getAdditionalField(found, name);
    const fresh = getAdditionalField(newQueue, name);
    if (now === undefined || fresh === undefined) continue;
    if ([wish, fresh].some((value) => isSameJson(now, value))) continue;
    return { reason: `its ${name} has ${FOREIGN}`, field: `additionalSettings.${name}` };
  }
  return undefined;
}

const FOREIGN = "a value that is neither declared nor the default of a new queue";
