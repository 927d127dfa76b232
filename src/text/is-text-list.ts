/** Tells whether a value is a list of strings. Must be fast: a response may have millions of elements. */
export function isTextList(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((element) => typeof element === "string");
}
