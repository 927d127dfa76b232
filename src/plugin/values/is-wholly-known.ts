import { DynamicValue, isListValue, isObjectValue, isUnknown, type Value } from "./value";

/** Tells whether nothing in a value is unknown, at any depth. */
export function isWhollyKnown(value: Value): boolean {
  if (isUnknown(value)) return false;
  if (isListValue(value)) return value.every(isWhollyKnown);
  if (isObjectValue(value)) return [...value.values()].every(isWhollyKnown);
  return value instanceof DynamicValue ? isWhollyKnown(value.value) : true;
}
