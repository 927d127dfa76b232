import { isPlainObject } from "../../text/is-plain-object";
import { escapeLiteral, unescapeLiteral } from "../../text/terraform-template";
import { writeExpression } from "../values/hcl-attribute";
import { mapNested, someNested } from "../values/nested-value";
import { isUnresolved } from "../values/terraform-value";

/** Characters that Terraform's `jsonencode` escapes and JSON does not. */
const ESCAPED = /[<>&\u2028\u2029]/g;

/**
 * Writes a value as a Terraform string that contains its JSON text: as text if everything is known at synth, else as
 * an expression. Both evaluate to the same text.
 * @param value - a JSON value; strings and keys are Terraform strings; must not contain tokens
 */
export function writeJson(value: unknown): string {
  if (hasExpression(value)) return `\${${writeJsonExpression(value)}}`;
  return escapeLiteral(JSON.stringify(toMeaning(value), sortKeys).replace(ESCAPED, toEscape));
}

/** Writes an expression that evaluates to the JSON text of a value, as {@link writeJson} takes it. */
export function writeJsonExpression(value: unknown): string {
  return `jsonencode(${writeExpression(value)})`;
}

function hasExpression(value: unknown): boolean {
  return someNested(
    value,
    (each) => isUnresolved(each) || (isPlainObject(each) && Object.keys(each).some(isUnresolved)),
  );
}

function toMeaning(value: unknown): unknown {
  const unescape = (leaf: unknown): unknown => (typeof leaf === "string" ? unescapeLiteral(leaf) : leaf);
  return mapNested(value, unescape, unescapeLiteral);
}

/** Sorts the keys of objects, as `jsonencode` does. */
function sortKeys(_key: string, value: unknown): unknown {
  if (!isPlainObject(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

function toEscape(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
