import type { EngineOptions } from "../../engine/engine-options";
import type { Queue } from "../../engine/engine-state";
import { type BatchingRule, toRuleText } from "../../queue/batching-rule";
import { SETTINGS } from "../../queue/settings";
import { type Html, html, joinHtml } from "../../text/html";
import { quoteForShell } from "../../text/quote-for-shell";
import { drawConcluded } from "./draw-concluded";
import { drawLine } from "./draw-line";
import { drawFacts } from "./draw-list";
import { drawBadge, drawText, shortenText } from "./draw-table";
import { drawWaiting } from "./draw-waiting";
import type { PageChoice } from "./page-choice";
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
