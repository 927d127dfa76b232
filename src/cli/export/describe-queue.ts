import type { JsonValue } from "../../queue/additional-settings";
import {
  checkAdditionalSettingName,
  checkAdditionalSettingValue,
  isSameJson,
} from "../../queue/additional-settings";
import { isSameSetting } from "../../queue/diff-settings";
import type { QueueIdentity } from "../../queue/queue-identity";
import type { SettingDefinition } from "../../queue/setting-definition";
import type { QueueRecord, SettingName, SettingValue } from "../../queue/settings";
import { SETTINGS } from "../../queue/settings";
import { checkSetting } from "../../queue/validate-settings";
import type { ShownQueue } from "../../reconcile/find-differences";
import { quote } from "../../text/quote";
import type { ExportedQueue, ExportedSetting, LeftOutSetting } from "./exported-queue";

/** What of a queue is to be declared. */
export interface DescribeOptions {
  /** Declares required statuses; else they are suggested, because they may be inherited. */
  readonly isRequiredStatusesWanted: boolean;
  /** Declares settings that the table does not know. */
  readonly isAdditionalWanted: boolean;
  /** Nothing is said of a setting that is as it is here; undefined: everything is said. */
  readonly baseline: ShownQueue | undefined;
}

/** Settings that are declared together with `batch` only: the constructs have one prop for the three of them. */
const BATCH_SIZES: ReadonlySet<SettingName> = new Set(["batchingMaxWaitTimeMinutes", "batchingMinSize"]);

/**
 * Decides what of a live queue becomes code. Declared is what can be requested; `state` never is, so that applying
 * the code undoes no operator's pause.
 * @param name - name of the resource
 */
export function describeQueue(
  name: string,
  identity: QueueIdentity,
  shown: ShownQueue,
  options: DescribeOptions,
): ExportedQueue {
  const settings: ExportedSetting[] = [];
  const suggested: ExportedSetting[] = [];
  const leftOut: LeftOutSetting[] = [];
  for (const setting of pickSaid(shown.settings, options.baseline?.settings)) {
    const value = shown.settings[setting.name] as SettingValue;
    const reason = tryFindReason(setting, value, shown.settings);
    if (reason !== undefined) leftOut.push({ name: setting.name, isAdditional: false, reason });
    else if (setting.kind !== "stringSet") settings.push({ name: setting.name, value });
    else {
      const names = [...new Set(value as readonly string[])];
      if (options.isRequiredStatusesWanted) settings.push({ name: setting.name, value: names });
      else if (names.length > 0) suggested.push({ name: setting.name, value: names });
    }
  }
  const additionalSettings: ExportedSetting[] = [];
  for (const [field, value] of Object.entries(shown.additionalFields)) {
    if (hasSameField(options.baseline, field, value)) continue;
    const reason = tryFindAdditionalReason(field, value, options.isAdditionalWanted);
    if (reason === undefined) additionalSettings.push({ name: field, value: value as JsonValue });
    else leftOut.push({ name: field, isAdditional: true, reason });
  }
  return { name, identity, settings, additionalSettings, suggested, leftOut };
}

/** Picks the settings of which something is to be said: those that are there and not as in the baseline. */
function pickSaid(
  shown: QueueRecord,
  baseline: QueueRecord | undefined,
): readonly (typeof SETTINGS)[number][] {
  const isSaid = (name: SettingName): boolean => {
    const value = shown[name];
    if (value === undefined) return false;
    if (name === "state") return value !== "running";
    const usual = baseline?.[name];
    return usual === undefined || !isSameSetting(name, value, usual);
  };
  const areSizesSaid = [...BATCH_SIZES].some(isSaid);
  return SETTINGS.filter(
    ({ name }) => isSaid(name) || (name === "batch" && areSizesSaid && shown.batch !== undefined),
  );
}

/** Answers why a setting cannot be declared, or shall not; undefined if it can. */
function tryFindReason(
  setting: SettingDefinition & { readonly name: SettingName },
  value: SettingValue,
  shown: QueueRecord,
): string | undefined {
  if (setting.name === "state")
    return `it is ${quote(value)}, and applying must not undo an operator's pause.`;
  const problem = checkSetting(setting, value).map(toClause).join(" ");
  if (problem !== "") return problem;
  if (hasHalfCharacter(listTexts(value).values)) return NO_TEXT;
  if (BATCH_SIZES.has(setting.name) && shown.batch === undefined)
    return "the service shows no batch with it.";
  return undefined;
}

function tryFindAdditionalReason(name: string, value: unknown, isWanted: boolean): string | undefined {
  const problem = checkAdditionalSettingName(name) ?? checkAdditionalSettingValue(value);
  if (problem !== undefined) return toClause(problem);
  if (value === null) return "it is null, which manages nothing.";
  const texts = listTexts(value);
  const keys = [name, ...texts.keys];
  if (hasHalfCharacter([...keys, ...texts.values])) return NO_TEXT;
  if (keys.some((key) => key.includes("TfToken["))) return "a name in it looks like a token of the CDK.";
  if (name.normalize("NFC") !== name) return "Terraform writes its name otherwise (Unicode NFC).";
  if (isWanted) return undefined;
  return `this version does not know it. It is ${quote(value)}; --additional-settings declares it.`;
}

const NO_TEXT = "Terraform cannot write it, for half a character is in it.";

/** Tells whether one of the texts holds half a surrogate pair: JSON can have it, UTF-8 cannot. */
function hasHalfCharacter(texts: readonly string[]): boolean {
  return texts.some((text) => /\p{Surrogate}/u.test(text));
}

/** Lists the texts in a value, at any depth, and the keys of its objects. */
function listTexts(value: unknown): { readonly keys: readonly string[]; readonly values: readonly string[] } {
  if (typeof value === "string") return { keys: [], values: [value] };
  if (typeof value !== "object" || value === null) return { keys: [], values: [] };
  const inner = Object.values(value).map(listTexts);
  return {
    keys: [...Object.keys(value), ...inner.flatMap(({ keys }) => keys)],
    values: inner.flatMap(({ values }) => values),
  };
}

function hasSameField(baseline: ShownQueue | undefined, name: string, value: unknown): boolean {
  const fields = baseline?.additionalFields ?? {};
  return Object.hasOwn(fields, name) && isSameJson(fields[name], value);
}

/** Makes a sentence the end of another one. */
function toClause(sentence: string): string {
  return sentence.charAt(0).toLowerCase() + sentence.slice(1);
}
