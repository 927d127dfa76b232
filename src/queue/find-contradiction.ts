import { quote } from "../text/quote";
import { isSameJson, pickManaged } from "./additional-settings";
import { isSameSetting } from "./diff-settings";
import { type QueueRecord, SETTINGS, type SettingValue } from "./settings";
import type { WantedQueue } from "./wanted-queue";

/** Settings by wire name, and fields that are not in the settings table. */
interface Shown {
  readonly settings: QueueRecord;
  readonly additionalFields: { readonly [name: string]: unknown };
}

/** A queue that may be the one that was created; its pull requests are undefined if the service does not list them. */
export interface FoundQueue extends Shown {
  readonly pullRequests: readonly unknown[] | undefined;
}

/** What is known about the queue that was created. */
export interface CreatedQueue {
  readonly wanted: WantedQueue;
  /** Whether the service said that it created it. Else the comparison is all that shows it. */
  readonly isConfirmed: boolean;
  /** Settings of a new queue. A field that is missing here is not known, and proves nothing. */
  readonly newQueue: Shown;
  /** What the service stored when these settings were sent, if its response showed it. */
  readonly stored?: Shown | undefined;
}

/** How a reason names settings, and whether it may show their values. */
export interface ReasonStyle {
  readonly nameSetting: (wireName: string) => string;
  readonly isHidden: (wireName: string) => boolean;
}

/** Why a queue cannot be shown to be the one that was created. */
export interface Contradiction {
  /** A clause: `its concurrency is 9 and not 4`. Contains no strings of sets and of additional settings. */
  readonly reason: string;
  /** Wire name of the setting; undefined for pull requests. */
  readonly field?: string;
}

/**
 * Compares a queue with the one that was created (promises F-02b, F-08b): a new queue has no pull requests, is running, has
 * the settings of `/createQueue` as sent, and each other declared setting as declared or as a new queue gets it. Settings
 * that are not declared prove nothing. Required statuses may be inherited: another list contradicts only if the creation is
 * not confirmed, because it would be overwritten.
 * @returns the first contradiction
 */
export function findContradiction(
  found: FoundQueue,
  { wanted, isConfirmed, newQueue, stored }: CreatedQueue,
  { nameSetting, isHidden }: ReasonStyle,
): Contradiction | undefined {
  if (found.pullRequests !== undefined && found.pullRequests.length > 0) {
    return { reason: "it has pull requests in it" };
  }
  for (const setting of SETTINGS) {
    const { name, kind, settableOnCreate } = setting;
    const now: SettingValue | undefined = found.settings[name];
    const wish: SettingValue | undefined = wanted.settings[name];
    if (now === undefined || (wish === undefined && name !== "state")) continue;
    if (kind === "enum" && setting.transientValues.some((value) => value === now)) continue;
    const fresh: SettingValue | undefined =
      kind === "stringSet" && !isConfirmed ? [] : newQueue.settings[name];
    if (!settableOnCreate && fresh === undefined) continue;
    const possible = [wish, stored?.settings[name], settableOnCreate ? undefined : fresh];
    if (possible.some((value) => value !== undefined && isSameSetting(name, now, value))) continue;
    const subject = `its ${nameSetting(name)}`;
    if (kind === "stringSet" || isHidden(name)) return { reason: `${subject} has ${FOREIGN}`, field: name };
    const why = settableOnCreate ? ` and not ${quote(wish)}` : `, ${FOREIGN}`;
    return { reason: `${subject} is ${quote(now)}${why}`, field: name };
  }
  for (const [name, wish] of pickManaged(wanted.additionalSettings)) {
    const now = getField(found, name);
    const fresh = getField(newQueue, name);
    if (now === undefined || fresh === undefined) continue;
    if ([wish, getField(stored, name), fresh].some((value) => isSameJson(now, value))) continue;
    return { reason: `its ${name} has ${FOREIGN}`, field: `additionalSettings.${name}` };
  }
  return undefined;
}

const FOREIGN = "a value that is neither declared nor that of a new queue";

function getField(shown: Shown | undefined, name: string): unknown {
  return shown !== undefined && Object.hasOwn(shown.additionalFields, name)
    ? shown.additionalFields[name]
    : undefined;
}
