import stringWidth from "string-width";
import { toCell } from "./to-cell";
import type { View } from "./view";
import { breakLine } from "./wrap-text";

/** A name and its value in one line, safe for a terminal. */
export type Field = readonly [name: string, value: string];

/** Columns between the names and the values. */
const GAP = 2;

/** Columns of the indent. */
const INDENT = 2;

/** Values are not broken to less than this width. */
const MIN_VALUE_WIDTH = 20;

/** Writes one name and value a line, values aligned; a long value continues below itself. Names are escaped here. */
export function printFields(fields: readonly Field[], { columns }: Pick<View, "columns">): string {
  const shown = fields.map(([name, value]) => ({ name: toCell(name), value }));
  const width = Math.max(0, ...shown.map(({ name }) => stringWidth(name)));
  const hanging = INDENT + width + GAP;
  return shown
    .flatMap(({ name, value }) => {
      const [first = "", ...others] = breakLine(value, Math.max(MIN_VALUE_WIDTH, columns - hanging));
      const head = `${" ".repeat(INDENT)}${name}${" ".repeat(hanging - INDENT - stringWidth(name))}`;
      return [`${head}${first}`, ...others.map((line) => `${" ".repeat(hanging)}${line}`)];
    })
    .map((line) => `${line.trimEnd()}\n`)
    .join("");
}
