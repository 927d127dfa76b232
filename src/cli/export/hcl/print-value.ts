import type { JsonValue } from "../../../queue/additional-settings";
import { breakLogCommandsInLiteral } from "../../../text/break-log-commands";
import { escapeHclText } from "../../../text/escape-hcl-text";
import { escapeUnsafe, toUnitEscapes } from "../../../text/escape-unsafe";
import { escapeLiteral } from "../../../text/terraform-template";
import { LINE_WIDTH } from "../print-comment";

/** Writes a string literal that Terraform does not evaluate. */
export function quoteHcl(text: string): string {
  return `"${escapeUnsafeHcl(escapeHclText(escapeLiteral(text)))}"`;
}

/** Escapes what can do harm in a terminal, a log or a review. In HCL it occurs only in quotes. */
export function escapeUnsafeHcl(code: string): string {
  return breakLogCommandsInLiteral(escapeUnsafe(code, toHclEscape));
}

/** HCL does not join two halves of a surrogate pair. */
function toHclEscape(character: string): string {
  const code = Number(character.codePointAt(0));
  return code > 0xffff ? `\\U${code.toString(16).padStart(8, "0")}` : toUnitEscapes(character);
}

/** Writes a value on one line that Terraform does not evaluate. */
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

/** Writes assignments below each other with aligned equal signs, as `terraform fmt` does. */
export function alignAssignments(assignments: readonly Assignment[], indent: number): string[] {
  const width = Math.max(...assignments.map(({ name }) => countCharacters(name)));
  return assignments.map(({ name, value }) => {
    const gap = " ".repeat(width - countCharacters(name) + 1);
    return `${" ".repeat(indent)}${name}${gap}= ${value}`;
  });
}

/**
 * Writes a list, one element a line if it does not fit on one line.
 * @param column - columns before it on its line
 */
export function printHclList(elements: readonly JsonValue[], indent: number, column: number): string {
  const flat = printHclValue(elements);
  if (column + flat.length <= LINE_WIDTH) return flat;
  const lines = elements.map((element) => `${" ".repeat(indent + 2)}${printHclValue(element)},`);
  return ["[", ...lines, `${" ".repeat(indent)}]`].join("\n");
}

/** Writes the key of an object, bare if it is a name without another meaning. */
export function printKey(key: string): string {
  const isBare = /^[A-Za-z_]\w*$/.test(key) && !["for", "null", "true", "false"].includes(key);
  return isBare ? key : quoteHcl(key);
}

/** Counts characters as people see them, as `terraform fmt` does. */
function countCharacters(text: string): number {
  if (/^[\x20-\x7e]*$/.test(text)) return text.length;
  return [...new Intl.Segmenter("en", { granularity: "grapheme" }).segment(text)].length;
}
