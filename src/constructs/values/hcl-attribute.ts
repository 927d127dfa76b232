import { escapeHclText } from "../../text/escape-hcl-text";
import { isPlainObject } from "../../text/is-plain-object";
import { resolveLater } from "./terraform-value";

/** An attribute in the form that the CDK needs to write HCL instead of JSON. */
export interface HclAttribute {
  readonly value: unknown;
  readonly isBlock: false;
  readonly type: "simple" | "map" | "list";
  readonly storageClassType: string;
}

/** Describes attributes for the CDK's HCL output, which escapes no strings and supports no nested values. */
export function toHclAttributes(attributes: Readonly<Record<string, unknown>>): Record<string, HclAttribute> {
  const given = Object.entries(attributes).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given.map(([name, value]) => [name, toHclAttribute(value)]));
}

/** Writes a value without tokens as HCL on one line: `{ "a" = ["b"] }`. Keeps expressions in strings. */
export function writeExpression(value: unknown): string {
  if (typeof value === "string") return `"${escapeHclText(value)}"`;
  if (Array.isArray(value)) return `[${value.map(writeExpression).join(", ")}]`;
  if (typeof value !== "object" || value === null) return String(value);
  const fields = Object.entries(value).map(
    ([key, field]) => `"${escapeHclText(key)}" = ${writeExpression(field)}`,
  );
  return `{ ${fields.join(", ")} }`;
}

function toHclAttribute(value: unknown): HclAttribute {
  if (typeof value === "string") return describe("simple", escapeHclText(value), "string");
  const isListOfObjects = Array.isArray(value) && value.some((element) => isPlainObject(element));
  if (Array.isArray(value) && !isListOfObjects)
    return describe("list", value.map(escapeElement), "stringList");
  if (!isListOfObjects && (!isPlainObject(value) || "resolve" in value))
    return describe("simple", value, typeof value === "number" ? "number" : "boolean");
  if (isPlainObject(value) && isMapOfTexts(value)) {
    const texts = Object.entries(value).map(([key, text]) => [key, escapeElement(text)]);
    return describe("map", Object.fromEntries(texts), "stringMap");
  }
  const write = (resolved: unknown): string => `\${${writeExpression(resolved)}}`;
  const expression = resolveLater(() => value, write);
  return describe("simple", expression, "string");
}

function isMapOfTexts(value: Readonly<Record<string, unknown>>): boolean {
  return Object.entries(value).every(([key, text]) => /^[a-z]\w*$/.test(key) && typeof text === "string");
}

function escapeElement(element: unknown): unknown {
  return typeof element === "string" ? escapeHclText(element) : element;
}

function describe(type: HclAttribute["type"], value: unknown, storageClassType: string): HclAttribute {
  return { value, isBlock: false, type, storageClassType };
}
