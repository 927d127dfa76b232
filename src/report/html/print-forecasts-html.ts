import type { Plan } from "../../plan/plan";
import { type Html, html } from "../../text/html";
import { toLine } from "../describe-value";
import {
  describeBasis,
  describeChanges,
  describeVerdict,
  listForecastRows,
} from "../forecast/describe-forecast";
import {
  type DrawnForecast,
  describeUnmet,
  type Forecasts,
  NO_FORECASTS,
  type QueueForecast,
} from "../queue-forecast";
import { drawPlots } from "./draw-plots";
import { MAX_NAME, printDocument, printSentences } from "./print-document";

const TITLE = "What a change of settings will do";

/** Writes forecasts as one self-contained HTML document. It has changes, a table and plots for each queue. */
export function printForecastsPage(_plan: Plan, forecasts: Forecasts): string {
  const cards = [...forecasts].map(([{ id }, forecast]) => printQueue(id, forecast));
  return printPage(cards.length === 0 ? [html`<p>${printSentences(NO_FORECASTS)}</p>\n`] : [], cards);
}

export function printForecastPage(forecast: DrawnForecast): string {
  return printPage([], [printQueue(forecast.forecast.queue ?? "A queue", forecast)]);
}

function printPage(notes: readonly Html[], cards: readonly Html[]): string {
  return printDocument({
    title: TITLE,
    body: html`<header>
<h1>${TITLE}</h1>
${notes}</header>
<main class="queues">
${cards}</main>
`,
  });
}

function printQueue(id: string, forecast: QueueForecast): Html {
  const changes =
    forecast.kind === "none"
      ? ""
      : html`<p class="place">${printSentences(describeChanges(forecast.forecast))}</p>\n`;
  return html`<article class="card">
<header><h3><bdi>${toLine(id, MAX_NAME)}</bdi></h3></header>
${changes}${printVerdict(forecast)}
${forecast.kind === "none" ? "" : printForecastHtml(forecast)}
</article>
`;
}

/** Writes the summary of a forecast: the verdict, then each requirement that is not met. */
export function printVerdict(queue: QueueForecast): Html {
  const unmet = describeUnmet(queue).map(
    (text) => html`<p class="said loss"><strong>⚠ ${printSentences(text)}</strong></p>\n`,
  );
  if (queue.kind === "none")
    return html`${unmet}<p class="soft">No forecast: ${printSentences(queue.reason)}</p>`;
  const verdict = describeVerdict(queue.forecast);
  return html`${verdict === undefined ? "" : html`<p class="verdict">${verdict}</p>\n`}${unmet}`;
}

/** Writes the numbers behind a verdict: a table, the basis of its numbers, and plots. */
export function printForecastHtml({ forecast, shapes }: DrawnForecast): Html {
  const rows = listForecastRows(forecast).map(
    ({ name, now, then, change }) =>
      html`<tr><th scope="row">${name}</th><td class="number">${now}</td><td class="number">${then}</td><td>${change}</td></tr>\n`,
  );
  const caveats = describeBasis(forecast);
  const basis = caveats.pop() ?? "";
  return html`<section class="forecast" aria-label="Forecast">
<table><caption>Forecast</caption><thead><tr><th scope="col">Measure</th><th scope="col" class="number">Now</th><th scope="col" class="number">Then</th><th scope="col">Change (95 %)</th></tr></thead><tbody>
${rows}</tbody></table>
${caveats.map((line) => html`<p class="said">${printSentences(line)}</p>\n`)}<p class="soft">${printSentences(basis)}</p>
<p class="legend soft"><span class="swatch now"></span> now <span class="swatch then"></span> then</p>
${drawPlots(forecast, shapes)}
</section>`;
}
