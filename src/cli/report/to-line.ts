import { escapeControl } from "../../text/escape-control";

/** What documents of any kind may not hold. */
const NONCHARACTERS = /[\ufffe\uffff]/gu;

/**
 * Makes any text, foreign ones included, one line of characters that are seen: line breaks, tabs and everything
 * that steers a terminal, reorders text or cannot be seen become escapes such as `\n` or `\u200b` (promise S-14).
 * @param maxLength - UTF-16 units that are kept; what is cut ends with `…`
 */
export function toLine(text: string, maxLength: number): string {
  const kept = text.length > maxLength ? `${text.slice(0, maxLength)}…` : text;
  return escapeControl(kept).replaceAll("\n", "\\n").replaceAll("\t", "\\t").replace(NONCHARACTERS, "\ufffd");
}
