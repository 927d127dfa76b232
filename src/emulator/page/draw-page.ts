import type { EngineOptions } from "../../engine/engine-options";
import type { EngineState } from "../../engine/engine-state";
import { type Html, html } from "../../text/html";
import { drawFound } from "./draw-found";
import { drawList, drawTrouble } from "./draw-list";
import { drawQueue } from "./draw-queue";
import { drawCommand, drawText, formatCount } from "./draw-table";
import type { PageChoice } from "./page-choice";
import { compareNames, compareTrouble, summarizeQueue } from "./summarize-queue";

const SKIP = html`<a class="skip" href="#queues">Skip to the list of queues</a>`;

/**
 * Draws what the reader chose to see of the state.
 * @param isAutomatic - whether the service reports checks and impacted targets itself
 * @returns title, content, and the id of the shown queue; empty: there is none
 */
export function drawPage(
  { queues, nowMs }: EngineState,
  options: EngineOptions,
  choice: PageChoice,
  isAutomatic = false,
): { readonly title: string; readonly shown: string; readonly main: Html } {
  const summaries = [...queues.values()].map((queue) => summarizeQueue(queue, nowMs)).sort(compareNames);
  const isChosen = choice.queue !== "";
  const shown = isChosen
    ? summaries.find(({ id }) => id === choice.queue)
    : summaries.toSorted(compareTrouble)[0];
  const inLine = summaries.reduce((sum, one) => sum + one.inLine, 0);
  const waiting = summaries.reduce((sum, { queue }) => sum + queue.waiting.size, 0);
  const counts = `${formatCount(inLine)} in testing, ${formatCount(waiting)} waiting · `;
  const gone = shown === undefined && isChosen ? drawGone(choice.queue) : "";
  const content = shown === undefined ? gone : drawQueue(shown, choice, options, nowMs);
  // The list comes behind the queue, so that a keyboard reaches the queue's pull requests first.
  const others =
    summaries.length > 1 || (summaries.length === 1 && shown === undefined)
      ? html`${drawTrouble(summaries)}${drawList(summaries, shown, nowMs)}`
      : "";
  return {
    title: `${summaries.length === 0 ? "" : counts}Merge queues`,
    shown: shown?.id ?? "",
    main: html`${drawFound(summaries, choice.search, nowMs)}${summaries.length === 0 ? html`${gone}${drawFirstSteps(isAutomatic)}` : html`<div class="desk" data-key="desk">${others === "" ? "" : SKIP}${content}${others}</div>`}`,
  };
}

function drawGone(id: string): Html {
  return html`<section class="queue" data-key="gone" aria-labelledby="queue" tabindex="-1">
<h2 id="queue">There is no queue ${drawText(id)}</h2>
<p>It was deleted, or this service never had it. If it is created, it appears here. <a href="?">Show all queues</a></p></section>
`;
}

/** Says how to fill an empty service. @param isAutomatic - whether it reports checks itself */
function drawFirstSteps(isAutomatic: boolean): Html {
  const tests = isAutomatic
    ? "It is tested and merges: this service reports checks and impacted targets itself."
    : html`Its tests end when their checks are reported. A service that is started like this reports them itself: ${drawCommand("npx --no mergequeue serve --auto")}`;
  return html`<section class="queue first-steps" data-key="first-steps" aria-labelledby="first-steps">
<h2 id="first-steps">There is no queue yet</h2>
<p>This service is running, and empty. Paste the two lines with <code>export</code> that it printed into another terminal. Two commands there fill it:</p>
<ol>
<li>${drawCommand("npx --no mergequeue init")} writes a project that declares a queue, and says how to apply it. Then the queue appears here.</li>
<li>${drawCommand("npx --no mergequeue pr submit github.com/acme/web/main 7")} submits a pull request. ${tests}</li>
</ol>
<p class="soft">Only looking? <code>npx --no mergequeue serve --demo</code> starts with 20 queues and a month of history.</p>
</section>
`;
}
