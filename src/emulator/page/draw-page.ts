import type { EngineOptions } from "../../engine/engine-options";
import type { EngineState } from "../../engine/engine-state";
import { type Html, html } from "../../text/html";
import { drawList, drawTrouble } from "./draw-list";
import { drawQueue } from "./draw-queue";
import { formatCount } from "./draw-table";
import type { PageChoice } from "./page-choice";
import { QUEUE_STATUSES, type QueueSummary, summarizeQueue } from "./summarize-queue";

/** Draws what the reader chose to see of the state. `shown`: id of the shown queue; empty: there is none. */
export function drawPage(
  { queues, nowMs }: EngineState,
  options: EngineOptions,
  choice: PageChoice,
): { readonly title: string; readonly shown: string; readonly main: Html } {
  const summaries = [...queues.values()].map(summarizeQueue).sort((a, b) => (a.key < b.key ? -1 : 1));
  const chosen = summaries.find(({ id }) => id === choice.queue);
  const shown = chosen ?? summaries.toSorted(compareTrouble)[0];
  if (shown === undefined) return { title: "Merge queues", shown: "", main: FIRST_STEPS };
  const inLine = summaries.reduce((sum, one) => sum + one.inLine, 0);
  const waiting = summaries.reduce((sum, { queue }) => sum + queue.waiting.size, 0);
  const queue = drawQueue(shown, choice, options, nowMs);
  return {
    title: `${formatCount(inLine)} in testing, ${formatCount(waiting)} waiting · Merge queues`,
    shown: shown.id,
    main:
      summaries.length === 1
        ? queue
        : html`${drawTrouble(summaries, choice)}
<div class="desk" data-key="desk">${drawList(summaries, shown, choice, nowMs)}${queue}</div>`,
  };
}

function compareTrouble(a: QueueSummary, b: QueueSummary): number {
  const difference = QUEUE_STATUSES.indexOf(a.status) - QUEUE_STATUSES.indexOf(b.status);
  return difference || (a.oldestMs ?? Infinity) - (b.oldestMs ?? Infinity) || 0;
}

const FIRST_STEPS = html`<section class="queue first-steps" data-key="first-steps" aria-labelledby="first-steps">
<h2 id="first-steps">There is no queue yet</h2>
<p>Two commands fill this service:</p>
<ol>
<li><pre tabindex="0"><code>mergequeue init</code></pre> writes a project that declares a queue. Give it the two lines with <code>export</code> that the service printed, and apply it: the queue appears here.</li>
<li><pre tabindex="0"><code>mergequeue serve --auto</code></pre> starts the service so that it reports checks and impacted targets itself: what you submit is tested and merges.</li>
</ol>
<p class="soft">Only looking? <code>mergequeue serve --demo</code> starts with 20 queues and a month of history.</p>
</section>
`;
