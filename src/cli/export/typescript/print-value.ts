import type { JsonValue } from "../../../queue/additional-settings";
import { breakLogCommandsInLiteral, escapeUnsafe } from "../../../text/escape-control";
import { escapeLiteral } from "../../../text/terraform-template";
import type { ExportedSetting } from "../describe-queue";

/** Writes a property of an object. @returns lines without line breaks; the last one ends with a comma */
export function printProperty({ name, value }: ExportedSetting, indent: number): string[] {
  return `${" ".repeat(indent)}${printKey(name)}: ${printValue(value, indent)},`.split("\n");
}

/** Writes one line unless lists or objects are nested. Terraform does not evaluate the texts. */
export function printValue(value: JsonValue, indent: number): string {
  if (typeof value === "string") return quoteTerraformText(value);
  if (typeof value !== "object" || value === null) return String(value);
  const end = " ".repeat(indent);
  if (isList(value)) {
    const lines = value.map((element) => `${end}  ${printValue(element, indent + 2)},\n`);
    return lines.length === 0 ? "[]" : `[\n${lines.join("")}${end}]`;
  }
  const fields = Object.entries(value).map(([name, field]) => ({ name, value: field }));
  if (fields.length === 0) return "{}";
  if (fields.every((field) => typeof field.value !== "object" || field.value === null)) {
    return `{ ${fields.map((field) => `${printKey(field.name)}: ${printValue(field.value, 0)}`).join(", ")} }`;
  }
  return ["{", ...fields.flatMap((field) => printProperty(field, indent + 2)), `${end}}`].join("\n");
}

function printKey(key: string): string {
  return /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(key) ? key : quoteTypeScript(key);
}

/** The type of `Array.isArray` does not narrow read-only lists. */
function isList(value: object): value is readonly JsonValue[] {
  return Array.isArray(value);
}

/** Writes a literal that neither Terraform nor the CDK evaluates: expressions and tokens are broken up. */
export function quoteTerraformText(text: string): string {
  const literal = escapeLiteral(text)
    .replaceAll("TfToken[", `Tf\${"Token"}[`)
    .replace(/(\d)e\+(?=289)/g, (_marks, digit: string) => `${digit}e\${"+"}`);
  return quoteTypeScript(literal);
}

export function quoteTypeScript(text: string): string {
  return breakLogCommandsInLiteral(escapeUnsafe(JSON.stringify(text)));
}
