// Version 4: later versions are ES modules only.
import stringWidth from "string-width";
import { toCell } from "../text/to-cell";
import type { View } from "./view";
import { breakLine } from "./wrap-text";

/** One column of a table. */
export interface Column {
  readonly head: string;
  /** In a table that is too wide, the columns of least importance shrink first. Default: never shrinks. */
  readonly importance?: number;
  /** Whether the column contains numbers, which are right-aligned. */
  readonly isNumeric?: true;
}

/** One line of text from `toCell`, either alone or with a short form or a style. */
export type Cell = string | FormattedCell;

interface FormattedCell {
  readonly text: string;
  /** The short form, which replaces the text if the table would be too wide. */
  readonly short?: string;
  readonly paint?: (text: string) => string;
}

/** Number of blanks between two columns, or between a name and its value. */
const GAP = 2;
/** Minimum widths of columns that shrink. All shrink to 12 if needed, then all to 6, and then all to 1. */
const MIN_WIDTHS = [12, 6, 1] as const;
/** Writes a table without borders. It is no wider than the view if the columns that never shrink fit. */
export function printTable(columns: readonly Column[], rows: readonly Cell[][], view: View): string {
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
  return [head, ...shown].map((row) => layOut(row, widths, columns)).join("");
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

function sum(widths: readonly number[]): number {
  return widths.reduce((total, width) => total + width, GAP * (widths.length - 1));
}

/** Writes cells side by side on one line. Cuts each cell to the width of its column. */
function layOut(cells: readonly FormattedCell[], widths: number[], columns: readonly Column[] = []): string {
  const texts = cells.map(({ text, paint }, index) => {
    const width = widths[index] ?? 0;
    const kept = cutToWidth(text, width);
    const blanks = " ".repeat(width - stringWidth(kept));
    const shown = paint?.(kept) ?? kept;
    return columns[index]?.isNumeric === true ? blanks + shown : shown + blanks;
  });
  return `${texts.join(" ".repeat(GAP)).trimEnd()}\n`;
}

/** Cuts text to a width in terminal columns. Text that was cut ends with `…`. */
export function cutToWidth(text: string, width: number): string {
  if (stringWidth(text) <= width) return text;
  let kept = "";
  let left = width - 1;
  for (const { segment } of SEGMENTER.segment(text)) {
    left -= stringWidth(segment);
    if (left < 0) break;
    kept += segment;
  }
  return `${kept}…`;
}

const SEGMENTER = new Intl.Segmenter("en", { granularity: "grapheme" });

/** A name and its value. Both are single lines that are safe for a terminal. */
export type Field = readonly [name: string, value: string];

const INDENT = "  ";
const MIN_VALUE_WIDTH = 20;

/** Writes a name and a value on each line. Aligns and wraps the values. Escapes only the names. */
export function printFields(fields: readonly Field[], { columns }: Pick<View, "columns">): string {
  const shown = fields.map(([name, value]) => ({ name: INDENT + toCell(name), value }));
  const width = Math.max(0, ...shown.map(({ name }) => stringWidth(name)));
  const room = Math.max(MIN_VALUE_WIDTH, columns - width - GAP);
  return shown
    .flatMap(({ name, value }) =>
      breakLine(value, room).map((line, index) =>
        layOut([{ text: index === 0 ? name : "" }, { text: line }], [width, stringWidth(line)]),
      ),
    )
    .join("");
}
