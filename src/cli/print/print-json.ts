import { breakLogCommandsInLiteral } from "../../text/break-log-commands";
import { escapeUnsafe, toUnitEscapes } from "../../text/escape-unsafe";

/**
 * Writes a value as one JSON document with its line break. Text from elsewhere cannot steer a terminal or a CI system:
 * what could is escaped as JSON allows (promise S-14). Numbers that JSON has no word for become null.
 */
export function printJson(value: unknown): string {
  // Such a character stands within a string, because nothing else in JSON can hold it.
  const json = escapeUnsafe(JSON.stringify(value, undefined, 2), (character) =>
    character === "\n" ? character : toUnitEscapes(character),
  );
  return `${breakLogCommandsInLiteral(json)}\n`;
}
