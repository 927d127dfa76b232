import { normalizeText } from "../text/normalize-text";
import type { AttributeType } from "./schema";
import { MAX_DEPTH } from "./value";
import { ValueError } from "./value-error";

const SCALARS = ["string", "number", "bool", "dynamic"] as const;

/** Converts a parsed type expression, such as `"string"` or `["list", "number"]`. @throws ValueError */
export function parseType(expression: unknown): AttributeType {
  return parse(expression, 0);
}

function parse(expression: unknown, depth: number): AttributeType {
  if (depth > MAX_DEPTH) throw new ValueError([], `the type is nested more than ${MAX_DEPTH} deep.`);
  const scalar = SCALARS.find((word) => word === expression);
  if (scalar !== undefined) return scalar;
  if (Array.isArray(expression) && expression.length === 2) {
    const [kind, inner] = expression as readonly unknown[];
    if (kind === "list") return { list: parse(inner, depth + 1) };
    if (kind === "set") return { set: parse(inner, depth + 1) };
    if (kind === "map") return { map: parse(inner, depth + 1) };
    if (kind === "tuple" && Array.isArray(inner))
      return { tuple: inner.map((item) => parse(item, depth + 1)) };
    if (kind === "object" && typeof inner === "object" && inner !== null && !Array.isArray(inner))
      return { object: parseAttributes(inner, depth) };
  }
  throw new ValueError([], 'a type expression is required, such as "string" or ["list", "number"].');
}

function parseAttributes(inner: object, depth: number): Record<string, AttributeType> {
  const attributes = Object.create(null) as Record<string, AttributeType>;
  for (const [name, type] of Object.entries(inner) as [string, unknown][])
    attributes[normalizeText(name)] = parse(type, depth + 1);
  return attributes;
}

/** Writes a type as JSON, for {@link parseType}. Sorts attributes, so that equal types give equal text. */
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
