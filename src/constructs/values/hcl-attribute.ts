import { isPlainObject } from "../../queue/is-plain-object";
import { escapeHclText } from "../../text/escape-hcl-text";
import { HclExpression } from "./hcl-expression";

/** How the CDK wants to be told of an attribute when it writes HCL instead of JSON. */
export interface HclAttribute {
  readonly value: unknown;
  readonly isBlock: false;
  readonly type: "simple" | "map" | "list";
  readonly storageClassType: string;
}

/**
 * Describes attributes for the CDK's HCL output, which quotes strings but does not escape what is in them, and which
 * knows no nested values.
 * @param attributes - by Terraform name
 */
export function toHclAttributes(attributes: Readonly<Record<string, unknown>>): Record<string, HclAttribute> {
  return Object.fromEntries(
    Object.entries(attributes)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, toHclAttribute(value)]),
  );
}

function toHclAttribute(value: unknown): HclAttribute {
  if (typeof value === "string") return simple(escapeHclText(value), "string");
  if (Array.isArray(value)) {
    return { value: value.map(escapeElement), isBlock: false, type: "list", storageClassType: "stringList" };
  }
  if (isPlainObject(value) && !("resolve" in value)) {
    if (!isMapOfTexts(value)) return simple(new HclExpression(value), "string");
    const texts = Object.entries(value).map(([key, text]) => [key, escapeElement(text)]);
    return {
      value: Object.fromEntries(texts) as unknown,
      isBlock: false,
      type: "map",
      storageClassType: "stringMap",
    };
  }
  return simple(value, typeof value === "number" ? "number" : "boolean");
}

/** Under names that need no quotes. */
function isMapOfTexts(value: Readonly<Record<string, unknown>>): boolean {
  return Object.entries(value).every(([key, text]) => /^[a-z]\w*$/.test(key) && typeof text === "string");
}

function escapeElement(element: unknown): unknown {
  return typeof element === "string" ? escapeHclText(element) : element;
}

function simple(value: unknown, storageClassType: string): HclAttribute {
  return { value, isBlock: false, type: "simple", storageClassType };
}
