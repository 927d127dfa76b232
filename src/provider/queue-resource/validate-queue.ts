import { attributePath, type Diagnostic } from "../../plugin/diagnostic";
import { getAttribute } from "../../plugin/values/get-attribute";
import { isObjectValue, type ObjectValue, UNKNOWN } from "../../plugin/values/value";
import { checkAdditionalSettingName, checkAdditionalSettingValue } from "../../queue/additional-settings";
import { toAttributeName } from "../../queue/attribute-name";
import { checkDeletionPolicy, checkOnExisting } from "../../queue/queue-policies";
import { SETTINGS } from "../../queue/settings";
import { checkSetting } from "../../queue/validate-settings";
import { DEFAULT_TIMEOUTS_MS, type TimedOperation } from "../../reconcile/default-timeouts";
import { checkDuration } from "../../text/parse-duration";
import { quote } from "../../text/quote";
import { createInvalid } from "../diagnostics";
import { validateIdentity } from "../validate-identity";
import { ADDITIONAL_SETTINGS, getAdditionalValue, toJsonValue } from "./values/additional-values";
import { getSetting, toPlainValue } from "./values/setting-values";

/**
 * Checks a configuration and collects everything that is wrong with it. What is unknown is never wrong:
 * Terraform asks again when it knows; nor is null where the attribute is optional (rule C-20).
 */
export function validateQueue(config: ObjectValue): Diagnostic[] {
  return [
    ...validateIdentity(config),
    ...validateSettingAttributes(config),
    ...validateAdditionalSettings(config),
    ...validateWord(config, "deletion_policy", checkDeletionPolicy),
    ...validateWord(config, "on_existing", checkOnExisting),
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

/** Names each setting at fault; values are never told, for they may be secrets (rule C-21). */
function validateAdditionalSettings(config: ObjectValue): Diagnostic[] {
  const path = attributePath(ADDITIONAL_SETTINGS);
  const value = getAdditionalValue(config);
  if (value === null || value === UNKNOWN) return [];
  if (!isObjectValue(value)) {
    return [createInvalid(path, "Must be an object of settings by their names in the interface.")];
  }
  return [...value].flatMap(([name, setting]) =>
    [checkAdditionalSettingName(name), checkAdditionalSettingValue(toJsonValue(setting))]
      .filter((message) => message !== undefined)
      .map((message) => createInvalid(path, `Setting ${quote(name)}: ${message}`)),
  );
}

function validateWord(
  config: ObjectValue,
  name: string,
  check: (value: unknown) => string | undefined,
): Diagnostic[] {
  const value = getAttribute(config, name);
  const message = typeof value === "string" ? check(value) : undefined;
  return message === undefined ? [] : [createInvalid(attributePath(name), message)];
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
