import { quote } from "../text/quote";
import { toAttributeName } from "./attribute-name";
import type { Finding } from "./finding";
import { isExactNumber } from "./is-exact-number";
import { isPlainObject } from "./is-plain-object";
import type { SettingName } from "./settings";
import { SETTINGS } from "./settings";

/** Anything that JSON has. */
export type JsonValue =
  | null
  | boolean
  | number
  | string
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue };

/**
 * Settings that the table does not know, by wire name: those of a newer service. A null is not managed, as is a
 * name that is absent. A map, so that no foreign name reaches a prototype (promise S-12).
 */
export type AdditionalSettings = ReadonlyMap<string, JsonValue>;

/** How deep lists and objects may be nested in the value of an additional setting. */
export const MAX_ADDITIONAL_DEPTH = 50;

/** A name that would reach the prototype of an object that is made of it (promise S-12). */
const PROTOTYPE_NAME = "__proto__";

/** Fields of the interface that are no settings, by key, and what to use instead. */
const OTHER_FIELDS: ReadonlyMap<string, string> = new Map([
  ["repo", "it says which queue is meant; use repo"],
  ["targetbranch", "it says which queue is meant; use target_branch"],
  ["branch", "it says which queue is meant; use target_branch"],
  ["enqueuedpullrequests", "what is in a queue is no setting; submit or cancel pull requests instead"],
  ["deleterequiredstatuses", "leave required_statuses out to give the choice back to the service"],
]);

const TABLE_NAMES: ReadonlyMap<string, SettingName> = new Map(
  SETTINGS.map(({ name }) => [toKey(name), name]),
);

/**
 * Checks the name of an additional setting: what has an attribute of its own is refused in every spelling of it,
 * as are the other fields of the interface.
 * @returns what is wrong with it as a sentence that says what to use instead, or undefined
 */
export function checkAdditionalSettingName(name: string): string | undefined {
  if (name.trim() === "") return "The name of a setting must not be empty.";
  if (name === PROTOTYPE_NAME) return `No setting can be named ${PROTOTYPE_NAME}.`;
  const own = tryFindOwnSetting(name);
  if (own !== undefined) return `The setting has an attribute of its own: use ${toAttributeName(own)}.`;
  const instead = OTHER_FIELDS.get(toKey(name));
  return instead === undefined ? undefined : `${quote(name)} is no additional setting: ${instead}.`;
}

/** Answers the setting of the table that a name means, in whatever spelling; undefined if it means none. */
export function tryFindOwnSetting(name: string): SettingName | undefined {
  return TABLE_NAMES.get(toKey(name));
}

/**
 * Checks the value of an additional setting. Values may be secrets: no message holds one.
 * @returns what is wrong with it first as a sentence, or undefined
 */
export function checkAdditionalSettingValue(value: unknown): string | undefined {
  const problem = findProblem(value, []);
  if (problem === undefined) return undefined;
  const where = problem.path.length === 0 ? "The value" : `What is at ${quote(problem.path.join("."))}`;
  return `${where} ${problem.what}.`;
}

/** Checks additional settings, names and values. @returns everything that is wrong, in the order of the map */
export function validateAdditionalSettings(settings: AdditionalSettings): Finding[] {
  return [...settings].flatMap(([name, value]) =>
    [checkAdditionalSettingName(name), checkAdditionalSettingValue(value)]
      .filter((message) => message !== undefined)
      .map((message) => ({ path: ["additionalSettings", name], message })),
  );
}

/** Answers the additional settings that are managed: those with another value than null. */
export function pickManaged(settings: AdditionalSettings | undefined): AdditionalSettings {
  return new Map([...(settings ?? [])].filter(([, value]) => value !== null));
}

/**
 * Tells whether two JSON values mean the same: objects without regard to the order of their keys, lists in order,
 * strings and keys after Unicode normalisation (NFC).
 */
export function isSameJson(a: unknown, b: unknown): boolean {
  if (typeof a === "string" && typeof b === "string") return a.normalize("NFC") === b.normalize("NFC");
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return a === b;
  if (Array.isArray(a) || Array.isArray(b)) {
    return Array.isArray(a) && Array.isArray(b) && isSameList(a, b);
  }
  const fields = toFields(b);
  const entries = [...toFields(a)];
  return (
    entries.length === fields.size &&
    entries.every(([key, value]) => fields.has(key) && isSameJson(value, fields.get(key)))
  );
}

function isSameList(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((element, index) => isSameJson(element, b[index]));
}

function toFields(value: object): Map<string, unknown> {
  return new Map(Object.entries(value).map(([key, field]) => [key.normalize("NFC"), field]));
}

/** Names are compared without regard to case and underscores: `batching_min_size` means `batchingMinSize`. */
function toKey(name: string): string {
  return name.normalize("NFC").replaceAll("_", "").toLowerCase();
}

interface Problem {
  readonly path: readonly string[];
  readonly what: string;
}

function findProblem(value: unknown, path: readonly string[]): Problem | undefined {
  switch (typeof value) {
    case "boolean":
    case "string":
      return undefined;
    case "number":
      return isExactNumber(value)
        ? undefined
        : {
            path,
            what: "is a number that JSON does not hold exactly; write it as a string if the service takes one",
          };
    case "object":
      return value === null ? undefined : findProblemWithin(value, path);
    default:
      return { path, what: `is nothing that JSON has (${typeof value})` };
  }
}

function findProblemWithin(value: object, path: readonly string[]): Problem | undefined {
  if (path.length >= MAX_ADDITIONAL_DEPTH) {
    return { path: path.slice(0, 1), what: `is nested deeper than ${MAX_ADDITIONAL_DEPTH} levels` };
  }
  if (!Array.isArray(value) && !isPlainObject(value)) {
    return { path, what: "is nothing that JSON has (an object with a class)" };
  }
  for (const [key, inner] of Object.entries(value) as [string, unknown][]) {
    if (key === PROTOTYPE_NAME) return { path, what: `has a key ${PROTOTYPE_NAME}, which is not allowed` };
    const problem = findProblem(inner, [...path, key]);
    if (problem !== undefined) return problem;
  }
  return undefined;
}
