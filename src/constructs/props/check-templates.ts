import type { Finding } from "../../queue/finding";
import { quote } from "../../text/quote";
import { splitTemplate } from "../../text/terraform-template";
import { isNested, MAX_DEPTH } from "../values/nested-value";

/** The remedy for an unclosed expression. */
export const CLOSE_OR_ESCAPE =
  "Close the expression with a brace; for the characters themselves double the first one, $${ or %%{.";

/**
 * Finds strings in a prop, at any depth, that contain an unclosed expression: Terraform cannot read such a file.
 * @param path - path of the value, from the prop on
 */
export function checkTemplates(path: readonly string[], value: unknown, depth = 0): Finding[] {
  if (typeof value === "string") {
    if (!hasUnclosedExpression(value)) return [];
    return [{ path, message: `The expression in ${quote(value)} is not closed. ${CLOSE_OR_ESCAPE}` }];
  }
  if (!isNested(value) || depth > MAX_DEPTH) return [];
  return Object.entries(value).flatMap(([name, field]) =>
    checkTemplates(Array.isArray(value) ? path : [...path, name], field, depth + 1),
  );
}

/** Tells whether a string contains an expression that is not closed. */
export function hasUnclosedExpression(text: string): boolean {
  return splitTemplate(text).some((part) => part.kind === "expression" && !part.isClosed);
}
