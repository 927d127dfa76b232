import { normalizeText } from "../text/normalize-text";
import type { AttributeType } from "./schema";
import { TfNumber } from "./tf-number";
import { formatType, parseType } from "./type-expression";
import { DynamicValue, isListValue, isUnknown, isWhollyKnown, type Value } from "./value";

/** Returns a text. Two values have the same text if and only if Terraform considers the values equal. */
export function fingerprintValue(value: Value, type: AttributeType): string {
  if (typeof value === "string") return JSON.stringify(normalizeText(value));
  if (value === null || typeof value === "boolean") return String(value);
  if (isUnknown(value)) return "?";
  if (value instanceof TfNumber) return value.text;
  if (value instanceof DynamicValue) {
    const inner = parseType(value.type);
    return `<${formatType(inner)}:${fingerprintValue(value.value, inner)}>`;
  }
  if (isListValue(value)) {
    if (typeof type === "object" && "set" in type) {
      const texts = fingerprintElements(value, type.set).map(([text]) => text);
      return `{${texts.sort().join(",")}}`;
    }
    return `[${value.map((item, index) => fingerprintValue(item, getItemType(type, index))).join(",")}]`;
  }
  const entries = [...value].map(
    ([key, item]) =>
      `${JSON.stringify(normalizeText(key))}=${fingerprintValue(item, getEntryType(type, key))}`,
  );
  return `(${entries.sort().join(",")})`;
}

/** Removes duplicate elements of a set. Keeps each element with an unknown part, because it may differ. */
export function distinctElements(elements: readonly Value[], type: AttributeType): readonly Value[] {
  if (elements.length < 2) return elements;
  return fingerprintElements(elements, type).map(([, element]) => element);
}

function fingerprintElements(
  elements: readonly Value[],
  type: AttributeType,
): (readonly [fingerprint: string, element: Value])[] {
  const seen = new Set<string>();
  return elements
    .map((element) => [fingerprintValue(element, type), element] as const)
    .filter(([fingerprint, element]) => {
      if (!isWhollyKnown(element)) return true;
      const isNew = !seen.has(fingerprint);
      seen.add(fingerprint);
      return isNew;
    });
}

function getItemType(type: AttributeType, index: number): AttributeType {
  if (typeof type === "object" && "list" in type) return type.list;
  return (typeof type === "object" && "tuple" in type ? type.tuple[index] : undefined) ?? "dynamic";
}

function getEntryType(type: AttributeType, key: string): AttributeType {
  if (typeof type === "object" && "map" in type) return type.map;
  const isAttribute = typeof type === "object" && "object" in type && Object.hasOwn(type.object, key);
  return (isAttribute ? type.object[key] : undefined) ?? "dynamic";
}

/** Tells whether Terraform considers two values of one type equal, by their {@link fingerprintValue}. */
export function valuesEqual(a: Value, b: Value, type: AttributeType): boolean {
  return a === b || fingerprintValue(a, type) === fingerprintValue(b, type);
}
