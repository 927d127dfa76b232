import { escapeLiteral, splitTemplate, unescapeLiteral } from "../../text/terraform-template";
import { writeExpression } from "../values/hcl-expression";

/** Characters that Terraform's `jsonencode` escapes beside those that JSON wants escaped. */
const ESCAPED = /[<>&\u2028\u2029]/g;

/**
 * Writes a value as a Terraform string that holds its JSON text: text where everything is known at synth, else an
 * expression that makes it. Both come to the same text in Terraform.
 * @param value - what JSON has; texts and keys are Terraform strings, and there are no tokens in it
 */
export function writeJson(value: unknown): string {
  if (hasExpression(value)) return `\${${writeJsonExpression(value)}}`;
  return escapeLiteral(JSON.stringify(toMeaning(value)).replace(ESCAPED, toEscape));
}

/** Writes an expression whose result is the JSON text of a value, as {@link writeJson} takes it. */
export function writeJsonExpression(value: unknown): string {
  return `jsonencode(${writeExpression(value)})`;
}

/** Tells whether something is known only to Terraform. */
export function hasExpression(value: unknown): boolean {
  if (typeof value === "string") return splitTemplate(value).some(({ kind }) => kind === "expression");
  if (typeof value !== "object" || value === null) return false;
  return Object.entries(value).some(([key, field]) => hasExpression(key) || hasExpression(field));
}

/** Answers what a value means to Terraform, the keys of objects in the order of `jsonencode`. */
function toMeaning(value: unknown): unknown {
  if (typeof value === "string") return unescapeLiteral(value);
  if (Array.isArray(value)) return value.map(toMeaning);
  if (typeof value !== "object" || value === null) return value;
  const fields = Object.entries(value)
    .filter(([, field]) => field !== undefined)
    .map(([key, field]) => [unescapeLiteral(key), toMeaning(field)] as const);
  return Object.fromEntries(fields.sort(([a], [b]) => (a < b ? -1 : 1)));
}

function toEscape(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
