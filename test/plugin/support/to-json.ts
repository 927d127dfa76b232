import type { AttributeType } from "../../../src/plugin/schema";
import { TfNumber } from "../../../src/plugin/tf-number";
import { parseType } from "../../../src/plugin/type-expression";
import { DynamicValue, isListValue, isObjectValue, type Value } from "../../../src/plugin/value";

/** Writes a wholly known value as JSON, the way Terraform does; only tests need this direction. */
export function toJson(value: Value, type: AttributeType): string {
  if (value instanceof TfNumber) return value.text;
  if (value instanceof DynamicValue) {
    const inner = parseType(value.type);
    return `{"value":${toJson(value.value, inner)},"type":${JSON.stringify(value.type)}}`;
  }
  if (isListValue(value))
    return `[${value.map((item, index) => toJson(item, getInnerType(type, index))).join(",")}]`;
  if (isObjectValue(value)) {
    const entries = [...value].map(
      ([key, item]) => `${JSON.stringify(key)}:${toJson(item, getInnerType(type, key))}`,
    );
    return `{${entries.join(",")}}`;
  }
  return JSON.stringify(value);
}

function getInnerType(type: AttributeType, step: string | number): AttributeType {
  if (typeof type === "string") throw new Error(`${type} has no elements`);
  if ("list" in type) return type.list;
  if ("set" in type) return type.set;
  if ("map" in type) return type.map;
  const inner = "tuple" in type ? type.tuple[Number(step)] : type.object[step];
  if (inner === undefined) throw new Error(`the type has nothing at ${step}`);
  return inner;
}
