import type { JsonValue } from "../../../queue/additional-settings";
import { breakLogCommandsInLiteral } from "../../../text/break-log-commands";
import { escapeHclText } from "../../../text/escape-hcl-text";
import { escapeUnsafe, toUnitEscapes } from "../../../text/escape-unsafe";
import { escapeLiteral } from "../../../text/terraform-template";
import { LINE_WIDTH } from "../print-comment";

/** Writes a text in quotes, so that it is data. */
export function quoteHcl(text: string): string {
  return `"${escapeUnsafeHcl(escapeHclText(escapeLiteral(text)))}"`;
}

/** Writes what can do harm in a terminal, a log or a review as escapes, in HCL that has it in quotes only. */
export function escapeUnsafeHcl(code: string): string {
  return breakLogCommandsInLiteral(escapeUnsafe(code, toHclEscape));
}

/** In HCL two halves of a pair are not one character. */
function toHclEscape(character: string): string {
  const code = Number(character.codePointAt(0));
  return code > 0xffff ? `\\U${code.toString(16).padStart(8, "0")}` : toUnitEscapes(character);
}

/** Writes a value on one line, without anything that would be evaluated. */
export function printHclValue(value: JsonValue): string {
  if (typeof value === "string") return quoteHcl(value);
  if (typeof value !== "object" || value === null) return String(value);
  if (Array.isArray(value)) return `[${(value as readonly JsonValue[]).map(printHclValue).join(", ")}]`;
  const fields = Object.entries(value).map(([key, field]) => `${printKey(key)} = ${printHclValue(field)}`);
  return fields.length === 0 ? "{}" : `{ ${fields.join(", ")} }`;
}

/** A name with its value, both in HCL. */
export interface Assignment {
  readonly name: string;
  readonly value: string;
}

/** Writes assignments one below the other, with the equal signs in line as `terraform fmt` has them. */
export function alignAssignments(assignments: readonly Assignment[], indent: number): string[] {
  const width = Math.max(...assignments.map(({ name }) => countCharacters(name)));
  return assignments.map(({ name, value }) => {
    const gap = " ".repeat(width - countCharacters(name) + 1);
    return `${" ".repeat(indent)}${name}${gap}= ${value}`;
  });
}

/**
 * Writes a list, with an element a line where one line is too short for it.
 * @param column - columns before it on its line
 */
export function printHclList(elements: readonly JsonValue[], indent: number, column: number): string {
  const flat = printHclValue(elements);
  if (column + flat.length <= LINE_WIDTH) return flat;
  const lines = elements.map((element) => `${" ".repeat(indent + 2)}${printHclValue(element)},`);
  return ["[", ...lines, `${" ".repeat(indent)}]`].join("\n");
}

/** Writes the key of an object: bare where it is a name that has no other meaning. */
export function printKey(key: string): string {
  const isBare = /^[A-Za-z_]\w*$/.test(key) && !["for", "null", "true", "false"].includes(key);
  return isBare ? key : quoteHcl(key);
}

/** Counts characters as people see them, which is how the equal signs get in line. */
function countCharacters(text: string): number {
  if (/^[\x20-\x7e]*$/.test(text)) return text.length;
  return [...new Intl.Segmenter("en", { granularity: "grapheme" }).segment(text)].length;
}
