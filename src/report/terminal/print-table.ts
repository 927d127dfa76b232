import Table from "cli-table3";
// Version 4, as cli-table3: both measure alike, and later versions are ES modules only.
import stringWidth from "string-width";
import { toCell } from "../../text/to-cell";
import type { View } from "./view";
import { breakLine } from "./wrap-text";

/** One column of a table. */
export interface Column {
  readonly head: string;
  /** Where there is too little room, columns with the lowest importance are narrowed first. Default: never narrowed. */
  readonly importance?: number;
  /** Whether the column holds numbers, which are aligned at their end. */
  readonly isNumeric?: true;
}

/** A text of one line, as `toCell` makes it, or such a text with other ways to show it. */
export type Cell = string | FormattedCell;

interface FormattedCell {
  readonly text: string;
  /** Replaces the text if the table would be too wide. */
  readonly short?: string;
  /** Colours it. */
  readonly paint?: (text: string) => string;
}

/** Blanks between two columns, and between names and values. */
const GAP = 2;
/** Every column that may be narrowed gets this width before one of them gets the next. */
const MIN_WIDTHS = [12, 6, 1] as const;
/** The library passes the rows of a table as arguments of one call, whose number is limited. */
const MAX_ROWS_AT_ONCE = 1_000;

const NO_LINES = Object.fromEntries(
  ["top", "bottom", "mid", "left", "right", "middle"].flatMap((name) =>
    [name, `${name}-mid`, `${name}-left`, `${name}-right`].map((part) => [part, ""]),
  ),
);

/** Writes a table without borders, at most as wide as the view unless the columns that are never narrowed are wider. */
export function printTable(
  columns: readonly Column[],
  rows: readonly (readonly Cell[])[],
  view: View,
): string {
  const head = columns.map((column) => ({
    text: column.head,
    paint: (text: string) => view.paint("still", text),
  }));
  const formatted = rows.map((row) => row.map((cell) => (typeof cell === "string" ? { text: cell } : cell)));
  const natural = measure([head, ...formatted]);
  const isNarrow = sum(natural) > view.columns;
  const shown = isNarrow
    ? formatted.map((row) => row.map((cell) => ({ ...cell, text: cell.short ?? cell.text })))
    : formatted;
  const widths = isNarrow ? fit(columns, measure([head, ...shown]), view.columns) : natural;
  const lines = [draw([head], widths, columns)];
  for (let at = 0; at < shown.length; at += MAX_ROWS_AT_ONCE) {
    lines.push(draw(shown.slice(at, at + MAX_ROWS_AT_ONCE), widths, columns));
  }
  return lines.join("");
}

function measure(rows: readonly (readonly FormattedCell[])[]): number[] {
  const widths: number[] = [];
  for (const row of rows) {
    for (const [index, { text }] of row.entries()) {
      widths[index] = Math.max(widths[index] ?? 0, stringWidth(text));
    }
  }
  return widths;
}

/** Narrows the least important columns until the table fits. */
function fit(columns: readonly Column[], natural: readonly number[], available: number): number[] {
  const widths = [...natural];
  const order = columns
    .flatMap(({ importance }, index) => (importance === undefined ? [] : [{ importance, index }]))
    .sort((a, b) => a.importance - b.importance);
  for (const min of MIN_WIDTHS) {
    for (const { index } of order) {
      const width = widths[index] ?? 0;
      const excess = Math.max(0, sum(widths) - available);
      widths[index] = Math.max(Math.min(width, min), width - excess);
    }
  }
  return widths;
}

/** Returns the width of a line with columns of these widths. */
function sum(widths: readonly number[]): number {
  return widths.reduce((total, width) => total + width, GAP * (widths.length - 1));
}

function draw(
  rows: readonly (readonly FormattedCell[])[],
  widths: readonly number[],
  columns: readonly Column[],
): string {
  const table = new Table({
    chars: NO_LINES,
    colWidths: widths.map((width) => width + GAP),
    colAligns: columns.map(({ isNumeric }) => (isNumeric === true ? "right" : "left")),
    style: { "padding-left": 0, "padding-right": GAP, head: [], border: [], compact: true },
  });
  table.push(...rows.map((row) => row.map(({ text, paint }) => paint?.(text) ?? text)));
  return trimLines(table.toString().split("\n"));
}

/** A name and its value in one line, safe for a terminal. */
export type Field = readonly [name: string, value: string];

const INDENT = 2;
const MIN_VALUE_WIDTH = 20;

/** Writes one name and value a line, values aligned; a long value continues below itself. Names are escaped here. */
export function printFields(fields: readonly Field[], { columns }: Pick<View, "columns">): string {
  const shown = fields.map(([name, value]) => ({ name: toCell(name), value }));
  const width = Math.max(0, ...shown.map(({ name }) => stringWidth(name)));
  const hanging = INDENT + width + GAP;
  return trimLines(
    shown.flatMap(({ name, value }) => {
      const [first = "", ...others] = breakLine(value, Math.max(MIN_VALUE_WIDTH, columns - hanging));
      const head = `${" ".repeat(INDENT)}${name}${" ".repeat(hanging - INDENT - stringWidth(name))}`;
      return [`${head}${first}`, ...others.map((line) => `${" ".repeat(hanging)}${line}`)];
    }),
  );
}

function trimLines(lines: readonly string[]): string {
  return lines.map((line) => `${line.trimEnd()}\n`).join("");
}
