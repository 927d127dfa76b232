import { measureWidth } from "./print-table";
import { toCell } from "./to-cell";

/** A name and its value in one line, fit for a terminal. */
export type Field = readonly [name: string, value: string];

/** Writes names and values, one pair a line, the values below each other. Names are escaped here. */
export function printFields(fields: readonly Field[]): string {
  const shown = fields.map(([name, value]) => ({ name: toCell(name), value }));
  const width = Math.max(0, ...shown.map(({ name }) => measureWidth(name)));
  return shown
    .map(({ name, value }) => `${name}${" ".repeat(width - measureWidth(name))}  ${value}`.trimEnd())
    .map((line) => `  ${line}\n`)
    .join("");
}
