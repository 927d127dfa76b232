import { MAX_ADDITIONAL_DEPTH } from "../../queue/additional-settings";
import type { Finding } from "../../queue/finding";
import { isPlainObject } from "../../queue/is-plain-object";
import { quote } from "../../text/quote";
import { splitTemplate } from "../../text/terraform-template";
import { Token } from "../cdk";

/** Additional settings are the deepest, and hold their values. */
const MAX_DEPTH = MAX_ADDITIONAL_DEPTH + 1;

/** What to do about an expression that nothing closes. */
export const CLOSE_OR_ESCAPE =
  "Close the expression with a brace; for the characters themselves write the first one twice, $${ or %%{.";

/**
 * Finds texts in a prop, at any depth, that begin an expression and do not end it. Terraform could not read the
 * synthesized file.
 * @param depth - how deep in the prop the value is; what is deeper than anything may be is passed over
 * @returns everything that is wrong, with paths of props
 */
export function checkTemplates(path: readonly string[], value: unknown, depth = 0): Finding[] {
  if (depth > MAX_DEPTH || Token.isUnresolved(value)) return [];
  if (typeof value === "string") {
    if (!hasUnclosedExpression(value)) return [];
    return [{ path, message: `The expression in ${quote(value)} is never closed. ${CLOSE_OR_ESCAPE}` }];
  }
  if (Array.isArray(value)) return value.flatMap((element) => checkTemplates(path, element, depth + 1));
  if (!isPlainObject(value)) return [];
  return Object.entries(value).flatMap(([name, field]) => checkTemplates([...path, name], field, depth + 1));
}

/** Tells whether a text begins an expression that it does not end. */
export function hasUnclosedExpression(text: string): boolean {
  return splitTemplate(text).some((part) => part.kind === "expression" && !part.isClosed);
}
