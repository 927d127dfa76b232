import type { AdditionalSettings } from "../queue/additional-settings";
import { checkAdditionalSettingName, checkAdditionalSettingValue } from "../queue/additional-settings";
import { toAttributeName } from "../queue/attribute-name";
import { checkRepositoryPart, checkTargetBranch, REPOSITORY_PARTS } from "../queue/queue-identity";
import type { DeletionPolicy } from "../queue/queue-policies";
import { checkDeletionPolicy, checkOnExisting } from "../queue/queue-policies";
import { SETTINGS } from "../queue/settings";
import { checkSetting } from "../queue/validate-settings";
import { checkDuration, tryParseDurationMs } from "../text/parse-duration";
import { quote } from "../text/quote";
import type { DeclaredQueue } from "./declared-queue";
import { TIMED_OPERATIONS } from "./queue-attributes";
import type { QueueAttributes } from "./queue-blocks";
import type { Value } from "./values";
import { hasSensitive, listFields, toJson } from "./values";

/** What the attributes of a queue mean. */
export interface CheckedQueue
  extends Pick<DeclaredQueue, "wanted" | "sensitive" | "deletionPolicy" | "timeoutsMs"> {
  /** What is wrong: attribute and sentence. The rest means something only if there is nothing. */
  readonly problems: readonly (readonly [string, string])[];
}

const MUST_BE_SET = "It is required: it must be set, and not to null.";

/** Stands for a value that must not be shown when its rule is stated. */
const HIDDEN = "(sensitive value)";

/**
 * Checks the attributes of a queue by the rules of the provider, and collects everything that is wrong with them.
 * @param ignored - attributes that are not managed, by Terraform name
 */
export function checkQueue({ values, faults }: QueueAttributes, ignored: ReadonlySet<string>): CheckedQueue {
  const problems = [...faults];
  const find = (name: string): Value => values.get(name) ?? null;
  /** Checks what is not null. A second check with other words keeps a sensitive value out of the message. */
  const check = (
    name: string,
    value: Value,
    rule: (plain: unknown) => readonly (string | undefined)[],
  ): void => {
    const plain = toJson(value);
    if (plain === null) return;
    let messages = rule(plain);
    if (hasSensitive(value) && !Array.isArray(plain) && messages.some(Boolean)) messages = rule(HIDDEN);
    for (const message of messages) if (message !== undefined) problems.push([name, message]);
  };
  const checkPart = (name: string, value: Value, rule: (plain: unknown) => string | undefined): void => {
    if (toJson(value) === null) problems.push([name, MUST_BE_SET]);
    else if (hasSensitive(value))
      problems.push([name, "It must not be sensitive: it says which queue it is."]);
    else check(name, value, (plain) => [rule(plain)]);
  };

  const repo = find("repo");
  if (toJson(repo) === null && isKnown(values, "repo")) problems.push(["repo", MUST_BE_SET]);
  const parts = listFields(repo);
  if (parts.size > 0) {
    for (const part of REPOSITORY_PARTS)
      checkPart(`repo.${part}`, parts.get(part) ?? null, (value) => checkRepositoryPart(part, value));
  }
  if (isKnown(values, "target_branch")) checkPart("target_branch", find("target_branch"), checkTargetBranch);

  const settings = new Map<string, unknown>();
  const sensitive = new Set<string>();
  for (const setting of SETTINGS) {
    const attribute = toAttributeName(setting.name);
    const value = find(attribute);
    check(attribute, value, (plain) => checkSetting(setting, plain));
    if (toJson(value) === null || ignored.has(attribute)) continue;
    settings.set(setting.name, toJson(value));
    if (hasSensitive(value)) sensitive.add(setting.name);
  }
  const additional = ignored.has("additional_settings") ? null : find("additional_settings");
  for (const [name, value] of listFields(additional)) {
    // Values are never shown, for they may be secrets (rule C-21).
    for (const message of [checkAdditionalSettingName(name), checkAdditionalSettingValue(toJson(value))])
      if (message !== undefined) problems.push(["additional_settings", `Setting ${quote(name)}: ${message}`]);
    if (hasSensitive(value)) sensitive.add(name);
  }
  const additionalSettings: AdditionalSettings = new Map(
    [...listFields(additional)].map(([name, value]) => [name, toJson(value)]),
  );

  check("deletion_policy", find("deletion_policy"), (plain) => [checkDeletionPolicy(plain)]);
  check("on_existing", find("on_existing"), (plain) => [checkOnExisting(plain)]);
  const timeouts = listFields(find("timeouts"));
  const timeoutsMs = TIMED_OPERATIONS.flatMap((operation) => {
    const value = timeouts.get(operation) ?? null;
    check(`timeouts.${operation}`, value, (given) => [checkDuration(given)]);
    const plain = toJson(value);
    const timeoutMs = typeof plain === "string" ? tryParseDurationMs(plain) : undefined;
    return timeoutMs === undefined ? [] : [[operation, timeoutMs] as const];
  });
  return {
    wanted: {
      settings: Object.fromEntries(settings),
      ...(additionalSettings.size > 0 ? { additionalSettings } : {}),
    },
    sensitive,
    deletionPolicy: (toJson(find("deletion_policy")) ?? "refuse") as DeletionPolicy,
    timeoutsMs: Object.fromEntries(timeoutsMs),
    problems,
  };
}

/** What could not be evaluated is undefined, and a fault says why. */
function isKnown(values: QueueAttributes["values"], name: string): boolean {
  return !values.has(name) || values.get(name) !== undefined;
}
