import { replaceNumberTokens } from "./template";

/** Answers a prop's value as it stands in the synthesized file: number tokens within strings become tokens of their own. */
export function toAttributeValue(value: unknown): unknown {
  if (typeof value === "string") return replaceNumberTokens(value);
  return Array.isArray(value) ? value.map(toAttributeValue) : value;
}
