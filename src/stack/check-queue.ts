import { checkAdditionalSettingName, checkAdditionalSettingValue } from "../queue/additional-settings";
import { toAttributeName } from "../queue/attribute-name";
import { checkRepositoryPart, checkTargetBranch } from "../queue/queue-identity";
import { checkDeletionPolicy, checkOnExisting, type DeletionPolicy } from "../queue/queue-policies";
import { SETTINGS } from "../queue/settings";
import { checkSetting } from "../queue/validate-settings";
import { checkDuration, tryParseDurationMs } from "../text/parse-duration";
import { quote } from "../text/quote";
import type { DeclaredQueue } from "./declared-queue";
import type { QueueAttributes } from "./queue-blocks";
import { hasSensitive, listFields, toJson, type Value } from "./values";

/** What the attributes of a queue mean. */
interface CheckedQueue extends Pick<DeclaredQueue, "wanted" | "sensitive" | "deletionPolicy" | "timeoutsMs"> {
  /** What is wrong: attribute and sentence. The rest is valid only if there is nothing. */
  readonly problems: readonly (readonly [string, string])[];
}

type Rule = (plain: unknown) => readonly (string | undefined)[];

const MUST_BE_SET = "It is required: it must be set, and not to null.";

/** Stands for a value that must not be shown when its rule is stated. */
const HIDDEN = "(sensitive value)";

/**
 * Checks the attributes of a queue by the rules of the provider, and collects all problems.
 * @param ignored - attributes that are not managed, by Terraform name
 */
export function checkQueue({ values, faults }: QueueAttributes, ignored: ReadonlySet<string>): CheckedQueue {
  const find = (name: string): Value => values.get(name) ?? null;
  const problems = [...faults];
  const add = (name: string, messages: ReturnType<Rule>): void => {
    for (const message of messages) if (message !== undefined) problems.push([name, message]);
  };
  const isKnown = (name: string): boolean => faults.every(([faulty]) => faulty !== name);

  const repo = [...listFields(find("repo"))];
  for (const [part, value] of repo)
    add(
      `repo.${part}`,
      checkRequired(value, (plain) => checkRepositoryPart(part, plain)),
    );
  if (repo.length === 0 && isKnown("repo")) add("repo", [MUST_BE_SET]);
  if (isKnown("target_branch")) add("target_branch", checkRequired(find("target_branch"), checkTargetBranch));

  const settings = SETTINGS.map((setting) => {
    const attribute = toAttributeName(setting.name);
    const value = find(attribute);
    add(
      attribute,
      checkOptional(value, (plain) => checkSetting(setting, plain)),
    );
    return [setting.name, ignored.has(attribute) ? null : value] as const;
  }).filter(([, value]) => toJson(value) !== null);

  const additional = ignored.has("additional_settings") ? [] : [...listFields(find("additional_settings"))];
  for (const [name, value] of additional) {
    // Values are never shown, for they may be secrets (rule C-21).
    const messages = [checkAdditionalSettingName(name), checkAdditionalSettingValue(toJson(value))];
    add(
      "additional_settings",
      messages.map((message) => message && `Setting ${quote(name)}: ${message}`),
    );
  }

  for (const [name, rule] of [
    ["deletion_policy", checkDeletionPolicy],
    ["on_existing", checkOnExisting],
  ] as const)
    add(
      name,
      checkOptional(find(name), (plain) => [rule(plain)]),
    );
  const timeoutsMs = [...listFields(find("timeouts"))].map(([operation, value]) => {
    add(
      `timeouts.${operation}`,
      checkOptional(value, (plain) => [checkDuration(plain)]),
    );
    const plain = toJson(value);
    return [operation, typeof plain === "string" ? tryParseDurationMs(plain) : undefined] as const;
  });
  return {
    wanted: {
      settings: Object.fromEntries(settings.map(([name, value]) => [name, toJson(value)])),
      ...(additional.length > 0
        ? { additionalSettings: new Map(additional.map(([name, value]) => [name, toJson(value)])) }
        : {}),
    },
    sensitive: new Set(
      [...settings, ...additional].filter(([, value]) => hasSensitive(value)).map(([name]) => name),
    ),
    deletionPolicy: (toJson(find("deletion_policy")) ?? "refuse") as DeletionPolicy,
    timeoutsMs: Object.fromEntries(timeoutsMs.filter(([, timeoutMs]) => timeoutMs !== undefined)),
    problems,
  };
}

/** Checks a part of the identity. */
function checkRequired(value: Value, rule: (plain: unknown) => string | undefined): ReturnType<Rule> {
  if (toJson(value) === null) return [MUST_BE_SET];
  return [hasSensitive(value) ? "It must not be sensitive: it says which queue it is." : rule(toJson(value))];
}

/** Checks what is not null. A sensitive value is kept out of the message. */
function checkOptional(value: Value, rule: Rule): ReturnType<Rule> {
  const plain = toJson(value);
  const messages = plain === null ? [] : rule(plain);
  const isHidden = hasSensitive(value) && !Array.isArray(plain) && messages.some(Boolean);
  return isHidden ? rule(HIDDEN) : messages;
}
