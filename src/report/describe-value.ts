import type { PlannedChange, PlannedValue } from "../plan/plan";
import { toAttributeName } from "../queue/attribute-name";
import { toRuleText } from "../queue/batching-rule";
import { tryFindSetting } from "../queue/settings";
import { escapeControl } from "../text/escape-control";

const MAX_LINE_TEXTS = 20;
const MAX_LINE_TEXT = 200;

/** A value to show: either our own words, or its first elements as unescaped texts, and how many follow. */
export type ShownValue =
  | { readonly kind: "words"; readonly words: string }
  | { readonly kind: "texts"; readonly texts: readonly string[]; readonly more: number };

/** The words for a value that is absent, unknown, sensitive or the service's default. */
export const VALUE_WORDS = {
  absent: "—",
  default: "not carried over; the service's default",
  unknown: "known after apply",
  sensitive: "sensitive value",
} as const;

/** Writes a change as plain text in one line: `concurrency: 3 → 4`. */
export function describeChange(change: PlannedChange): string {
  const [now, then] = [change.now, change.then].map((value) => {
    const shown = describeValue(value, change, MAX_LINE_TEXTS);
    if (shown.kind === "words") return shown.words === "—" ? shown.words : `(${shown.words})`;
    const texts = shown.texts.map((text) => toLine(text, MAX_LINE_TEXT)).join(", ");
    return shown.more > 0 ? `${texts} and ${shown.more} more` : texts;
  });
  return `${toLine(nameChange(change), MAX_LINE_TEXT)}: ${now} → ${then}`;
}

const MAX_BRIEF = 60;

/** Writes a change in a few words. For a list, only removals and additions: `required_statuses −ci/test`. */
export function describeBriefly(change: PlannedChange): string {
  const sides = [change.now, change.then].map((value) => describeValue(value, change, Infinity));
  const lists = sides.map((side) => (side.kind === "texts" ? side.texts : []));
  if (sides.some(({ kind }) => kind === "words") || lists.flat().length === 2) {
    return toLine(describeChange(change).replace(/: (?:— → )?/, " "), MAX_BRIEF);
  }
  const [now, then] = lists.map((texts) => new Set(texts)) as [Set<string>, Set<string>];
  const gone = [...now].filter((text) => !then.has(text)).map((text) => `−${text}`);
  const come = [...then].filter((text) => !now.has(text)).map((text) => `+${text}`);
  return toLine([nameChange(change), ...gone, ...come].join(" "), MAX_BRIEF);
}

/** Describes the old or the new value of a change. */
export function describeValue(
  planned: PlannedValue,
  { name, kind }: Pick<PlannedChange, "name" | "kind">,
  maxTexts: number,
): ShownValue {
  if (planned.kind !== "value") return { kind: "words", words: VALUE_WORDS[planned.kind] };
  const { value } = planned;
  const setting = kind === "setting" ? tryFindSetting(name) : undefined;
  const elements: readonly unknown[] =
    Array.isArray(value) && setting !== undefined ? value : [value].filter((each) => each !== "");
  if (elements.length === 0) return { kind: "words", words: "none" };
  const unit = setting?.kind === "integer" && setting.unit === "minutes" ? " min" : "";
  const write = setting?.kind === "rules" ? toRuleText : toText;
  const texts = elements.slice(0, maxTexts).map((element) => `${write(element)}${unit}`);
  return { kind: "texts", texts, more: elements.length - texts.length };
}

function toText(value: unknown): string {
  if (typeof value === "string") return value;
  const json = JSON.stringify(value) as string | undefined;
  return json ?? "—";
}

/** Names the setting that changes, unescaped: `required_statuses`, or `additional_settings.quietHours`. */
export function nameChange({ kind, name }: Pick<PlannedChange, "kind" | "name">): string {
  return kind === "additional" ? `additional_settings.${name}` : toAttributeName(name);
}

/** Matches a line that contains a command for the user to copy. */
export const COMMAND: RegExp = /^ {2}mergequeue /;

/** Matches characters that XML and HTML documents may not contain. */
const NONCHARACTERS = /[\ufffe\uffff]/gu;

/**
 * Turns any text into one line of visible characters. Escapes such as `\n` or `\u200b` replace line breaks,
 * tabs, invisible characters, and characters that control a terminal or reorder text.
 * @param maxLength - how many UTF-16 units to keep; a text that is cut ends with `…`
 */
export function toLine(text: string, maxLength: number): string {
  const kept = text.length > maxLength ? `${text.slice(0, maxLength)}…` : text;
  return escapeControl(kept).replaceAll("\n", "\\n").replaceAll("\t", "\\t").replace(NONCHARACTERS, "\ufffd");
}
