import Table from "cli-table3";
import type { View } from "./view";

/** One column of a table. */
export interface Column {
  readonly head: string;
  /**
   * How much it matters where there is too little room: the least important column gives way first. Default: it never
   * does.
   */
  readonly importance?: number;
}

/** A text of one line, as `toCell` makes it, or such a text with more about it. */
export type Cell = string | FormattedCell;

/** A text of one line that can be shown in another way. */
export interface FormattedCell {
  readonly text: string;
  /** Stands in its place where the table would be too wide. */
  readonly short?: string;
  /** Colours it. */
  readonly paint?: (text: string) => string;
}

/** Blanks between two columns. */
const GAP = 2;

/** Every column that gives way becomes as narrow as the first of these before one becomes narrower. */
const MIN_WIDTHS = [12, 6, 1] as const;

/** The table library takes the rows of a table as arguments of one call, which have a limit. */
const MAX_ROWS_AT_ONCE = 1_000;

const NO_LINES = Object.fromEntries(
  ["top", "bottom", "mid", "left", "right", "middle"].flatMap((name) =>
    [name, `${name}-mid`, `${name}-left`, `${name}-right`].map((part) => [part, ""]),
  ),
);

/**
 * Writes a table without lines, as wide as the view at most unless what never gives way is wider; every line ends with
 * its line break.
 */
export function printTable(
  columns: readonly Column[],
  rows: readonly (readonly Cell[])[],
  view: View,
): string {
  const heads = columns.map(({ head }) => head);
  const natural = measure([heads, ...rows]);
  const isNarrow = sum(natural) > view.columns;
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

/** Takes from the least important columns what is too much. */
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
