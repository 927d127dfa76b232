import type { EngineOptions } from "../../engine/engine-options";
import type { EngineState, Queue } from "../../engine/engine-state";
import { type BatchingRule, toRuleText } from "../../queue/batching-rule";
import { SETTINGS } from "../../queue/settings";
import { type Html, html, joinHtml } from "../../text/html";
import { quoteForShell } from "../../text/quote-for-shell";
import { drawConcluded } from "./draw-concluded";
import { drawLine } from "./draw-line";
import { drawFacts, drawList, drawTrouble } from "./draw-list";
import { drawBadge, drawText, formatCount, shortenText } from "./draw-table";
import { drawWaiting } from "./draw-waiting";
import type { PageChoice } from "./page-choice";
import { QUEUE_STATUSES, type QueueStatus, type QueueSummary, summarizeQueue } from "./summarize-queue";

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

const NOTES: Readonly<Record<QueueStatus, string>> = {
  running: "",
  failing: "",
  not_ready: "Nothing in this queue is ready to be tested.",
  paused: "Nothing merges and nothing new starts until the queue runs again; tests in progress continue.",
  draining: "Running tests finish and merge; nothing new starts until the queue runs again.",
  switching_modes: "The mode has changed; nothing new starts until running tests have merged.",
};

/** Draws a queue: what is wrong, what is tested, what waits, what has left, and its settings. */
function drawQueue(summary: QueueSummary, choice: PageChoice, options: EngineOptions, nowMs: number): Html {
  const { queue, id, status } = summary;
  const { host, owner, name } = queue.identity.repo;
  const isHeld = status === "paused" || status === "draining";
  const resume = isHeld ? html` <code>mergequeue queue resume ${quoteForShell(id)}</code>` : "";
  return html`<section class="queue" data-key="${id}" aria-labelledby="queue" tabindex="-1">
<header><h2 id="queue"><span class="soft">${drawText(host)}/</span>${drawText(`${owner}/${name}`)} <code>${drawText(queue.identity.targetBranch)}</code></h2>
${drawBadge(status)}
<p class="soft facts">${joinHtml(drawFacts(summary, nowMs), " · ")}</p>
${NOTES[status] === "" ? "" : html`<p class="note">${NOTES[status]}${resume}</p>`}</header>
${drawLine(queue, options, nowMs)}${drawWaiting(summary, choice, options, nowMs)}${drawConcluded(queue, nowMs)}${drawSettings(queue, options)}
</section>
`;
}

const STATUSES_SHOWN = 50;

function drawSettings(queue: Queue, { inheritedStatuses }: EngineOptions): Html {
  const format = (setting: (typeof SETTINGS)[number]): string => {
    if (setting.name === "requiredStatuses") return formatStatuses(queue.requiredStatuses, inheritedStatuses);
    if (setting.kind === "rules") return formatRules(queue.settings[setting.name]);
    return formatValue(queue.settings[setting.name], setting.kind === "integer" ? setting.unit : "");
  };
  const items = SETTINGS.filter(({ name }) => name !== "state").map((setting) => {
    return html`<div><dt><code>${setting.name}</code></dt><dd>${drawText(format(setting))}</dd></div>\n`;
  });
  return html`<details class="settings" data-key="settings"><summary><h3>Settings</h3></summary><dl>${items}</dl></details>`;
}

function formatRules(rules: readonly BatchingRule[]): string {
  return rules.length === 0 ? "none" : rules.map((rule) => shortenText(toRuleText(rule))).join(", ");
}

function formatValue(value: string | number | boolean, unit: string): string {
  if (value === "") return "none";
  // Names of settings include other units.
  if (unit !== "minutes") return String(value);
  return value === 1 ? "1 minute" : `${value} minutes`;
}

function formatStatuses(own: readonly string[] | undefined, inherited: readonly string[]): string {
  const names = own ?? inherited;
  const more = names.length > STATUSES_SHOWN ? ` and ${names.length - STATUSES_SHOWN} more` : "";
  const shown = names.slice(0, STATUSES_SHOWN).map(shortenText).join(", ");
  return (names.length === 0 ? "none" : `${shown}${more}`) + (own === undefined ? " (inherited)" : "");
}
