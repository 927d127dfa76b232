import { breakLogCommandsInLiteral } from "../../text/break-log-commands";
import { escapeUnsafe, toUnitEscapes } from "../../text/escape-unsafe";
import type { OutputDocument } from "../command-session";

/**
 * Writes a value as one JSON document with its line break. Foreign text cannot steer a terminal or a CI system: JSON
 * escapes replace what could (promise S-14). NaN and infinite numbers become null.
 */
export function printJson(value: unknown): OutputDocument {
  return { document: `${toSafeJson(JSON.stringify(value, undefined, 2))}\n` };
}

/** Returns JSON of the same meaning that cannot steer a terminal or a CI system. */
export function toSafeJson(json: string): string {
  // In JSON such a character can only be part of a string.
  return breakLogCommandsInLiteral(
    escapeUnsafe(json, (character) => (character === "\n" ? character : toUnitEscapes(character))),
  );
}
