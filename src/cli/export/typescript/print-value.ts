import stringWidth from "string-width";
import type { JsonValue } from "../../../queue/additional-settings";
import { breakLogCommandsInLiteral, escapeUnsafe } from "../../../text/escape-control";
import { escapeLiteral } from "../../../text/terraform-template";
import type { ExportedSetting } from "../describe-queue";
import { LINE_WIDTH } from "../print-comment";

/** Texts, null and negative numbers stay on the line of a shorter key. */
const SHORT_KEY = 5;

/**
 * Writes a property as formatters of TypeScript do, on one line if it fits. Terraform does not evaluate texts.
 * @returns lines without line breaks; the last one ends with a comma
 */
export function printProperty(
  { name, value }: ExportedSetting,
  indent: number,
  width: number = LINE_WIDTH,
): string[] {
  const key = printKey(name);
  const head = `${" ".repeat(indent)}${key}:`;
  const text = `${printValue(value, indent, stringWidth(head) + 1, width)},`;
  const isOneLine = !text.includes("\n");
  const mayBreak = typeof value === "string" || value === null || (typeof value === "number" && value < 0);
  const breaks = mayBreak && stringWidth(key) >= SHORT_KEY;
  if (isOneLine && breaks && stringWidth(head) + 1 + stringWidth(text) > width) {
    return [head, `${" ".repeat(indent + 2)}${text}`];
  }
  return `${head} ${text}`.split("\n");
}

/** Writes an object with each property on lines of its own. */
export function printObject(
  properties: readonly ExportedSetting[],
  indent: number,
  width = LINE_WIDTH,
): string {
  const lines = properties.flatMap((property) => printProperty(property, indent + 2, width));
  return ["{", ...lines, `${" ".repeat(indent)}}`].join("\n");
}

/** Writes a value that begins in this column; further lines are indented. */
export function printValue(
  value: JsonValue,
  indent: number,
  column: number,
  width: number = LINE_WIDTH,
): string {
  if (typeof value !== "object" || value === null) return printScalar(value);
  const flat = printFlat(value);
  if (!mustBreak(value) && column + stringWidth(flat) + 1 <= width) return flat;
  if (!isList(value)) {
    const properties = Object.entries(value).map(([name, field]) => ({ name, value: field }));
    return properties.length === 0 ? flat : printObject(properties, indent, width);
  }
  if (value.length === 0) return flat;
  const inner = indent + 2;
  const lines = value.every((element) => typeof element === "number")
    ? fill(value.map(printScalar), width - inner)
    : value.map((element) => `${printValue(element, inner, inner, width)},`);
  return ["[", ...lines.map((line) => " ".repeat(inner) + line), `${" ".repeat(indent)}]`].join("\n");
}

function printFlat(value: JsonValue): string {
  if (typeof value !== "object" || value === null) return printScalar(value);
  if (isList(value)) return `[${value.map(printFlat).join(", ")}]`;
  const fields = Object.entries(value).map(([key, field]) => `${printKey(key)}: ${printFlat(field)}`);
  return fields.length === 0 ? "{}" : `{ ${fields.join(", ")} }`;
}

/** A list of several lists or objects with more than one element each is never written on one line. */
function mustBreak(value: JsonValue): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (!isList(value)) return Object.values(value).some(mustBreak);
  const [kind, ...others] = value.map(tryGetLongKind);
  const areLong = kind !== undefined && others.length > 0 && others.every((other) => other === kind);
  return areLong || value.some(mustBreak);
}

function tryGetLongKind(value: JsonValue): "list" | "object" | undefined {
  if (typeof value !== "object" || value === null || Object.keys(value).length < 2) return undefined;
  return isList(value) ? "list" : "object";
}

/** Puts as many numbers on each line as fit. */
function fill(numbers: readonly string[], width: number): string[] {
  const lines: string[] = [];
  for (const number of numbers) {
    const last = lines.at(-1);
    const longer = `${last ?? ""} ${number},`;
    if (last === undefined || longer.length > width) lines.push(`${number},`);
    else lines[lines.length - 1] = longer;
  }
  return lines;
}

function printScalar(value: string | number | boolean | null): string {
  if (typeof value === "string") return quoteTerraformText(value);
  return typeof value === "number" ? String(value).replace("e+", "e") : String(value);
}

function printKey(key: string): string {
  return /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(key) ? key : quoteTypeScript(key);
}

/** The type of `Array.isArray` does not narrow read-only lists. */
function isList(value: object): value is readonly JsonValue[] {
  return Array.isArray(value);
}

/**
 * Writes a string literal that neither Terraform nor the CDK evaluates: expressions are escaped, and what looks like a
 * token of the CDK is broken up by an expression for a part of it.
 */
export function quoteTerraformText(text: string): string {
  const literal = escapeLiteral(text)
    .replaceAll("TfToken[", `Tf\${"Token"}[`)
    .replace(/(\d)e\+(?=289)/g, (_marks, digit: string) => `${digit}e\${"+"}`);
  return quoteTypeScript(literal);
}

/** Writes a literal of TypeScript in the quotes that need fewer escapes, as formatters do. */
export function quoteTypeScript(text: string): string {
  const quoted = breakLogCommandsInLiteral(escapeUnsafe(JSON.stringify(text)));
  if (count(text, '"') <= count(text, "'")) return quoted;
  const inner = quoted.slice(1, -1).replace(/\\(.)|'/gs, (mark, escaped?: string) => {
    if (escaped === undefined) return "\\'";
    return escaped === '"' ? '"' : mark;
  });
  return `'${inner}'`;
}

function count(text: string, mark: string): number {
  return text.split(mark).length - 1;
}
