import Table from "cli-table3";
import type { View } from "./view";

/** One column of a table. */
export interface Column {
  readonly head: string;
  /** Whether it gives way where the terminal is narrow; at most one column of a table does. */
  readonly isFlexible?: boolean;
}

/** A text of one line, as `toCell` makes it, or such a text with more about it. */
export type Cell = string | FormattedCell;

/** A text of one line that can be shown in another way. */
export interface FormattedCell {
  readonly text: string;
  /** Stands in its place where the terminal is too narrow, even with the flexible column at its narrowest. */
  readonly short?: string;
  /** Colours it. */
  readonly paint?: (text: string) => string;
}

/** Blanks between two columns. */
const GAP = 2;

/** Narrower than this a flexible column does not get: lines then grow longer than the terminal is wide. */
const MIN_FLEXIBLE_WIDTH = 12;

/** The table library takes the rows of a table as arguments of one call, which have a limit. */
const MAX_ROWS_AT_ONCE = 1_000;

const NO_LINES = Object.fromEntries(
  ["top", "bottom", "mid", "left", "right", "middle"].flatMap((name) =>
    [name, `${name}-mid`, `${name}-left`, `${name}-right`].map((part) => [part, ""]),
  ),
);

/** Writes a table without lines, as wide as the terminal at most; every line ends with its line break. */
export function printTable(
  columns: readonly Column[],
  rows: readonly (readonly Cell[])[],
  view: View,
): string {
  const heads = columns.map(({ head }) => head);
  const natural = fit(columns, measure([heads, ...rows]), view.columns);
  const isNarrow = view.columns !== undefined && sum(natural) > view.columns;
  const shown = isNarrow ? rows.map((row) => row.map(shorten)) : rows;
  const widths = isNarrow ? fit(columns, measure([heads, ...shown]), view.columns) : natural;
  const lines = [
    draw([heads.map((head) => ({ text: head, paint: (text) => view.paint("faint", text) }))], widths),
  ];
  for (let at = 0; at < shown.length; at += MAX_ROWS_AT_ONCE) {
    lines.push(draw(shown.slice(at, at + MAX_ROWS_AT_ONCE), widths));
  }
  return lines.join("");
}

/** Answers how many columns a text takes on a terminal: wide characters take two. */
export function measureWidth(text: string): number {
  if (/^[\x20-\x7e]*$/.test(text)) return text.length;
  const table = createTable([]);
  table.push([text]);
  table.toString();
  // Drawing a table leaves the width that it has found for each column.
  return (table.options.colWidths[0] ?? GAP) - GAP;
}

function measure(rows: readonly (readonly Cell[])[]): number[] {
  const widths: number[] = [];
  for (const row of rows) {
    for (const [index, cell] of row.entries()) {
      widths[index] = Math.max(widths[index] ?? 0, measureWidth(toText(cell)));
    }
  }
  return widths;
}

function fit(
  columns: readonly Column[],
  natural: readonly number[],
  available: number | undefined,
): number[] {
  if (available === undefined) return [...natural];
  const total = sum(natural);
  return natural.map((width, index) =>
    columns[index]?.isFlexible === true
      ? Math.min(width, Math.max(MIN_FLEXIBLE_WIDTH, width - Math.max(0, total - available)))
      : width,
  );
}

/** Answers how wide a line is that has columns of these widths. */
function sum(widths: readonly number[]): number {
  return widths.reduce((total, width) => total + width, GAP * (widths.length - 1));
}

function draw(rows: readonly (readonly Cell[])[], widths: readonly number[]): string {
  const table = createTable(widths.map((width) => width + GAP));
  for (const row of rows) {
    table.push(row.map((cell) => (typeof cell === "string" ? cell : (cell.paint?.(cell.text) ?? cell.text))));
  }
  return table
    .toString()
    .split("\n")
    .map((line) => `${line.trimEnd()}\n`)
    .join("");
}

function createTable(colWidths: readonly number[]): Table.Table {
  return new Table({
    chars: NO_LINES,
    colWidths: [...colWidths],
    style: { "padding-left": 0, "padding-right": GAP, head: [], border: [], compact: true },
  });
}

function shorten(cell: Cell): Cell {
  if (typeof cell === "string" || cell.short === undefined) return cell;
  return { ...cell, text: cell.short };
}

function toText(cell: Cell): string {
  return typeof cell === "string" ? cell : cell.text;
}
