import { measureWidth } from "./print-table";
import { toCell } from "./to-cell";
import type { View } from "./view";
import { breakLine } from "./wrap-text";

/** A name and its value in one line, fit for a terminal. */
export type Field = readonly [name: string, value: string];

/** Blanks between the names and the values. */
const GAP = 2;

/** Blanks that every line begins with. */
const INDENT = 2;

/** Narrower than this a value is not made. */
const MIN_VALUE_WIDTH = 20;

/**
 * Writes names and values, one pair a line, the values below each other; a long value goes on below itself. Names are
 * escaped here.
 */
export function printFields(fields: readonly Field[], { columns }: Pick<View, "columns">): string {
  const shown = fields.map(([name, value]) => ({ name: toCell(name), value }));
  const width = Math.max(0, ...shown.map(({ name }) => measureWidth(name)));
  const hanging = INDENT + width + GAP;
  return shown
    .flatMap(({ name, value }) => {
      const [first = "", ...others] = breakLine(value, Math.max(MIN_VALUE_WIDTH, columns - hanging));
      const head = `${" ".repeat(INDENT)}${name}${" ".repeat(hanging - INDENT - measureWidth(name))}`;
      return [`${head}${first}`, ...others.map((line) => `${" ".repeat(hanging)}${line}`)];
    })
    .map((line) => `${line.trimEnd()}\n`)
    .join("");
}
