import type { AttributePath, Diagnostic } from "../../plugin/diagnostic";
import { attributePath } from "../../plugin/diagnostic";
import { formatPath } from "../../plugin/values/format-path";
import { getAttribute } from "../../plugin/values/get-attribute";
import type { ObjectValue, Value } from "../../plugin/values/value";
import { UNKNOWN } from "../../plugin/values/value";
import { toAttributeName } from "../../queue/attribute-name";
import { checkDeletionPolicy } from "../../queue/deletion-policy";
import { checkDuration } from "../../queue/parse-duration";
import { checkRepositoryPart, checkTargetBranch, REPOSITORY_PARTS } from "../../queue/queue-identity";
import { SETTINGS } from "../../queue/settings";
import { checkSetting } from "../../queue/validate-settings";
import { getRepositoryPart } from "./identity-values";
import type { TimedOperation } from "./queue-schema";
import { DEFAULT_TIMEOUTS_MS } from "./queue-schema";
import { getSetting, toPlainValue } from "./setting-values";

const MUST_BE_SET = "It is required: it must be set, and not to null.";

/**
 * Checks a configuration and collects everything that is wrong with it. What is unknown is never wrong:
 * Terraform asks again when it knows; nor is null where the attribute is optional (rule C-20).
 */
export function validateQueue(config: ObjectValue): Diagnostic[] {
  return [
    ...validateIdentityAttributes(config),
    ...validateSettingAttributes(config),
    ...validateDeletionPolicy(config),
    ...validateTimeouts(config),
  ];
}

function validateIdentityAttributes(config: ObjectValue): Diagnostic[] {
  const repo = getAttribute(config, "repo");
  const parts = repo === null ? [] : REPOSITORY_PARTS;
  return [
    ...(repo === null ? [createInvalid(attributePath("repo"), MUST_BE_SET)] : []),
    ...parts.flatMap((part) =>
      checkRequired(attributePath("repo", part), getRepositoryPart(config, part), (value) =>
        checkRepositoryPart(part, value),
      ),
    ),
    ...checkRequired(
      attributePath("target_branch"),
      getAttribute(config, "target_branch"),
      checkTargetBranch,
    ),
  ];
}

/** Terraform takes an explicit null for a required attribute and leaves it to the provider to refuse it. */
function checkRequired(
  path: AttributePath,
  value: Value,
  check: (value: unknown) => string | undefined,
): Diagnostic[] {
  if (value === UNKNOWN) return [];
  const message = value === null ? MUST_BE_SET : check(value);
  return message === undefined ? [] : [createInvalid(path, message)];
}

function validateSettingAttributes(config: ObjectValue): Diagnostic[] {
  return SETTINGS.flatMap((setting) => {
    const value = getSetting(config, setting.name);
    if (value === null || value === UNKNOWN) return [];
    const path = attributePath(toAttributeName(setting.name));
    return checkSetting(setting, toPlainValue(value)).map((message) => createInvalid(path, message));
  });
}

function validateDeletionPolicy(config: ObjectValue): Diagnostic[] {
  const policy = getAttribute(config, "deletion_policy");
  const message = typeof policy === "string" ? checkDeletionPolicy(policy) : undefined;
  return message === undefined ? [] : [createInvalid(attributePath("deletion_policy"), message)];
}

function validateTimeouts(config: ObjectValue): Diagnostic[] {
  const timeouts = getAttribute(config, "timeouts");
  if (!(timeouts instanceof Map)) return [];
  return (Object.keys(DEFAULT_TIMEOUTS_MS) as TimedOperation[]).flatMap((operation) => {
    const text = getAttribute(timeouts as ObjectValue, operation);
    const message = typeof text === "string" ? checkDuration(text) : undefined;
    return message === undefined ? [] : [createInvalid(attributePath("timeouts", operation), message)];
  });
}

function createInvalid(path: AttributePath, message: string): Diagnostic {
  return { severity: "error", summary: `Invalid ${formatPath(path)}`, detail: message, path };
}
