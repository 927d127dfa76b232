import { breakLogCommands } from "./break-log-commands";
import { escapeUnsafe } from "./escape-unsafe";

const NAMES: { readonly [character: string]: string } = { "\n": "\n", "\t": "\t", "\r": "\\r" };

/**
 * Makes text from outside safe for a terminal and the log of a CI system (promise S-14): what controls a terminal, reorders
 * text or is invisible becomes an escape such as `\x1b`; commands to CI systems are broken up. Line feeds and tabs are kept;
 * half surrogate pairs become U+FFFD.
 */
export function escapeControl(text: string): string {
  return breakLogCommands(escapeUnsafe(text, writeVisibly));
}

function writeVisibly(character: string): string {
  const name = NAMES[character];
  if (name !== undefined) return name;
  const code = Number(character.codePointAt(0));
  if (code >= 0xd800 && code <= 0xdfff) return "\uFFFD";
  if (code > 0xffff) return `\\u{${code.toString(16)}}`;
  return code <= 0xff
    ? `\\x${code.toString(16).padStart(2, "0")}`
    : `\\u${code.toString(16).padStart(4, "0")}`;
}
