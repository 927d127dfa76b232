import {
  checkAdditionalSettingName,
  checkAdditionalSettingValue,
  tryFindOwnSetting,
} from "../../queue/additional-settings";
import { toPropName } from "../../queue/batching-settings";
import type { Finding } from "../../queue/finding";
import { isPlainObject } from "../../text/is-plain-object";
import { Token } from "../cdk";
import { isNested, someNested } from "../values/nested-value";
import { toMeaning } from "../values/terraform-value";

/** Checks additional settings. Tokens are valid as values, but not as names or keys. */
export function checkAdditionalSettings(settings: unknown): readonly Finding[] {
  if (settings === undefined || Token.isUnresolved(settings)) return [];
  if (!isPlainObject(settings)) {
    return [{ path: [], message: "Must be an object of wire names and their values." }];
  }
  return Object.entries(settings).flatMap(([name, value]) => {
    if (value === undefined) return [];
    const messages = Token.isUnresolved(name)
      ? ["The name of a setting must be known at synth; it cannot be a token."]
      : [checkName(name), checkValue(value)];
    const path = [Token.isUnresolved(name) ? "(token)" : name];
    return messages.filter((message) => message !== undefined).map((message) => ({ path, message }));
  });
}

function checkName(name: string): string | undefined {
  const own = tryFindOwnSetting(name);
  if (own === undefined) return checkAdditionalSettingName(name);
  return `The setting has its own prop: use ${toPropName(own)}.`;
}

function checkValue(value: unknown): string | undefined {
  const hasTokenKey = (each: unknown): boolean =>
    isNested(each) && Object.keys(each).some((key) => Token.isUnresolved(key));
  if (someNested(value, hasTokenKey)) return "Its keys must be known at synth; one of them is a token.";
  return checkAdditionalSettingValue(toMeaning(value));
}
