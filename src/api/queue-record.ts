import { MergeQueueError } from "../queue/merge-queue-error";
import type { EnumSetting, SettingDefinition } from "../queue/setting-definition";
import type { QueueRecord, SettingName, SettingValue } from "../queue/settings";
import { SETTINGS } from "../queue/settings";

/** The body of an answer that describes a queue, settings not yet checked. */
export type QueueBody = Readonly<Record<string, unknown>>;

/**
 * Picks the settings out of a queue that a service answered. Tolerant as promises F-17 and F-18 say: a
 * setting that is missing or null is left out; an enum in another case is brought to the table's spelling; a
 * word that the table does not know is kept as given; numbers may lie outside the bounds for requests.
 * @throws MergeQueueError `unexpected_response` naming the first field of a wrong type
 */
export function toQueueRecord(body: QueueBody): QueueRecord {
  const record: Partial<Record<SettingName, SettingValue>> = {};
  for (const setting of SETTINGS) {
    const given = readField(body, setting.name);
    if (given === undefined) continue;
    const value = tryReadValue(setting, given);
    if (value === undefined) throw wrongType(setting, given);
    record[setting.name] = value;
  }
  return record;
}

/**
 * Reads a queue as {@link toQueueRecord} does, if all settings are there and of the right type.
 * @returns undefined if there is no body or it does not describe the whole queue; ask `/getQueue` then
 */
export function tryToCompleteRecord(body: QueueBody | undefined): QueueRecord | undefined {
  if (body === undefined) return undefined;
  const isComplete = SETTINGS.every((setting) => {
    const given = readField(body, setting.name);
    return given !== undefined && tryReadValue(setting, given) !== undefined;
  });
  return isComplete ? toQueueRecord(body) : undefined;
}

function readField(body: QueueBody, name: string): unknown {
  return Object.hasOwn(body, name) ? (body[name] ?? undefined) : undefined;
}

function tryReadValue(setting: SettingDefinition, given: unknown): SettingValue | undefined {
  switch (setting.kind) {
    case "integer":
      // Past the safe range a number is no longer the one that the service wrote (promise S-13).
      return typeof given === "number" && Math.abs(given) <= Number.MAX_SAFE_INTEGER ? given : undefined;
    case "boolean":
      return typeof given === "boolean" ? given : undefined;
    case "enum":
      return typeof given === "string" ? toTableSpelling(setting, given) : undefined;
    case "stringSet":
      return isStringArray(given) ? given : undefined;
  }
}

function toTableSpelling(setting: EnumSetting, given: string): string {
  const folded = given.toLowerCase();
  const words = [...setting.values, ...setting.transientValues];
  return words.find((word) => word === folded) ?? given;
}

function isStringArray(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((element) => typeof element === "string");
}

function wrongType(setting: SettingDefinition, given: unknown): MergeQueueError {
  const expected = {
    integer: "a number that can be read exactly",
    boolean: "true or false",
    enum: "a string",
    stringSet: "a list of strings",
  }[setting.kind];
  return new MergeQueueError(
    "unexpected_response",
    `The service answered ${JSON.stringify(setting.name)} as ${describe(given)} where the interface has ` +
      `${expected}. The service may be newer than this version, or not a merge queue service: check ` +
      "base_url, and look for a newer version.",
    { field: setting.name },
  );
}

function describe(value: unknown): string {
  if (typeof value === "number") return `the number ${value}`;
  if (Array.isArray(value)) return "a list with other things than strings in it";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}
