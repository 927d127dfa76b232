import { toUnitEscapes } from "../text/escape-control";
import { isPlainObject } from "../text/is-plain-object";
import { quote } from "../text/quote";
import { toCanonicalJson } from "../text/to-canonical-json";
import { toAttributeName } from "./attribute-name";
import type { Finding } from "./finding";
import { SETTINGS, type SettingName } from "./settings";

/** Any JSON value. */
export type JsonValue =
  | null
  | boolean
  | number
  | string
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue };

/** Settings outside the table, by wire name. A null one is not managed. A Map makes `__proto__` harmless. */
export type AdditionalSettings = ReadonlyMap<string, JsonValue>;

/** Maximum nesting of lists and objects in an additional setting. */
export const MAX_ADDITIONAL_DEPTH = 50;

const PROTOTYPE_NAME = "__proto__";

/** Services may ignore case by the rules of Unicode, which take `\u017f` for an s, and `\u212a` for a k. */
const NOT_ASCII = /[^\x20-\x7e]/u;

/** Advice on names that are fields of the interface, but not settings. The keys are results of `toKey`. */
const OTHER_FIELDS: ReadonlyMap<string, string> = new Map([
  ["repo", "it identifies the queue; use repo"],
  ["targetbranch", "it identifies the queue; use target_branch"],
  ["branch", "it identifies the queue; use target_branch"],
  ["enqueuedpullrequests", "pull requests are not settings; submit or cancel them instead"],
  ["deleterequiredstatuses", "leave required_statuses out to let the service choose again"],
]);

/** Settings that got an attribute in version 1.8. `additional_settings` accepts them, but with a warning. */
export const GAINED_SETTINGS: ReadonlySet<string> = new Set<SettingName>(
  SETTINGS.filter((setting) => "isGained" in setting).map(({ name }) => name),
);

/** Writes the warning that an additional setting has its own attribute now. @param name - the wire name */
export function describeGained(name: string): string {
  return `The additional setting ${name} has an attribute now: set ${toAttributeName(name)}, and remove ${name} from additional_settings. A later major version will refuse the setting there.`;
}

const TABLE_NAMES = new Map<string, SettingName>(SETTINGS.map(({ name }) => [toKey(name), name]));

/** Checks an additional setting's name. @returns the problem and its remedy; undefined if there is none */
export function checkAdditionalSettingName(name: string): string | undefined {
  if (name.trim() === "") return "The name of a setting must not be empty.";
  if (name === PROTOTYPE_NAME) return `A setting cannot be named ${PROTOTYPE_NAME}.`;
  const other = NOT_ASCII.exec(name)?.[0];
  if (other !== undefined) {
    const rule = `The name of a setting must be ASCII, but this name contains ${toUnitEscapes(other)}`;
    return `${rule}: a service may take it for the name of another setting.`;
  }
  const own = tryFindOwnSetting(name);
  if (own === name && GAINED_SETTINGS.has(own)) return undefined;
  if (own !== undefined) return `This setting has an attribute: use ${toAttributeName(own)}.`;
  const instead = OTHER_FIELDS.get(toKey(name));
  return instead === undefined ? undefined : `${quote(name)} is not an additional setting: ${instead}.`;
}

/** Returns the setting in the table that has this name. Ignores letter case and underscores. */
export function tryFindOwnSetting(name: string): SettingName | undefined {
  return TABLE_NAMES.get(toKey(name));
}

/** Checks an additional setting's value. @returns the first problem (it hides the value), or undefined */
export function checkAdditionalSettingValue(value: unknown): string | undefined {
  return findProblem(value, []);
}

/** Checks the names and values of additional settings. @returns all problems, with the paths of a request */
export function validateAdditionalSettings(settings: Iterable<readonly [string, unknown]>): Finding[] {
  return [...settings].flatMap(([name, value]) =>
    [checkAdditionalSettingName(name), checkAdditionalSettingValue(value)].flatMap((message) =>
      message === undefined ? [] : [{ path: ["additionalSettings", name], message }],
    ),
  );
}

/** Returns the additional settings whose value is not null. Only these are managed. */
export function pickManaged(settings: AdditionalSettings | undefined): AdditionalSettings {
  return new Map([...(settings ?? [])].filter(([, value]) => value !== null));
}

/** Tells whether two JSON values are equal. Ignores key order, and compares strings in Unicode NFC. */
export function isSameJson(a: unknown, b: unknown): boolean {
  return a === undefined || b === undefined ? a === b : toCanonicalJson(a) === toCanonicalJson(b);
}

function toKey(name: string): string {
  return name.replaceAll("_", "").toLowerCase();
}

function describeProblem(path: readonly string[], what: string): string {
  return `The value${path.length === 0 ? "" : ` at ${quote(path.join("."))}`} ${what}.`;
}

function findProblem(value: unknown, path: readonly string[]): string | undefined {
  if (typeof value === "object" && value !== null) return findProblemWithin(value, path);
  if (typeof value === "number" && !isExactNumber(value)) {
    const advice = "write it as a string if the service accepts one";
    return describeProblem(path, `is a number that JSON cannot represent exactly; ${advice}`);
  }
  const isJson = value === null || ["boolean", "string", "number"].includes(typeof value);
  return isJson ? undefined : describeProblem(path, `is not a JSON value (${typeof value})`);
}

function findProblemWithin(value: object, path: readonly string[]): string | undefined {
  if (path.length >= MAX_ADDITIONAL_DEPTH)
    return describeProblem(path.slice(0, 1), `is nested deeper than ${MAX_ADDITIONAL_DEPTH} levels`);
  if (!Array.isArray(value) && !isPlainObject(value))
    return describeProblem(path, "is not a JSON value (an object with a class)");
  for (const [key, inner] of Object.entries(value) as [string, unknown][]) {
    if (key === PROTOTYPE_NAME)
      return describeProblem(path, `has a key ${PROTOTYPE_NAME}, which is not allowed`);
    const problem = findProblem(inner, [...path, key]);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

/** Tells whether a JSON number is exact. Parsers round integers beyond ±2^53. Fractions count as exact. */
export function isExactNumber(value: number): boolean {
  return Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value));
}
