import { type Html, html } from "../../../text/html";
import { describeBasis, listForecastRows } from "../../simulate/describe-forecast";
import { printSentences } from "../html/html";
import { drawPlots } from "./draw-plots";
import { describeUnmet, type QueueForecast } from "./queue-forecast";

/** Writes what a simulation says about a queue: requirements that are not met, a table, its basis and plots. */
export function printForecastHtml(queue: QueueForecast): Html {
  const unmet = describeUnmet(queue).map(
    (text) => html`<p class="said loss"><strong>⚠ ${printSentences(text)}</strong></p>\n`,
  );
  if (queue.kind === "none")
    return html`<section class="forecast" aria-label="Forecast">${unmet}<p class="soft">No forecast: ${printSentences(queue.reason)}</p></section>`;
  const { forecast, shapes } = queue;
  const rows = listForecastRows(forecast).map(
    ({ name, now, then, change }) =>
      html`<tr><th scope="row">${name}</th><td>${now}</td><td>${then}</td><td>${change}</td></tr>\n`,
  );
  return html`<section class="forecast" aria-label="Forecast">
${unmet}<table><caption>Forecast</caption><thead><tr><th scope="col">Measure</th><th scope="col">Now</th><th scope="col">Then</th><th scope="col">Change (95 %)</th></tr></thead><tbody>
${rows}</tbody></table>
<p class="soft">${describeBasis(forecast).map((line) => html`${printSentences(line)} `)}</p>
<p class="legend soft"><span class="swatch now"></span> now <span class="swatch then"></span> then</p>
${drawPlots(forecast, shapes)}
</section>`;
}
