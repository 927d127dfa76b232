import { breakLogCommandsInLiteral, escapeUnsafe, toUnitEscapes } from "../text/escape-control";
import type { OutputDocument } from "./output-document";

/** Writes one JSON document that is safe for terminals and CI. NaN and infinite numbers become null. */
export function printJson(value: unknown): OutputDocument {
  return { document: `${toSafeJson(JSON.stringify(value, undefined, 2))}\n` };
}

/** Escapes characters with which JSON could steer a terminal or a CI system. Keeps the JSON's meaning. */
export function toSafeJson(json: string): string {
  // JSON has such a character only in strings.
  return breakLogCommandsInLiteral(
    escapeUnsafe(json, (character) => (character === "\n" ? character : toUnitEscapes(character))),
  );
}
