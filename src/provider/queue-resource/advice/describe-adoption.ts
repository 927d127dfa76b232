import { isWhollyKnown, type ObjectValue, UNKNOWN, type Value } from "../../../plugin/values/value";
import { toAttributeName } from "../../../queue/attribute-name";
import { SETTING_NAMES } from "../../../queue/settings";
import { type Difference, findDifferences } from "../../../reconcile/find-differences";
import type { LiveQueue } from "../../../reconcile/read-queue";
import { quote } from "../../../text/quote";
import { ADDITIONAL_SETTINGS, getAdditionalEntries, getAdditionalValue } from "../values/additional-values";
import { collectWanted, getSetting } from "../values/setting-values";

const MAX_LINES = 30;

/** Says what taking over a queue changes, one setting a line, or that it changes nothing. */
export function describeAdoption(config: ObjectValue, live: LiveQueue): string {
  const lines = [
    ...findDifferences(live, collectWanted(config)).map(describeDifference),
    ...listOpen(config).map((name) => `  ${name}: (known after apply)`),
  ];
  if (lines.length === 0) return "That changes nothing: the queue already has every declared setting.";
  const more = lines.length - MAX_LINES;
  const list = [...lines.slice(0, MAX_LINES), ...(more > 0 ? [`  and ${more} more`] : [])];
  return `That changes what is declared and differs, and nothing else:\n${list.join("\n")}`;
}

/** Additional settings and lists of strings may be secret, which we cannot tell: shown are a name, or a count. */
function describeDifference({ name, isAdditional, now, wanted }: Difference): string {
  if (isAdditional) return `  ${nameAdditional(name)}`;
  const then = Array.isArray(wanted) ? describeStrings(wanted, now) : quote(wanted);
  return `  ${toAttributeName(name)}: ${now === undefined ? "(not shown)" : quote(now)} -> ${then}`;
}

function describeStrings(wanted: readonly unknown[], now: unknown): string {
  const present = new Set<unknown>(Array.isArray(now) ? now : []);
  const added = wanted.filter((element) => !present.has(element)).length;
  const removed = present.size - (wanted.length - added);
  return `${wanted.length} declared (${added} to add, ${removed} to remove)`;
}

/** Lists settings whose values are not known yet: they may change, too. */
function listOpen(config: ObjectValue): string[] {
  const isOpen = (value: Value): boolean => value !== null && !isWhollyKnown(value);
  return [
    ...SETTING_NAMES.filter((name) => isOpen(getSetting(config, name))).map(toAttributeName),
    ...(getAdditionalValue(config) === UNKNOWN ? [ADDITIONAL_SETTINGS] : []),
    ...[...getAdditionalEntries(config)]
      .filter(([, value]) => isOpen(value))
      .map(([name]) => nameAdditional(name)),
  ];
}

function nameAdditional(name: string): string {
  return `${ADDITIONAL_SETTINGS}[${quote(name)}]`;
}
