import { splitTemplate } from "./template";

/** How the CDK wants to be told of an attribute when it writes HCL instead of JSON. */
export interface HclAttribute {
  readonly value: unknown;
  readonly isBlock: false;
  readonly type: "simple" | "map" | "list";
  readonly storageClassType: string;
}

/**
 * Describes attributes for the CDK's HCL output, which quotes strings but does not escape what is in them.
 * @param attributes - by Terraform name; objects hold strings only
 */
export function toHclAttributes(attributes: Readonly<Record<string, unknown>>): Record<string, HclAttribute> {
  return Object.fromEntries(
    Object.entries(attributes)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, toHclAttribute(value)]),
  );
}

function toHclAttribute(value: unknown): HclAttribute {
  if (typeof value === "string") return simple(escapeText(value), "string");
  if (Array.isArray(value)) {
    const elements = value.map((element: unknown) =>
      typeof element === "string" ? escapeText(element) : element,
    );
    return { value: elements, isBlock: false, type: "list", storageClassType: "stringList" };
  }
  if (typeof value === "object" && value !== null && !("resolve" in value)) {
    const texts = Object.entries(value).map(([key, text]: [string, unknown]) => [
      key,
      typeof text === "string" ? escapeText(text) : text,
    ]);
    return {
      value: Object.fromEntries(texts) as unknown,
      isBlock: false,
      type: "map",
      storageClassType: "stringMap",
    };
  }
  return simple(value, typeof value === "number" ? "number" : "boolean");
}

function simple(value: unknown, storageClassType: string): HclAttribute {
  return { value, isBlock: false, type: "simple", storageClassType };
}

function escapeText(text: string): string {
  return splitTemplate(text)
    .map((part) => (part.kind === "expression" ? part.text : JSON.stringify(part.text).slice(1, -1)))
    .join("");
}
