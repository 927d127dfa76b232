import { isPlainObject } from "../text/is-plain-object";
import { checkDuration } from "../text/parse-duration";
import { quote } from "../text/quote";
import { GAINED_SETTINGS, validateAdditionalSettings } from "./additional-settings";
import { toAttributeName } from "./attribute-name";
import { fromRuleAttributes } from "./batching-rule";
import type { Finding } from "./finding";
import { checkRepositoryPart, checkTargetBranch, REPOSITORY_PARTS } from "./queue-identity";
import { checkDeletionPolicy, checkOnExisting } from "./queue-policies";
import { SETTINGS } from "./settings";
import { checkSetting } from "./validate-settings";

/** The operations for which `timeouts` can set a time limit. */
export const TIMED_OPERATIONS = ["create", "read", "update", "delete"] as const;

export type TimedOperation = (typeof TIMED_OPERATIONS)[number];

/** The message about a required attribute that is null. */
export const MUST_BE_SET = "It is required, and must not be null.";

type Path = readonly [attribute: string, part?: string];

export interface AttributeSource {
  /** Returns an attribute's plain value: null if the attribute is not set, undefined if it is unknown. */
  readonly find: (path: Path) => unknown;
  /** Tells whether messages must hide the value of an attribute. Default: false. */
  readonly isSensitive?: (attribute: string) => boolean;
}

type Check = (value: unknown) => readonly (string | undefined)[];

const HIDDEN = "(sensitive value)";

/** Finds all problems, in schema order. Accepts unknown values, and null for an optional attribute. */
export function checkQueueAttributes(source: AttributeSource): Finding[] {
  const checkOptional = (path: Path, check: Check): Finding[] =>
    checkAt(source, path, (value) => (value === null ? [] : check(value)));
  return [
    ...checkIdentityAttributes(source),
    ...SETTINGS.flatMap((each) => checkOptional([each.attribute], (value) => checkSetting(each, value))),
    ...checkOptional(["deletion_policy"], (value) => [checkDeletionPolicy(value)]),
    ...checkOptional(["on_existing"], (value) => [checkOnExisting(value)]),
    ...checkOptional(["additional_settings"], checkAdditionalSettings),
    ...checkOptional(["additional_settings"], (value) => listSetTwice(value, source)),
    ...TIMED_OPERATIONS.flatMap((operation) =>
      checkOptional(["timeouts", operation], (value) => [checkDuration(value)]),
    ),
  ];
}

/** Checks the required attributes `repo` and `target_branch`. @returns all problems, in schema order */
export function checkIdentityAttributes(source: AttributeSource): Finding[] {
  const isMissing = source.find(["repo"]) === null;
  return [
    ...(isMissing ? [{ path: ["repo"], message: MUST_BE_SET }] : checkRepositoryAttribute(source)),
    ...checkRequired(source, ["target_branch"], checkTargetBranch),
  ];
}

/** Checks the parts of `repo`, which are all required. @returns all problems, in schema order */
export function checkRepositoryAttribute(source: AttributeSource): Finding[] {
  return REPOSITORY_PARTS.flatMap((part) =>
    checkRequired(source, ["repo", part], (value) => checkRepositoryPart(part, value)),
  );
}

function checkRequired(source: AttributeSource, path: Path, check: typeof checkTargetBranch): Finding[] {
  return checkAt(source, path, (value) => [value === null ? MUST_BE_SET : check(value)]);
}

function checkAt({ find, isSensitive }: AttributeSource, path: Path, check: Check): Finding[] {
  const value = fromRuleAttributes(find(path));
  const found = value === undefined ? [] : check(value);
  const isHidden = typeof value !== "object" && isSensitive?.(path[0]) === true;
  const messages = isHidden && found.some(Boolean) ? check(HIDDEN) : found;
  const names = path.filter((name) => name !== undefined);
  return messages.flatMap((message) => (message === undefined ? [] : [{ path: names, message }]));
}

function listSetTwice(settings: unknown, { find }: AttributeSource): readonly string[] {
  if (!isPlainObject(settings)) return [];
  const twice = [...GAINED_SETTINGS].filter(
    (name) => (settings[name] ?? null) !== null && (find([toAttributeName(name)]) ?? null) !== null,
  );
  return twice.map(
    (name) => `Setting ${quote(name)} is set twice: remove it here, and keep ${toAttributeName(name)}.`,
  );
}

/** Messages name each wrong setting, but never contain its value, which may be a secret. */
function checkAdditionalSettings(settings: unknown): readonly string[] {
  if (!isPlainObject(settings))
    return ["Must be an object whose keys are the settings' names in the interface."];
  return validateAdditionalSettings(Object.entries(settings)).map(
    ({ path: [, name], message }) => `Setting ${quote(name)}: ${message}`,
  );
}
