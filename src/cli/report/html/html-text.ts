import { escapeHtml } from "../escape-html";
import { toLine } from "../to-line";

const MAX_SENTENCES = 5_000;

/** Writes any text as code of HTML in one line. */
export function printCode(text: string, maxLength: number): string {
  return `<code>${escapeHtml(toLine(text, maxLength))}</code>`;
}

/** Writes sentences, foreign names within them included; line breaks stay. */
export function printSentences(text: string): string {
  const kept = text.length > MAX_SENTENCES ? `${text.slice(0, MAX_SENTENCES)}…` : text;
  return kept
    .split("\n")
    .map((line) => escapeHtml(toLine(line, MAX_SENTENCES)))
    .join("<br>");
}
