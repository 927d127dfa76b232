import {
  checkAdditionalSettingName,
  checkAdditionalSettingValue,
  isSameJson,
  type JsonValue,
} from "../../queue/additional-settings";
import { isSameSetting, toDistinct } from "../../queue/find-setting-changes";
import type { QueueIdentity } from "../../queue/queue-identity";
import type { SettingDefinition } from "../../queue/setting-definition";
import { type QueueRecord, SETTINGS, type SettingName, type SettingValue } from "../../queue/settings";
import { checkSetting } from "../../queue/validate-settings";
import type { ShownQueue } from "../../reconcile/find-wanted-changes";
import { quote } from "../../text/quote";
import { toCanonicalJson } from "../../text/to-canonical-json";

export interface DescribeOptions {
  /** Whether to declare required statuses. If false, a comment suggests the statuses. */
  readonly requiredStatuses?: boolean;
  readonly additionalSettings?: boolean;
  readonly baseline?: ShownQueue | undefined;
}

/** Settings that need `batch`, because the constructs have one prop for these settings and for `batch`. */
const BATCH_SIZES: ReadonlySet<SettingName> = new Set(["batchingMaxWaitTimeMinutes", "batchingMinSize"]);

/** Selects the settings for code: all that a request may contain, except `state`, which operators change. */
export function describeQueue(
  name: string,
  identity: QueueIdentity,
  shown: ShownQueue,
  options: DescribeOptions = {},
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
      const statuses = { name: setting.name, value: [...new Set(value as readonly string[])] };
      if (options.requiredStatuses === true) settings.push(statuses);
      else if (statuses.value.length > 0) suggested.push(statuses);
    }
  }
  const additionalSettings: ExportedSetting[] = [];
  const usual = options.baseline?.additionalFields ?? {};
  for (const [field, value] of Object.entries(shown.additionalFields)) {
    const isUsual = Object.hasOwn(usual, field) && isSameJson(usual[field], value);
    // An empty value is the same as none.
    const isEmpty = ["null", "[]", "{}", '""'].includes(JSON.stringify(value));
    if (isUsual || (isEmpty && options.additionalSettings !== true)) continue;
    const unwanted = options.additionalSettings === true ? undefined : describeUnwanted(value);
    const reason = tryFindAdditionalReason(field, value) ?? unwanted;
    if (reason === undefined) additionalSettings.push({ name: field, value: value as JsonValue });
    else leftOut.push({ name: field, isAdditional: true, reason });
  }
  const { requiredStatuses: names } = shown.settings;
  const same = { ...shown.settings, state: undefined, requiredStatuses: names && toDistinct(names).sort() };
  const settingsKey = toCanonicalJson([same, shown.additionalFields]);
  return { name, identity, settings, additionalSettings, suggested, leftOut, settingsKey };
}

function pickSaid(shown: QueueRecord, baseline: QueueRecord | undefined): (typeof SETTINGS)[number][] {
  const isSaid = (name: SettingName): boolean => {
    const value = shown[name];
    if (value === undefined) return false;
    if (name === "state") return value !== "running";
    const usual = baseline?.[name];
    return usual === undefined || !isSameSetting(name, value, usual);
  };
  const isBatchSaid = shown.batch !== undefined && [...BATCH_SIZES].some(isSaid);
  return SETTINGS.filter(({ name }) => isSaid(name) || (name === "batch" && isBatchSaid));
}

function tryFindReason(
  setting: SettingDefinition & { readonly name: SettingName },
  value: SettingValue,
  shown: QueueRecord,
): string | undefined {
  if (setting.name === "state")
    return `it is ${quote(value)}. Operators decide this, and an apply must not undo their decision.`;
  const problem = checkSetting(setting, value).map(toClause).join(" ");
  if (problem !== "") return problem;
  if (hasHalfCharacter(listTexts(value).values)) return NO_TEXT;
  const isAlone = BATCH_SIZES.has(setting.name) && shown.batch === undefined;
  return isAlone ? "it needs the setting batch, which the service does not show." : undefined;
}

function tryFindAdditionalReason(name: string, value: unknown): string | undefined {
  const problem = checkAdditionalSettingName(name) ?? checkAdditionalSettingValue(value);
  if (problem !== undefined) return toClause(problem);
  if (value === null) return "it is null, and Terraform does not manage a null setting.";
  const texts = listTexts(value);
  const keys = [name, ...texts.keys];
  if (hasHalfCharacter([...keys, ...texts.values])) return NO_TEXT;
  return keys.some((key) => key.includes("TfToken["))
    ? "it contains a name that looks like a token of the CDK."
    : undefined;
}

function describeUnwanted(value: unknown): string {
  return `this version does not know it. It is ${quote(value)}; --additional-settings declares it.`;
}

const NO_TEXT = "Terraform cannot write it: it contains an unpaired surrogate.";

/** Tells whether a string contains an unpaired surrogate, which UTF-8 cannot encode. */
function hasHalfCharacter(texts: readonly string[]): boolean {
  return texts.some((text) => /\p{Surrogate}/u.test(text));
}

function listTexts(value: unknown): { readonly keys: readonly string[]; readonly values: readonly string[] } {
  if (typeof value === "string") return { keys: [], values: [value] };
  if (typeof value !== "object" || value === null) return { keys: [], values: [] };
  const inner = Object.values(value).map(listTexts);
  const keys = [...Object.keys(value), ...inner.flatMap((each) => each.keys)];
  return { keys, values: inner.flatMap(({ values }) => values) };
}

function toClause(sentence: string): string {
  return sentence.charAt(0).toLowerCase() + sentence.slice(1);
}

export interface ExportedSetting {
  readonly name: string;
  readonly value: JsonValue;
}

export interface LeftOutSetting extends Pick<ExportedSetting, "name"> {
  /** Whether this is an additional setting, which the table of settings does not contain. */
  readonly isAdditional: boolean;
  readonly reason: string;
  /** The queue to which the reason applies. Undefined if the reason applies to all queues of the group. */
  readonly queue?: string;
}

export interface ExportedQueue {
  /** Name of the queue's resource and id of the queue's construct: letters, digits and underscores. */
  readonly name: string;
  readonly identity: QueueIdentity;
  readonly settings: readonly ExportedSetting[];
  readonly additionalSettings: readonly ExportedSetting[];
  /** Settings that the code declares only in a comment. */
  readonly suggested: readonly ExportedSetting[];
  readonly leftOut: readonly LeftOutSetting[];
  /** A key that queues with the same settings share. The queues' states may differ. */
  readonly settingsKey: string;
}
