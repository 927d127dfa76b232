import type { AttributeType } from "../schema/schema";
import { isWhollyKnown } from "./is-wholly-known";
import { normalizeText } from "./normalize-text";
import { TfNumber } from "./tf-number";
import { formatType, parseType } from "./type-expression";
import { DynamicValue, isListValue, isUnknown, type Value } from "./value";

/**
 * Answers a text that is equal for two values of one type exactly when Terraform takes them for the same:
 * numbers by what they mean, strings after normalisation (rule C-14), sets without regard to order and
 * duplicates, maps without regard to order, and null, unknown and known apart. A value that does not conform
 * to the type is compared by its own shape.
 */
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

/**
 * Answers the elements of a set without duplicates, in the order of their first appearance. Elements that are
 * not wholly known are all kept, because they may become different values.
 */
export function distinctElements(elements: readonly Value[], type: AttributeType): readonly Value[] {
  if (elements.length < 2) return elements;
  return fingerprintElements(elements, type).map(([, element]) => element);
}

/** Answers the distinct elements of a set with their fingerprints, each made once: sets may hold sets, and so on. */
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
