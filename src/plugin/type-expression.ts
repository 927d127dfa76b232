import { normalizeText } from "../text/normalize-text";
import type { AttributeType } from "./schema";
import { MAX_DEPTH } from "./value";
import { ValueError } from "./value-error";

/** Reads a parsed type expression: `"string"`, `["list", "number"]`. @throws ValueError if it is none */
export function parseType(expression: unknown): AttributeType {
  return parse(expression, 0);
}

function parse(expression: unknown, depth: number): AttributeType {
  if (depth > MAX_DEPTH) throw new ValueError([], `the type is nested more than ${MAX_DEPTH} deep.`);
  switch (expression) {
    case "string":
    case "number":
    case "bool":
    case "dynamic":
      return expression;
  }
  if (Array.isArray(expression) && expression.length === 2) {
    const [kind, inner] = expression as readonly unknown[];
    switch (kind) {
      case "list":
        return { list: parse(inner, depth + 1) };
      case "set":
        return { set: parse(inner, depth + 1) };
      case "map":
        return { map: parse(inner, depth + 1) };
      case "tuple":
        if (Array.isArray(inner)) return { tuple: inner.map((item) => parse(item, depth + 1)) };
        break;
      case "object":
        if (typeof inner === "object" && inner !== null && !Array.isArray(inner))
          return { object: parseAttributes(inner, depth) };
        break;
    }
  }
  throw new ValueError([], 'a type expression is required, such as "string" or ["list", "number"].');
}

function parseAttributes(inner: object, depth: number): Record<string, AttributeType> {
  const attributes = Object.create(null) as Record<string, AttributeType>;
  for (const [name, type] of Object.entries(inner) as [string, unknown][])
    attributes[normalizeText(name)] = parse(type, depth + 1);
  return attributes;
}

/** The inverse of {@link parseType}, with sorted attributes, so that equal types have equal text. */
export function formatType(type: AttributeType): string {
  if (typeof type === "string") return JSON.stringify(type);
  if ("list" in type) return `["list",${formatType(type.list)}]`;
  if ("set" in type) return `["set",${formatType(type.set)}]`;
  if ("map" in type) return `["map",${formatType(type.map)}]`;
  if ("tuple" in type) return `["tuple",[${type.tuple.map(formatType).join(",")}]]`;
  const attributes = Object.entries(type.object)
    .map(([name, attribute]) => `${JSON.stringify(name)}:${formatType(attribute)}`)
    .sort();
  return `["object",{${attributes.join(",")}}]`;
}
