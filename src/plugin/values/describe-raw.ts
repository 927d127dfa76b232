/** Names the kind of a raw value for an error message, without the value, which may be sensitive. */
export function describeRaw(raw: unknown): string {
  if (raw === null) return "null";
  if (Array.isArray(raw)) return "a list";
  if (raw instanceof Uint8Array) return "bytes";
  if (isRawObject(raw)) return "an object";
  switch (typeof raw) {
    case "boolean":
      return "a bool";
    case "string":
      return "a string";
    default:
      return "a number";
  }
}

/**
 * Tells whether a raw value is a plain object, as decoders make it. Its keys are foreign: read it through
 * `Object.entries` only.
 */
export function isRawObject(raw: unknown): raw is { readonly [key: string]: unknown } {
  if (typeof raw !== "object" || raw === null) return false;
  const prototype: unknown = Object.getPrototypeOf(raw);
  return prototype === Object.prototype || prototype === null;
}
