import type { EngineOptions } from "../../engine/engine-options";
import type { Queue } from "../../engine/engine-state";
import { findSubmission, tryFindLatest } from "../../engine/queue-contents";
import { toRuleText } from "../../queue/batching-rule";
import { SETTINGS } from "../../queue/settings";
import { formatDuration } from "../../text/format-duration";
import { type Html, html, joinHtml } from "../../text/html";
import { DAY_MS } from "../../text/milliseconds";
import { quoteForShell } from "../../text/quote-for-shell";
import { drawLine } from "./draw-line";
import { drawFacts } from "./draw-list";
import { drawConcluded, drawWaiting } from "./draw-pull-requests";
import { drawBadge, drawCommand, drawText, formatCount, shortenText } from "./draw-table";
import type { PageChoice } from "./page-choice";
import type { QueueStatus, QueueSummary, ShownQueue } from "./summarize-queue";

const NOTES: Readonly<Partial<Record<QueueStatus, string>>> = {
  not_ready: "Nothing in this queue is ready to be tested.",
  paused: "Nothing merges and nothing new starts until the queue runs again; tests in progress continue.",
  draining: "Running tests finish and merge; nothing new starts until the queue runs again.",
  switching_modes: "The mode has changed; nothing new starts until running tests have merged.",
};

/** Draws a queue: what is wrong, what is tested, what waits, what has left, and its settings. */
export function drawQueue(
  summary: QueueSummary,
  { pr, waiting }: PageChoice,
  options: EngineOptions,
  nowMs: number,
): Html {
  const { queue, id, status } = summary;
  const { host, owner, name } = queue.identity.repo;
  const chosen = /^\d{1,10}$/.test(pr) ? tryFindLatest(queue, Number(pr)) : undefined;
  const shown = { ...summary, options, nowMs, chosen, showsAll: waiting === "all" };
  const missing =
    pr !== "" && chosen === undefined
      ? html`<p class="note">Pull request ${drawText(`#${pr}`)} has never been in this queue.</p>`
      : "";
  return html`<section class="queue" data-key="${id}" aria-labelledby="queue" tabindex="-1">
<header><h2 id="queue"><span class="soft">${drawText(host)}/</span>${drawText(`${owner}/${name}`)} <code>${drawText(queue.identity.targetBranch)}</code></h2>
${drawBadge(status)}
<p class="soft facts">${joinHtml([...drawFacts(summary, nowMs), ...drawPace(shown)], " · ")}</p>
${drawNote(shown)}${missing}</header>
${drawLine(shown)}${drawWaiting(shown)}${drawConcluded(shown)}${drawSettings(queue, options)}
</section>
`;
}

/** Says how much merged lately, and how long that takes. */
function drawPace({ queue, usualMs, nowMs }: ShownQueue): Html[] {
  let merged = 0;
  for (const [, sequence] of queue.concluded.entriesReversed()) {
    const { state, stateChangedAtMs } = findSubmission(queue, sequence);
    if (stateChangedAtMs <= nowMs - DAY_MS) break;
    if (state === "merged") merged += 1;
  }
  return [
    html`${formatCount(merged)} merged in 24 h`,
    ...(usualMs === undefined ? [] : [html`usually ${formatDuration(usualMs)} to merge`]),
  ];
}

function drawNote({ queue, id, status, usualMs = 0, oldestMs = 0, nowMs }: ShownQueue): Html {
  if (status === "behind") {
    const waits = `The oldest waits for ${formatDuration(nowMs - oldestMs)}`;
    return html`<p class="note">${waits}; usually a pull request merges ${formatDuration(usualMs)} after it is ready.</p>`;
  }
  const note = NOTES[status];
  if (note === undefined) return html``;
  if (status !== "paused" && status !== "draining") return html`<p class="note">${note}</p>`;
  // The state does not say when it was paused, but every later change of the queue would have changed this.
  const since = `It has been ${status} for at least ${formatDuration(nowMs - queue.updatedAtMs)}.`;
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
