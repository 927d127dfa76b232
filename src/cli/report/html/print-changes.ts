import type { SettingName, SettingValue } from "../../../queue/settings";
import type { PlannedChange, PlannedQueue, PlannedValue } from "../../../reconcile/plan/fleet-plan";
import { nameChange } from "../../print/name-change";
import { describeValue } from "../describe-value";
import { toLine } from "../to-line";
import type { Html } from "./html";
import { html, joinHtml } from "./html";
import { printCode } from "./print-text";

const MAX_TEXTS = 500;
const MAX_TEXT = 500;

/** Writes the changes of a queue as a table. */
export function printChanges({ changes }: PlannedQueue): Html {
  const rows = changes.map(
    (change) =>
      html`<tr><th scope="row">${printName(change)}</th><td>${printSide(change, "now")}</td><td>${printSide(change, "then")}</td></tr>`,
  );
  return html`<table><caption>Changes</caption><thead><tr><th scope="col">Setting</th><th scope="col">Now</th><th scope="col">Then</th></tr></thead><tbody>
${joinHtml(rows, "\n")}
</tbody></table>`;
}

/** Writes the name of a setting; a narrow page may break it after an underscore. */
export function printName(change: Pick<PlannedChange, "kind" | "name">): Html {
  return html`<code>${joinHtml(toLine(nameChange(change), MAX_TEXT).split("_"), html`_<wbr>`)}</code>`;
}

/** Writes the current value of a setting of the table. */
export function printKnownValue(name: SettingName, value: SettingValue | undefined): Html {
  return printValue({ kind: "value", value }, { name, kind: "setting" }, (_text, code) => code);
}

/** Writes one side of a change; what the other side does not contain is marked. */
function printSide(change: PlannedChange, side: "now" | "then"): Html {
  const other = describeValue(change[side === "now" ? "then" : "now"], change, Infinity);
  const kept = new Set(other.kind === "texts" ? other.texts : []);
  return printValue(change[side], change, (text, code) => {
    if (kept.has(text)) return code;
    if (side === "now") return html`<del>${code}</del>`;
    // A queue that stops merging must not look like good news.
    const isStop = change.kind === "setting" && change.name === "state" && text !== "running";
    return isStop ? html`<ins class="careful">${code}</ins>` : html`<ins>${code}</ins>`;
  });
}

function printValue(
  value: PlannedValue,
  change: Pick<PlannedChange, "name" | "kind">,
  mark: (text: string, code: Html) => Html,
): Html {
  const shown = describeValue(value, change, MAX_TEXTS);
  if (shown.kind === "words") return shown.words === "—" ? html`—` : html`<em>${shown.words}</em>`;
  const items = shown.texts.map((text) => mark(text, printCode(text, MAX_TEXT)));
  if (shown.more > 0) items.push(html`and ${shown.more} more`);
  const [first] = items;
  if (first !== undefined && items.length === 1) return first;
  return html`<ul class="values">${items.map((item) => html`<li>${item}</li>`)}</ul>`;
}
