import { createHash } from "node:crypto";
import { toLine } from "../report/describe-value";
import { printForecastHtml } from "../report/foresight/print-forecast-html";
import type { QueueForecast } from "../report/foresight/queue-forecast";
import { type Html, html, MAX_NAME, printSentences, trustHtml } from "../report/html/html";
import { REPORT_STYLE } from "../report/html/report-style";
import { describeChanges } from "./describe-forecast";

const TITLE = "What a change of settings will do";

/** Allows the document its own style, and neither scripts nor requests. */
const POLICY = trustHtml(
  [
    "default-src 'none'",
    `style-src 'sha256-${createHash("sha256").update(REPORT_STYLE).digest("base64")}'`,
    "img-src data:",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; "),
);

/** A forecast, and the queue that it is about. */
export interface NamedForecast {
  /** The queue's id; null: no existing queue. */
  readonly id: string | null;
  readonly forecast: QueueForecast;
}

/**
 * Writes forecasts as one HTML document that needs no other file, with a card for each queue: what changes, a table and plots.
 * @param notes - sentences above them
 */
export function printForecastsHtml(notes: readonly string[], forecasts: readonly NamedForecast[]): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${TITLE}</title>
<link rel="icon" href="data:,">
<style>${trustHtml(REPORT_STYLE)}</style>
</head>
<body>
<header>
<h1>${TITLE}</h1>
${notes.map((note) => html`<p>${printSentences(note)}</p>\n`)}</header>
<main class="queues">
${forecasts.map(printQueue)}</main>
</body>
</html>
`.toString();
}

function printQueue({ id, forecast }: NamedForecast): Html {
  const changes =
    forecast.kind === "none"
      ? ""
      : html`<p class="place">${printSentences(describeChanges(forecast.forecast))}</p>\n`;
  return html`<article class="card">
<header><h3><bdi>${toLine(id ?? "A queue", MAX_NAME)}</bdi></h3></header>
${changes}${printForecastHtml(forecast)}
</article>
`;
}
