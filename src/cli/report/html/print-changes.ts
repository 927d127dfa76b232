import type { SettingName, SettingValue } from "../../../queue/settings";
import type { PlannedChange, PlannedQueue, PlannedValue } from "../../../reconcile/plan/fleet-plan";
import { nameChange } from "../../print/name-change";
import { describeValue } from "../describe-value";
import { printCode } from "./html-text";

const MAX_TEXTS = 500;
const MAX_TEXT = 500;

/** Writes what changes of a queue as a table; empty if nothing does. */
export function printChanges({ changes }: PlannedQueue): string {
  if (changes.length === 0) return "";
  const rows = changes.map(
    (change) =>
      `<tr><th scope="row">${printName(change)}</th>` +
      `<td>${printSide(change, change.now, change.then, "del")}</td>` +
      `<td>${printSide(change, change.then, change.now, "ins")}</td></tr>`,
  );
  return (
    '<table><caption>Changes</caption><thead><tr><th scope="col">Setting</th><th scope="col">Now</th>' +
    `<th scope="col">Then</th></tr></thead><tbody>\n${rows.join("\n")}\n</tbody></table>`
  );
}

/** Writes the name of a setting, which a narrow page may break between its words. */
export function printName(change: Pick<PlannedChange, "kind" | "name">): string {
  // An underscore stands in no entity.
  return printCode(nameChange(change), MAX_TEXT).replace(/_/g, "_<wbr>");
}

/** Writes the value of a setting of the table as it is. */
export function printKnownValue(name: SettingName, value: SettingValue | undefined): string {
  return printValue({ kind: "value", value }, { name, kind: "setting" }, () => false, "ins");
}

/** Writes one side of a change, with what the other side has not marked. */
function printSide(
  change: PlannedChange,
  value: PlannedValue,
  other: PlannedValue,
  mark: "del" | "ins",
): string {
  const otherShown = describeValue(other, change, { maxTexts: Number.POSITIVE_INFINITY });
  const kept = new Set(otherShown.kind === "texts" ? otherShown.texts : []);
  return printValue(value, change, (text) => !kept.has(text), mark);
}

function printValue(
  value: PlannedValue,
  { name, kind }: Pick<PlannedChange, "name" | "kind">,
  isMarked: (text: string) => boolean,
  mark: "del" | "ins",
): string {
  const shown = describeValue(value, { name, kind }, { maxTexts: MAX_TEXTS });
  if (shown.kind === "words") return shown.words === "—" ? shown.words : `<em>${shown.words}</em>`;
  const items = shown.texts.map((text) => {
    const code = printCode(text, MAX_TEXT);
    if (!isMarked(text)) return code;
    // A queue that stops is no good news.
    const look = kind === "setting" && name === "state" && text !== "running" ? ' class="careful"' : "";
    return `<${mark}${mark === "ins" ? look : ""}>${code}</${mark}>`;
  });
  if (shown.more > 0) items.push(`and ${shown.more} more`);
  return items.length === 1
    ? items.join("")
    : `<ul class="values">${items.map((item) => `<li>${item}</li>`).join("")}</ul>`;
}
