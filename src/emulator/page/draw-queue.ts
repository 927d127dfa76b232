import type { EngineOptions } from "../../engine/engine-options";
import { type Html, html, joinHtml } from "../../text/html";
import { quoteForShell } from "../../text/quote-for-shell";
import { drawConcluded } from "./draw-concluded";
import { drawLine } from "./draw-line";
import { drawFacts } from "./draw-list";
import { drawSettings } from "./draw-settings";
import { drawWaiting } from "./draw-waiting";
import type { PageChoice } from "./page-choice";
import { drawBadge, drawText } from "./shown-text";
import type { QueueStatus, QueueSummary } from "./summarize-queue";

const NOTES: Readonly<Record<QueueStatus, string>> = {
  running: "",
  failing: "",
  not_ready: "Nothing in this queue is ready to be tested.",
  paused: "Nothing merges and nothing new starts until the queue runs again; tests in progress continue.",
  draining: "Running tests finish and merge; nothing new starts until the queue runs again.",
  switching_modes: "The mode has changed; nothing new starts until running tests have merged.",
};

/** Draws a queue: what is wrong, what is tested, what waits, what has left, and its settings. */
export function drawQueue(
  summary: QueueSummary,
  choice: PageChoice,
  options: EngineOptions,
  nowMs: number,
): Html {
  const { queue, id, status } = summary;
  const { host, owner, name } = queue.identity.repo;
  const resume =
    status === "paused" || status === "draining"
      ? html` <code>mergequeue queue resume ${quoteForShell(id)}</code>`
      : "";
  return html`<section class="queue" data-key="${id}" aria-labelledby="queue" tabindex="-1">
<header><h2 id="queue"><span class="soft">${drawText(host)}/</span>${drawText(`${owner}/${name}`)} <code>${drawText(queue.identity.targetBranch)}</code></h2>
${drawBadge(status)}
<p class="soft facts">${joinHtml(drawFacts(summary, nowMs), " · ")}</p>
${NOTES[status] === "" ? "" : html`<p class="note">${NOTES[status]}${resume}</p>`}</header>
${drawLine(queue, options, nowMs)}${drawWaiting(summary, choice, options, nowMs)}${drawConcluded(queue, nowMs)}${drawSettings(queue, options)}
</section>
`;
}
