import type { EngineOptions } from "../../engine/engine-options";
import type { EngineState, Queue } from "../../engine/engine-state";
import { estimateMerges } from "../../engine/estimate-merge";
import { tryFindLatest } from "../../engine/queue-contents";
import { toRuleText } from "../../queue/batching-rule";
import { SETTINGS } from "../../queue/settings";
import { formatDuration } from "../../text/format-duration";
import { formatMoment } from "../../text/format-moment";
import { type Html, html, joinHtml } from "../../text/html";
import { DAY_MS } from "../../text/milliseconds";
import { quoteForShell } from "../../text/quote-for-shell";
import { drawLine } from "./draw-line";
import { drawFacts, drawFound, drawList, drawTrouble } from "./draw-list";
import { drawConcluded, drawWaiting } from "./draw-pull-requests";
import { drawBadge, drawCommand, drawText, formatCount, shortenText } from "./draw-table";
import type { PageChoice } from "./page-choice";
import {
  compareTrouble,
  listLeft,
  type QueueOnPage,
  type QueueStatus,
  type QueueSummary,
  summarizeQueue,
} from "./summarize-queue";

const NAMES = new Intl.Collator("en", { numeric: true });

/** Maximum number of pull requests to count. The page is drawn every second, so it must be cheap. */
const MERGES_COUNTED = 10_000;

/**
 * Draws the page for the reader's choice. `shown` is the id of the drawn queue, or "".
 * @param isAutomatic - whether the service reports checks and impacted targets itself
 */
export function drawPage(
  { queues, nowMs }: EngineState,
  options: EngineOptions,
  choice: PageChoice,
  isAutomatic = false,
): { readonly title: string; readonly shown: string; readonly main: Html } {
  const summaries = [...queues.values()]
    .map((queue) => summarizeQueue(queue, nowMs))
    .sort((a, b) => NAMES.compare(a.key, b.key));
  const isChosen = choice.queue !== "";
  const shown = isChosen
    ? summaries.find(({ id }) => id === choice.queue)
    : summaries.toSorted(compareTrouble)[0];
  const inLine = summaries.reduce((sum, one) => sum + one.inLine, 0);
  const waiting = summaries.reduce((sum, { queue }) => sum + queue.waiting.size, 0);
  const counts = `${formatCount(inLine)} in testing, ${formatCount(waiting)} waiting · `;
  const gone = shown === undefined && isChosen ? drawGone(choice.queue) : "";
  const content = shown === undefined ? gone : drawQueue(shown, choice, options, nowMs);
  // The list follows the queue, so that a keyboard reaches the queue's pull requests first.
  const hasOthers = summaries.some((one) => one !== shown);
  const others = hasOthers ? html`${drawTrouble(summaries)}${drawList(summaries, shown, nowMs)}` : "";
  const skip = hasOthers ? html`<a class="skip" href="#queues">Skip to the list of queues</a>` : "";
  const desk = html`<div class="desk" data-key="desk">${skip}${content}${others}</div>`;
  const main = summaries.length === 0 ? html`${gone}${drawFirstSteps(isAutomatic)}` : desk;
  return {
    title: `${summaries.length === 0 ? "" : counts}Merge queues`,
    shown: shown?.id ?? "",
    main: html`${drawFound(summaries, choice.search, nowMs)}${main}`,
  };
}

function drawGone(id: string): Html {
  return html`<section class="queue" data-key="gone" aria-labelledby="queue" tabindex="-1">
<h2 id="queue">There is no queue ${drawText(id)}</h2>
<p>It was deleted, or this service never had it. If it is created, it appears here. <a href="?">Show all queues</a></p></section>
`;
}

