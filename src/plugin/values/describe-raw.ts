/** Names the kind of a raw value other than null for an error message, without the value, which may be sensitive. */
export function describeRaw(raw: unknown): string {
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

/** A plain object, as decoders make it. Its keys are foreign: read only what it has itself. */
export interface RawObject {
  readonly [key: string]: unknown;
}

/** Tells whether a raw value is a plain object. */
export function isRawObject(raw: unknown): raw is RawObject {
  if (typeof raw !== "object" || raw === null) return false;
  const prototype: unknown = Object.getPrototypeOf(raw);
  return prototype === Object.prototype || prototype === null;
}
