import { type Html, html } from "../../text/html";
import { printSentences } from "../html/html";
import { describeBasis, listForecastRows } from "./describe-forecast";
import { describeVerdict } from "./describe-verdict";
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
      html`<tr><th scope="row">${name}</th><td class="number">${now}</td><td class="number">${then}</td><td>${change}</td></tr>\n`,
  );
  const verdict = describeVerdict(forecast);
  const caveats = describeBasis(forecast);
  const basis = caveats.pop() ?? "";
  return html`<section class="forecast" aria-label="Forecast">
${unmet}${verdict === undefined ? "" : html`<p class="verdict">${verdict}</p>\n`}<table><caption>Forecast</caption><thead><tr><th scope="col">Measure</th><th scope="col" class="number">Now</th><th scope="col" class="number">Then</th><th scope="col">Change (95 %)</th></tr></thead><tbody>
${rows}</tbody></table>
${caveats.map((line) => html`<p class="said">${printSentences(line)}</p>\n`)}<p class="soft">${printSentences(basis)}</p>
<p class="legend soft"><span class="swatch now"></span> now <span class="swatch then"></span> then</p>
${drawPlots(forecast, shapes)}
</section>`;
}
