import type { PlannedChange, PlannedValue } from "../../reconcile/plan/fleet-plan";
import { nameChange } from "../print/name-change";
import { describeValue } from "./describe-value";
import { toLine } from "./to-line";

const MAX_TEXTS = 20;
const MAX_TEXT = 200;

/** Writes a change as plain text in one line: `concurrency: 3 → 4`. */
export function describeChange(change: PlannedChange): string {
  const now = describeValueText(change.now, change);
  return `${toLine(nameChange(change), MAX_TEXT)}: ${now} → ${describeValueText(change.then, change)}`;
}

function describeValueText(value: PlannedValue, change: PlannedChange): string {
  const shown = describeValue(value, change, { maxTexts: MAX_TEXTS });
  if (shown.kind === "words") return shown.words === "—" ? shown.words : `(${shown.words})`;
  const texts = shown.texts.map((text) => toLine(text, MAX_TEXT)).join(", ");
  return shown.more > 0 ? `${texts} and ${shown.more} more` : texts;
}
