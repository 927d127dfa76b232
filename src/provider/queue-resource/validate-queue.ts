import type { Diagnostic } from "../../plugin/diagnostic";
import { attributePath } from "../../plugin/diagnostic";
import { getAttribute } from "../../plugin/values/get-attribute";
import type { ObjectValue } from "../../plugin/values/value";
import { UNKNOWN } from "../../plugin/values/value";
import { toAttributeName } from "../../queue/attribute-name";
import { checkDeletionPolicy } from "../../queue/deletion-policy";
import { checkDuration } from "../../queue/parse-duration";
import { SETTINGS } from "../../queue/settings";
import { checkSetting } from "../../queue/validate-settings";
import { createInvalid } from "../invalid-attribute";
import { validateIdentity } from "../validate-identity";
import type { TimedOperation } from "./queue-schema";
import { DEFAULT_TIMEOUTS_MS } from "./queue-schema";
import { getSetting, toPlainValue } from "./setting-values";

/**
 * Checks a configuration and collects everything that is wrong with it. What is unknown is never wrong:
 * Terraform asks again when it knows; nor is null where the attribute is optional (rule C-20).
 */
export function validateQueue(config: ObjectValue): Diagnostic[] {
  return [
    ...validateIdentity(config),
    ...validateSettingAttributes(config),
    ...validateDeletionPolicy(config),
    ...validateTimeouts(config),
  ];
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
