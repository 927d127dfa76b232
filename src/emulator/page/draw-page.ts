import type { EngineOptions } from "../../engine/engine-options";
import type { EngineState, Queue } from "../../engine/engine-state";
import { toRuleText } from "../../queue/batching-rule";
import { SETTINGS } from "../../queue/settings";
import { type Html, html, joinHtml } from "../../text/html";
import { quoteForShell } from "../../text/quote-for-shell";
import { drawLine } from "./draw-line";
import { drawConcluded, drawWaiting } from "./draw-pull-requests";
import { drawBadge, drawText, drawTime, formatCount, shortenText } from "./draw-table";
import { type PageChoice, toAddress } from "./page-choice";
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

const QUEUES_LISTED = 1000;
const NAMED = 3;

const TROUBLE = QUEUE_STATUSES.filter((status) => status !== "running");

const FILTERS: ReadonlyMap<string, (queue: QueueSummary) => boolean> = new Map([
  ["", () => true],
  ["in trouble", ({ status }) => status !== "running"],
  ["not empty", ({ inLine, queue }) => inLine + queue.waiting.size > 0],
  ...TROUBLE.map((wanted) => [wanted, ({ status }: QueueSummary) => status === wanted] as const),
]);

/** Draws the list of queues, sorted by name so that it does not move, with search and filter. */
function drawList(
  queues: readonly QueueSummary[],
  shown: QueueSummary,
  choice: PageChoice,
  nowMs: number,
): Html {
  const words = choice.search.toLowerCase().split(/\s+/);
  const fits = FILTERS.get(choice.filter) ?? (() => true);
  const found = queues.filter((queue) => fits(queue) && words.every((word) => queue.key.includes(word)));
  const hosts = new Set(queues.map(({ queue }) => queue.identity.repo.host));
  const options = [...FILTERS].map(([key, matches]) => {
    const label = `${key === "" ? "all" : key.replaceAll("_", " ")} (${formatCount(queues.filter(matches).length)})`;
    const isChosen = key === choice.filter;
    return html`<option value="${key}"${isChosen ? html` selected` : ""}>${label}</option>`;
  });
  const listed = found.slice(0, QUEUES_LISTED);
  const more = found.length - listed.length;
  return html`<nav class="list" data-key="list" aria-label="Queues">
<div class="list-head" role="search"><input name="search" type="search" placeholder="Search" aria-label="Search queues" value="${choice.search}">
<select name="filter" aria-label="Which queues">${options}</select></div>
<p class="soft" aria-live="polite">${found.length === 0 ? "No queue matches." : `${formatCount(found.length)} of ${formatCount(queues.length)} queues`}${hosts.size === 1 ? html` on ${drawText(shown.queue.identity.repo.host)}` : ""}</p>
<ul>${listed.map((one) => drawItem(one, { isShown: one === shown, showsHost: hosts.size > 1, choice, nowMs }))}</ul>
${more > 0 ? html`<p class="soft">And ${formatCount(more)} more. Search to find them.</p>` : ""}</nav>
`;
}

type ItemContext = Readonly<{ isShown: boolean; showsHost: boolean; choice: PageChoice; nowMs: number }>;

function drawItem(summary: QueueSummary, { isShown, showsHost, choice, nowMs }: ItemContext): Html {
  const { id, status, queue } = summary;
  const { repo, targetBranch } = queue.identity;
  const address = toAddress({ ...choice, queue: id, waiting: "" });
  return html`<li data-key="${id}"><a href="${address}"${isShown ? html` aria-current="true"` : ""}><span class="name">${showsHost ? html`<span class="soft">${drawText(repo.host)}/</span>` : ""}${drawText(`${repo.owner}/${repo.name}`)} <code>${drawText(targetBranch)}</code></span>
${status === "running" ? "" : drawBadge(status)} <span class="soft">${joinHtml(drawFacts(summary, nowMs), " · ")}</span></a></li>
`;
}

/** Draws which queues are in trouble, by status, with links to them. */
function drawTrouble(queues: readonly QueueSummary[], choice: PageChoice): Html {
  const groups = TROUBLE.map((status) => ({ status, those: queues.filter((one) => one.status === status) }))
    .filter(({ those }) => those.length > 0)
    .map(({ status, those }) => {
      const links = those.slice(0, NAMED).map(({ id, queue: { identity } }) => {
        const { owner, name } = identity.repo;
        const label = `${owner}/${name} ${identity.targetBranch}`;
        return html`<a href="${toAddress({ ...choice, queue: id, waiting: "" })}">${drawText(label)}</a>`;
      });
      const more = those.length - NAMED;
      const rest = html` and <a href="${toAddress({ ...choice, filter: status })}">${formatCount(more)} more</a>`;
      return html`<span>${formatCount(those.length)} ${drawBadge(status)} ${joinHtml(links, ", ")}${more > 0 ? rest : ""}</span>`;
    });
  return html`<p class="trouble" data-key="trouble">${groups.length === 0 ? "No queue is in trouble." : joinHtml(groups, " ")}</p>`;
}

/** Says how much is in a queue, since when, and how often it failed. */
function drawFacts({ queue, inLine, oldestMs, recent }: QueueSummary, nowMs: number): Html[] {
  const facts = [
    ...(inLine === 0 ? [] : [html`${formatCount(inLine)} in testing`]),
    ...(oldestMs === undefined
      ? []
      : [html`${formatCount(queue.waiting.size)} waiting, oldest ${drawTime(oldestMs, nowMs)}`]),
    ...(recent.failed === 0 ? [] : [html`${recent.failed} of the last ${recent.of} failed`]),
  ];
  return facts.length === 0 ? [html`empty`] : facts;
}
