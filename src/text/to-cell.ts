import { escapeControl } from "./escape-control";

/** Longer text is useless in a table and slow to measure. */
const MAX_LENGTH = 1_000;

/** Makes any text safe for one line on a terminal. Line breaks and tabs become spaces. */
export function toCell(text: string, maxLength = MAX_LENGTH): string {
  const shortened = text.length > maxLength ? `${text.slice(0, maxLength)}…` : text;
  return escapeControl(shortened.replace(/[\n\t]+/g, " "));
}

/** Writes a field of any type in one line: a string unquoted, everything else as JSON. */
export function toValueCell(value: unknown): string {
  if (typeof value === "string") return toCell(value);
  const json = JSON.stringify(value) as string | undefined;
  return toCell(json ?? "-");
}
