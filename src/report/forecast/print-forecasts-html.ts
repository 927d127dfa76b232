import { type Html, html } from "../../text/html";
import { toLine } from "../describe-value";
import { MAX_NAME, printSentences } from "../html/html";
import { printDocument } from "../html/print-document";
import { describeChanges } from "./describe-forecast";
import { printForecastHtml } from "./print-forecast-html";
import type { QueueForecast } from "./queue-forecast";

const TITLE = "What a change of settings will do";

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
  return printDocument({
    title: TITLE,
    body: html`<header>
<h1>${TITLE}</h1>
${notes.map((note) => html`<p>${printSentences(note)}</p>\n`)}</header>
<main class="queues">
${forecasts.map(printQueue)}</main>
`,
  });
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
