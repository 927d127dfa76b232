import { escapeControl } from "../../text/escape-control";

/** Characters that XML and HTML documents may not contain. */
const NONCHARACTERS = /[\ufffe\uffff]/gu;

/**
 * Makes any text one line of visible characters: line breaks, tabs and everything that steers a terminal, reorders text or
 * is invisible become escapes such as `\n` or `\u200b` (promise S-14).
 * @param maxLength - UTF-16 units that are kept; a text that is cut ends with `…`
 */
export function toLine(text: string, maxLength: number): string {
  const kept = text.length > maxLength ? `${text.slice(0, maxLength)}…` : text;
  return escapeControl(kept).replaceAll("\n", "\\n").replaceAll("\t", "\\t").replace(NONCHARACTERS, "\ufffd");
}
