import { hash } from "node:crypto";
import { type Html, html, joinHtml, trustHtml } from "../../text/html";
import { COMMAND, toLine } from "../describe-value";
import { REPORT_STYLE } from "./report-texts";

export interface DocumentParts {
  readonly title: string;
  /** The content of `<body>`. It ends with a line break. */
  readonly body: Html;
  /** The only script that may run. Default: none may run. */
  readonly script?: string;
}

/** Writes an HTML document that stands alone: it contains its style and script, and loads nothing. */
export function printDocument({ title, body, script }: DocumentParts): string {
  const policy = [
    "default-src 'none'",
    ...(script === undefined ? [] : [`script-src ${toSource(script)}`]),
    `style-src ${toSource(REPORT_STYLE)}`,
    "img-src data:",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
  // Browsers request an icon if the document names none.
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${trustHtml(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${title}</title>
<link rel="icon" href="data:,">
<style>${trustHtml(REPORT_STYLE)}</style>
</head>
<body>
${body}${script === undefined ? "" : html`<script>${trustHtml(script)}</script>\n`}</body>
</html>
`.toString();
}

function toSource(text: string): string {
  return `'sha256-${hash("sha256", text, "base64")}'`;
}

/** Maximum length of a name, in UTF-16 units. */
export const MAX_NAME = 300;
const MAX_SENTENCES = 5_000;

export function printCode(text: string, maxLength = MAX_NAME): Html {
  return html`<code>${toLine(text, maxLength)}</code>`;
}

/** Writes sentences, which may contain foreign names. Keeps line breaks. */
export function printSentences(text: string): Html {
  const kept = text.length > MAX_SENTENCES ? `${text.slice(0, MAX_SENTENCES)}…` : text;
  const lines = kept
    .split("\n")
    .map((line) =>
      COMMAND.test(line) ? printCode(line.trim(), MAX_SENTENCES) : toLine(line, MAX_SENTENCES),
    );
  return joinHtml(lines, html`<br>`);
}
