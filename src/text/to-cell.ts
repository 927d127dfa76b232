import { escapeControl } from "./escape-control";

/** Maximum length of a cell: longer text is useless in a table and slow to measure. */
const MAX_LENGTH = 1_000;

/** Makes any text safe for one line on a terminal. Line breaks and tabs become spaces. */
export function toCell(text: string, maxLength = MAX_LENGTH): string {
  const shortened = text.length > maxLength ? `${text.slice(0, maxLength)}…` : text;
  return escapeControl(shortened.replace(/[\n\t]+/g, " "));
}

/** Writes a value of any type on one line: a string without quotes, any other value as JSON. */
export function toValueCell(value: unknown): string {
  if (typeof value === "string") return toCell(value);
  const json = JSON.stringify(value) as string | undefined;
  return toCell(json ?? "-");
}
