import { type Html, html, joinHtml } from "../../text/html";
import { toLine } from "../describe-value";

/** UTF-16 units that are shown of a name. */
export const MAX_NAME = 300;

const MAX_SENTENCES = 5_000;

/** Writes any text as code in one line. */
export function printCode(text: string, maxLength = MAX_NAME): Html {
  return html`<code>${toLine(text, maxLength)}</code>`;
}

/** Writes sentences, which may contain foreign names; line breaks stay. */
export function printSentences(text: string): Html {
  const kept = text.length > MAX_SENTENCES ? `${text.slice(0, MAX_SENTENCES)}…` : text;
  const lines = kept.split("\n").map((line) => toLine(line, MAX_SENTENCES));
  return joinHtml(lines, html`<br>`);
}
