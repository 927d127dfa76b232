import { MAX_ADDITIONAL_DEPTH } from "../../queue/additional-settings";
import { isPlainObject } from "../../queue/is-plain-object";
import { escapeLiteral, unescapeLiteral } from "../../text/terraform-template";
import { Token } from "../cdk";
import { isUnresolvedText } from "./known-value";
import { replaceNumberTokens } from "./template";

/** Stands for what is known only to Terraform; any text is allowed in its place. */
const UNKNOWN = "unknown";

/**
 * Answers the value of an additional setting as it stands in the synthesized file. Strings are Terraform strings at
 * any depth; keys are data, and escaped so that they stay it. What is undefined is left out, and so is what is nested
 * too deep, of which validation tells.
 */
export function toAdditionalValue(value: unknown, depth = 0): unknown {
  if (typeof value === "string") return replaceNumberTokens(value);
  if (!isNested(value)) return value;
  if (depth > MAX_ADDITIONAL_DEPTH) return undefined;
  if (Array.isArray(value)) return value.map((element) => toAdditionalValue(element, depth + 1));
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, field]) => field !== undefined)
      .map(([key, field]) => [escapeLiteral(key), toAdditionalValue(field, depth + 1)]),
  );
}

/**
 * Answers what the value of an additional setting means to Terraform, to be checked: texts without their escapes,
 * and a text in place of what only Terraform knows. Deeper than may be it stays as it is.
 */
export function toAdditionalMeaning(value: unknown, depth = 0): unknown {
  if (isUnresolvedText(value)) return UNKNOWN;
  if (typeof value === "string") return unescapeLiteral(value);
  if (!isNested(value) || depth > MAX_ADDITIONAL_DEPTH) return value;
  if (Array.isArray(value)) return value.map((element) => toAdditionalMeaning(element, depth + 1));
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, field]) => field !== undefined)
      .map(([key, field]) => [key, toAdditionalMeaning(field, depth + 1)]),
  );
}

/** Tells whether a key is a token somewhere in the value of an additional setting. */
export function hasTokenKey(value: unknown, depth = 0): boolean {
  if (!isNested(value) || depth > MAX_ADDITIONAL_DEPTH) return false;
  return Object.entries(value).some(
    ([key, field]) => Token.isUnresolved(key) || hasTokenKey(field, depth + 1),
  );
}

/** Tells whether a value is a list or a plain object, and no token. */
function isNested(value: unknown): value is object {
  if (typeof value !== "object" || value === null || Token.isUnresolved(value)) return false;
  return Array.isArray(value) || isPlainObject(value);
}
