import type { AttributePath } from "../../../src/plugin/diagnostic";
import type { AttributeType, Schema } from "../../../src/plugin/schema";
import { TfNumber } from "../../../src/plugin/tf-number";
import { toObjectType } from "../../../src/plugin/to-object-type";
import { parseType } from "../../../src/plugin/type-expression";
import { DynamicValue, isListValue, isObjectValue, isUnknown, type Value } from "../../../src/plugin/value";
import { formatPath } from "../../../src/plugin/value-error";

/** Checks a value's shape (C-10, C-13). @returns every fault as a sentence that begins with its path */
export function conformsTo(value: Value, schema: Schema): string[] {
  return checkShape(value, toObjectType(schema.attributes), []).map(
    ({ path, problem }) => `${formatPath(path) || "the object"}: ${problem}`,
  );
}

interface Fault {
  readonly path: AttributePath;
  readonly problem: string;
}

function checkShape(value: Value, type: AttributeType, path: AttributePath): Fault[] {
  if (value === null || isUnknown(value)) return [];
  if (typeof type === "string") return checkScalar(value, type, path);
  if ("list" in type || "set" in type) {
    if (!isListValue(value)) return [{ path, problem: "a list or set is required" }];
    const inner = "list" in type ? type.list : type.set;
    return value.flatMap((item, index) => checkShape(item, inner, [...path, { index }]));
  }
  if ("tuple" in type) {
    if (!isListValue(value) || value.length !== type.tuple.length)
      return [{ path, problem: `a tuple of ${type.tuple.length} is required` }];
    return type.tuple.flatMap((inner, index) =>
      checkShape(value[index] ?? null, inner, [...path, { index }]),
    );
  }
  if (!isObjectValue(value)) return [{ path, problem: "an object or map is required" }];
  if ("map" in type)
    return [...value].flatMap(([key, item]) => checkShape(item, type.map, [...path, { key }]));

  const names = Object.keys(type.object);
  const faults: Fault[] = [];
  if (names.length !== value.size || names.some((name) => !value.has(name))) {
    // Core's own words, so that a search for them finds this rule.
    faults.push({
      path,
      problem: `an object with ${names.length} attributes is required (${value.size} given: ${[...value.keys()].join(", ")})`,
    });
  }
  for (const [name, inner] of Object.entries(type.object))
    faults.push(...checkShape(value.get(name) ?? null, inner, [...path, { attribute: name }]));
  return faults;
}

function checkScalar(
  value: Exclude<Value, null>,
  type: "string" | "number" | "bool" | "dynamic",
  path: AttributePath,
): Fault[] {
  if (type === "dynamic" && value instanceof DynamicValue)
    return checkShape(value.value, parseType(value.type), path);
  const isRight =
    (type === "string" && typeof value === "string") ||
    (type === "bool" && typeof value === "boolean") ||
    (type === "number" && value instanceof TfNumber);
  return isRight ? [] : [{ path, problem: `${type} is required` }];
}
