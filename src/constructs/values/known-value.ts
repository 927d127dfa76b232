import { unescapeLiteral } from "../../text/terraform-template";
import { isUnresolved, replaceNumberTokens } from "./template";

/** Tells whether a value is known only to Terraform, also where it is a number token within a string. */
export function isUnresolvedText(value: unknown): boolean {
  return isUnresolved(typeof value === "string" ? replaceNumberTokens(value) : value);
}

/** Answers what a known value means to Terraform; unknown elements become a word that is always allowed. */
export function toMeaning(value: unknown): unknown {
  if (typeof value === "string") return isUnresolvedText(value) ? "unknown" : unescapeLiteral(value);
  if (!Array.isArray(value)) return value;
  return value.map((element: unknown) => (isUnresolved(element) ? "unknown" : toMeaning(element)));
}
