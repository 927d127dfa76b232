import type { Attributes } from "../schema/schema";
import { isListValue, isObjectValue, type ObjectValue, type Value } from "../values/value";

/** Lists every string in the values of sensitive attributes, for the redactor. */
export function listSensitiveTexts(object: ObjectValue, attributes: Attributes): readonly string[] {
  return Object.entries(attributes).flatMap(([name, attribute]) => {
    const value = object.get(name) ?? null;
    if (attribute.sensitive === true) return listTexts(value);
    if (!("attributes" in attribute)) return [];
    const nested = attribute.nesting === "single" ? [value] : listItems(value);
    return nested.filter(isObjectValue).flatMap((inner) => listSensitiveTexts(inner, attribute.attributes));
  });
}

function listTexts(value: Value): readonly string[] {
  return typeof value === "string" ? [value] : listItems(value).flatMap(listTexts);
}

function listItems(value: Value): readonly Value[] {
  if (isListValue(value)) return value;
  return isObjectValue(value) ? [...value.values()] : [];
}
