import { isListValue, isObjectValue, isUnknown, type Maybe, type ObjectValue, type Value } from "./value";
import { ValueError } from "./value-error";

/** Returns an attribute. @throws ValueError if the object lacks it, which is a bug in the caller */
export function getAttribute(object: ObjectValue, name: string): Value {
  const value = object.get(name);
  if (value === undefined) throw new ValueError([{ attribute: name }], "the attribute is missing.");
  return value;
}

/** Returns `part` of the object `name`; `name` itself if it is null or unknown, or `part` is undefined. */
export function getNestedAttribute(object: ObjectValue, name: string, part: string | undefined): Value {
  const value = getAttribute(object, name);
  return part !== undefined && isObjectValue(value) ? getAttribute(value, part) : value;
}

/** Returns a string attribute. @throws ValueError if it is missing or no string, a bug in the caller */
export function getString(object: ObjectValue, name: string): Maybe<string> {
  return getTyped(object, name, "a string", (value) => typeof value === "string");
}

/** Returns a list, set or tuple. @throws ValueError if it is missing or no list, a bug in the caller */
export function getList(object: ObjectValue, name: string): Maybe<readonly Value[]> {
  return getTyped(object, name, "a list", isListValue);
}

function getTyped<Known extends Value>(
  object: ObjectValue,
  name: string,
  kind: string,
  isKnown: (value: Value) => value is Known,
): Maybe<Known> {
  const value = getAttribute(object, name);
  if (value === null || isUnknown(value) || isKnown(value)) return value;
  throw new ValueError([{ attribute: name }], `${kind} is required.`);
}
