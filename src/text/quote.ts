import { escapeUnsafe } from "./escape-unsafe";

const MAX_LENGTH = 100;

/**
 * Writes any value for a message: strings in quotes, with characters escaped that control a terminal or reorder
 * text; everything shortened to about 100 characters. Never throws, whatever the value.
 */
export function quote(value: unknown): string {
  const text = escapeUnsafe(toText(value));
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text;
}

function toText(value: unknown): string {
  switch (typeof value) {
    case "string":
      return JSON.stringify(value);
    case "number":
    case "bigint":
    case "boolean":
      return String(value);
    case "object":
      return toJson(value);
    default:
      return typeof value;
  }
}

function toJson(value: object | null): string {
  try {
    // A toJSON method may answer undefined, which the type of stringify hides.
    const text: unknown = JSON.stringify(value);
    return typeof text === "string" ? text : "an object";
  } catch {
    // It holds itself or a bigint; what is in it does not matter for a message.
    return "an object";
  }
}
