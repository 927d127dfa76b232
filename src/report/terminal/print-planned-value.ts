import stringWidth from "string-width";
import type { PlannedChange, PlannedValue } from "../../reconcile/plan/plan";
import { toCell } from "../../text/to-cell";
import { VALUE_WORDS } from "../describe-value";
import type { View } from "./view";

const MOST_ELEMENTS = 100;

/** The sign at the beginning of a change: added, removed or changed. */
export type ChangeSign = "+" | "-" | "~";

/** Returns the sign of a change. */
export function toSign({ now, then }: PlannedChange): ChangeSign {
  if (now.kind === "absent") return "+";
  return then.kind === "absent" ? "-" : "~";
}

/**
 * Writes the old and new value of a change, without its name: `1 -> 4`; of a set that does not fit into the line, the
 * removed and added elements, one a line.
 * @param start - everything before the value in its line, the indent included
 */
export function printPlannedValue(change: PlannedChange, indent: string, start: string, view: View): string {
  const { name, kind, now, then } = change;
  const sign = toSign(change);
  const sides = sign === "~" ? [now, then] : [sign === "+" ? then : now];
  const line = sides.map(describeValue).join(" -> ");
  if (kind !== "setting" || name !== "requiredStatuses") return line;
  const [before, after] = [toElements(now), toElements(then)];
  if (before === undefined || after === undefined) return line;
  const isShort = stringWidth(start) + stringWidth(line) <= view.columns;
  return isShort && sign !== "~" ? line : printElements(before, after, indent, view);
}

function describeValue(planned: PlannedValue): string {
  if (planned.kind === "value") return describeJson(planned.value);
  return planned.kind === "absent" ? "(none)" : `(${VALUE_WORDS[planned.kind]})`;
}

function describeJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(describeJson).join(", ")}]`;
  return toCell(JSON.stringify(value));
}

/** Returns the elements of a set as they are shown; undefined if they are unknown or sensitive. */
function toElements(planned: PlannedValue): ReadonlySet<string> | undefined {
  if (planned.kind === "absent") return new Set();
  if (planned.kind !== "value" || !Array.isArray(planned.value)) return undefined;
  return new Set(planned.value.map(describeJson));
}

function printElements(
  before: ReadonlySet<string>,
  after: ReadonlySet<string>,
  indent: string,
  view: View,
): string {
  const gone = [...before].filter((element) => !after.has(element));
  const come = [...after].filter((element) => !before.has(element));
  const kept = before.size - gone.length;
  const lines = [
    ...gone.map((element) => `${view.paint("bad", "-")} ${element}`).slice(0, MOST_ELEMENTS),
    ...countRest(gone.length, "removed"),
    ...come.map((element) => `${view.paint("good", "+")} ${element}`).slice(0, MOST_ELEMENTS),
    ...countRest(come.length, "added"),
    ...(kept === 0
      ? []
      : [view.paint("still", `  # (${kept} unchanged ${kept === 1 ? "element" : "elements"})`)]),
  ];
  return ["[", ...lines.map((line) => `${indent}    ${line}`), `${indent}  ]`].join("\n");
}

function countRest(count: number, what: string): string[] {
  return count > MOST_ELEMENTS ? [`  # (${count - MOST_ELEMENTS} more ${what})`] : [];
}
