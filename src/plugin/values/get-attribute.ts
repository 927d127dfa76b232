import { TfNumber } from "./tf-number";
import { isListValue, isObjectValue, isUnknown, type Maybe, type ObjectValue, type Value } from "./value";
import { ValueError } from "./value-error";

/**
 * Answers an attribute of an object that holds every attribute of its schema, as all that Terraform sends do.
 * @throws ValueError if there is no such attribute: a mistake of the caller
 */
export function getAttribute(object: ObjectValue, name: string): Value {
  const value = object.get(name);
  if (value === undefined) throw new ValueError([{ attribute: name }], "the attribute is missing.");
  return value;
}

/**
 * Answers an attribute of type string.
 * @throws ValueError if there is no such attribute or it is of another type: a mistake of the caller
 */
export function getString(object: ObjectValue, name: string): Maybe<string> {
  return getTyped(object, name, "a string", (value) => typeof value === "string");
}

/**
 * Answers an attribute of type bool.
 * @throws ValueError if there is no such attribute or it is of another type: a mistake of the caller
 */
export function getBoolean(object: ObjectValue, name: string): Maybe<boolean> {
  return getTyped(object, name, "a bool", (value) => typeof value === "boolean");
}

/**
 * Answers an attribute of type number.
 * @throws ValueError if there is no such attribute or it is of another type: a mistake of the caller
 */
export function getNumber(object: ObjectValue, name: string): Maybe<TfNumber> {
  return getTyped(object, name, "a number", (value) => value instanceof TfNumber);
}

/**
 * Answers an attribute that is an object or map.
 * @throws ValueError if there is no such attribute or it is of another type: a mistake of the caller
 */
export function getObject(object: ObjectValue, name: string): Maybe<ObjectValue> {
  return getTyped(object, name, "an object", isObjectValue);
}

/**
 * Answers an attribute that is a list, set or tuple. Its elements may be null or unknown themselves.
 * @throws ValueError if there is no such attribute or it is of another type: a mistake of the caller
 */
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
