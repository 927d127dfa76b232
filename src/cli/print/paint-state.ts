import { STATE_TONES } from "../../queue/state-tones";
import type { Cell } from "../../report/terminal/print-table";
import type { View } from "../../report/terminal/view";
import { toCell } from "../../text/to-cell";

/** Writes a state of a queue, pull request or test run in its colour; unknown states have none. */
export function toStateCell(state: string | undefined, view: View): Cell {
  const text = toCell(state ?? "-");
  const tone = Object.hasOwn(STATE_TONES, text) ? STATE_TONES[text as keyof typeof STATE_TONES] : undefined;
  return tone === undefined ? text : { text, paint: (shown) => view.paint(tone, shown) };
}

/** As {@link toStateCell}, as a string. */
export function paintState(state: string | undefined, view: View): string {
  const cell = toStateCell(state, view);
  return typeof cell === "string" ? cell : (cell.paint?.(cell.text) ?? cell.text);
}
