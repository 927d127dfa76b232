import { breakLogCommandsInLiteral } from "../../text/break-log-commands";
import { escapeControl } from "../../text/escape-control";
import { escapeUnsafe, toUnitEscapes } from "../../text/escape-unsafe";
import type { OutputDocument } from "../command-session";

/** Longer texts are useless in a table and slow to measure. */
const MAX_LENGTH = 1_000;

/**
 * Makes any text safe for one line on a terminal: what could steer the terminal becomes a visible escape (promise S-14),
 * line breaks and tabs become blanks.
 */
export function toCell(text: string, maxLength = MAX_LENGTH): string {
  const shortened = text.length > maxLength ? `${text.slice(0, maxLength)}…` : text;
  return escapeControl(shortened.replace(/[\n\t]+/g, " "));
}

/** Writes a field of any type in one line: strings as they are, everything else as JSON. */
export function toValueCell(value: unknown): string {
  if (typeof value === "string") return toCell(value);
  const json = JSON.stringify(value) as string | undefined;
  return toCell(json ?? "-");
}

/**
 * Writes a value as one JSON document with its line break. Foreign text cannot steer a terminal or a CI system: JSON
 * escapes replace what could (promise S-14). NaN and infinite numbers become null.
 */
export function printJson(value: unknown): OutputDocument {
  // In JSON such a character can only be part of a string.
  const json = escapeUnsafe(JSON.stringify(value, undefined, 2), (character) =>
    character === "\n" ? character : toUnitEscapes(character),
  );
  return { document: `${breakLogCommandsInLiteral(json)}\n` };
}