function drawFirstSteps(isAutomatic: boolean): Html {
  const tests = isAutomatic
    ? "It is then tested and merged, because this service reports checks and impacted targets itself."
    : html`Its tests end when their checks are reported. To let the service report them itself, start it like this: ${drawCommand("npx --no mergequeue serve --auto")}`;
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

const NOTES: Readonly<Partial<Record<QueueStatus, string>>> = {
  not_ready: "Nothing in this queue is ready to be tested.",
  paused: "Until the queue runs again, nothing merges and no new tests start. Tests in progress continue.",
  draining:
    "Pull requests in testing finish and merge. Waiting pull requests stay until the queue runs again.",
  switching_modes: "The mode has changed. Waiting pull requests stay until testing is done.",
};

function drawQueue(
  summary: QueueSummary,
  { pr, waiting }: PageChoice,
  options: EngineOptions,
  nowMs: number,
): Html {
  const { queue, id, status } = summary;
  const { host, owner, name } = queue.identity.repo;
  const chosen = /^\d+$/.test(pr) ? tryFindLatest(queue, Number(pr)) : undefined;
  const forecastMerge = estimateMerges(queue, options, nowMs);
  const shown = { ...summary, options, nowMs, forecastMerge, chosen, showsAll: waiting === "all" };
  return html`<section class="queue" data-key="${id}" aria-labelledby="queue" tabindex="-1">
<header><h2 id="queue"><span class="soft">${drawText(host)}/</span>${drawText(`${owner}/${name}`)} <code>${drawText(queue.identity.targetBranch)}</code></h2>
${drawBadge(status)}
<p class="soft facts">${joinHtml([...drawFacts(summary, nowMs), ...drawPace(shown)], " · ")}</p>
${drawNote(shown)}</header>
${drawLine(shown)}${drawWaiting(shown)}${drawConcluded(shown)}${drawSettings(queue, options)}
</section>
`;
}

function drawPace({ queue, usualMs, nowMs }: QueueOnPage): string[] {
  const today = listLeft(queue, MERGES_COUNTED, nowMs - DAY_MS);
  const merged = today.filter(({ state }) => state === "merged").length;
  const usual = usualMs === undefined ? [] : [`usually ${formatDuration(usualMs)} to merge`];
  return [`${formatCount(merged)} merged in 24 h`, ...usual];
}

function drawNote({ queue, id, status, usualMs = 0, oldestMs = 0, nowMs }: QueueOnPage): Html {
  const { stateSetAtMs } = queue;
  const [waited, usual, held] = [nowMs - oldestMs, usualMs, nowMs - stateSetAtMs].map(formatDuration);
  const note =
    status === "behind"
      ? `The oldest pull request has waited for ${waited}. Usually, a pull request merges ${usual} after it becomes ready.`
      : NOTES[status];
  if (note === undefined) return html``;
  if (status !== "paused" && status !== "draining") return html`<p class="note">${note}</p>`;
  const since = `The queue has been ${status} since ${formatMoment(stateSetAtMs)} (${held}).`;
  return html`<p class="note">${note} ${since}${drawCommand(`mergequeue queue resume ${quoteForShell(id)}`)}</p>`;
}

const STATUSES_SHOWN = 50;

function drawSettings(queue: Queue, { inheritedStatuses }: EngineOptions): Html {
  const format = (setting: (typeof SETTINGS)[number]): string => {
    if (setting.name === "requiredStatuses") return formatStatuses(queue.requiredStatuses, inheritedStatuses);
    if (setting.kind === "rules")
      return queue.settings[setting.name].map((rule) => shortenText(toRuleText(rule))).join(", ") || "none";
    return formatValue(queue.settings[setting.name], setting.kind === "integer" ? setting.unit : "");
  };
  const items = SETTINGS.filter(({ name }) => name !== "state").map((setting) => {
    return html`<div><dt><code>${setting.name}</code></dt><dd>${drawText(format(setting))}</dd></div>\n`;
  });
  return html`<details class="settings" data-key="settings"><summary><h3>Settings</h3></summary><dl>${items}</dl></details>`;
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
