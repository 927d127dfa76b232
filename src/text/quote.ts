import { escapeUnsafe } from "./escape-control";

const MAX_LENGTH = 100;

/** Formats any value for a message: escapes it, and shortens it to about 100 characters. Never throws. */
export function quote(value: unknown): string {
  const text = escapeUnsafe(toText(value));
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text;
}

function toText(value: unknown): string {
  if (typeof value === "string") return JSON.stringify(value);
  if (typeof value === "object") return toJson(value);
  if (typeof value === "number" || typeof value === "bigint" || typeof value === "boolean")
    return String(value);
  return typeof value;
}

function toJson(value: object | null): string {
  try {
    // A toJSON method may return undefined, contrary to the type of stringify.
    const text: unknown = JSON.stringify(value);
    return typeof text === "string" ? text : "an object";
  } catch {
    // It contains itself or a bigint; its content does not matter for a message.
    return "an object";
  }
}
