import {
  checkAdditionalSettingName,
  checkAdditionalSettingValue,
  tryFindOwnSetting,
} from "../../queue/additional-settings";
import { toPropName } from "../../queue/batching-settings";
import type { Finding } from "../../queue/finding";
import { isPlainObject } from "../../queue/is-plain-object";
import { Token } from "../cdk";
import { hasTokenKey, toAdditionalMeaning } from "../values/additional-settings-value";

const PROP = "additionalSettings";

/**
 * Checks additional settings as far as they are known at synth, of whatever type they are; tokens and expressions
 * are never wrong, but as names.
 * @returns everything that is wrong, with paths of props: `["additionalSettings", "color"]`
 */
export function checkAdditionalSettings(settings: unknown): Finding[] {
  if (settings === undefined || Token.isUnresolved(settings)) return [];
  if (!isPlainObject(settings)) {
    return [{ path: [PROP], message: "Must be an object of wire names and their values." }];
  }
  return Object.entries(settings).flatMap(([name, value]) => {
    if (value === undefined) return [];
    const messages = Token.isUnresolved(name)
      ? ["The name of a setting must be known at synth; a token cannot stand for it."]
      : [checkName(name), checkValue(value)];
    return messages
      .filter((message) => message !== undefined)
      .map((message) => ({ path: [PROP, Token.isUnresolved(name) ? "(token)" : name], message }));
  });
}

function checkName(name: string): string | undefined {
  const own = tryFindOwnSetting(name);
  if (own === undefined) return checkAdditionalSettingName(name);
  return `The setting has a prop of its own: use ${toPropName(own)}.`;
}

function checkValue(value: unknown): string | undefined {
  return hasTokenKey(value)
    ? "A key in it is a token; keys must be known at synth."
    : checkAdditionalSettingValue(toAdditionalMeaning(value));
}
