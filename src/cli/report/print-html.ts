import { createHash } from "node:crypto";
import { toAttributeName } from "../../queue/attribute-name";
import type { FleetPlan, PlannedQueue } from "../../reconcile/plan/fleet-plan";
import { PLAN_ACTIONS } from "../../reconcile/plan/fleet-plan";
import { ACTION_WORDS, count, describeCounts } from "./describe-counts";
import { escapeHtml } from "./escape-html";
import { printCode, printSentences } from "./html/html-text";
import { ACTION_MARKS, PROTECTION_WORDS, printBadge, printCard } from "./html/print-card";
import { REPORT_SCRIPT } from "./html/report-script";
import { REPORT_STYLE } from "./html/report-style";
import { listProtection } from "./list-protection";
import type { ReportOptions } from "./report-options";
import { toLink, toTitle } from "./report-options";
import { sortByWeight } from "./sort-by-weight";
import { toLine } from "./to-line";

const MAX_NAME = 300;

/** What the document may do: have its own style and run its own script. It asks nobody for anything. */
const POLICY = [
  "default-src 'none'",
  `script-src ${toSource(REPORT_SCRIPT)}`,
  `style-src ${toSource(REPORT_STYLE)}`,
  "img-src data:",
  "base-uri 'none'",
  "form-action 'none'",
].join("; ");

/**
 * Writes a plan as one document of HTML that needs nothing beside it: a card a queue with all its settings, what
 * changes highlighted, what happens to merge protection on top. It works without its script, which searches and
 * filters. Text from elsewhere is text, whatever it is.
 */
export function printHtml(plan: FleetPlan, options: ReportOptions = {}): string {
  const notable = sortByWeight(plan.queues);
  const isNotable = new Set(notable);
  const queues = [...notable, ...plan.queues.filter((queue) => !isNotable.has(queue))];
  const anchors = new Map(queues.map((queue, index) => [queue, `queue-${index + 1}`]));
  const title = escapeHtml(toLine(toTitle(options), MAX_NAME));
  return [
    '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${POLICY}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="referrer" content="no-referrer">',
    `<title>${title}: ${describeCounts(plan)}</title>`,
    // Browsers ask for an icon that is not named.
    '<link rel="icon" href="data:,">',
    `<style>${REPORT_STYLE}</style>\n</head>\n<body>`,
    `<header>\n<h1>${title}</h1>\n${printCounts(plan)}\n${printAbout(plan, options)}</header>\n<main>`,
    ...printProtection(plan, anchors),
    ...printDeletions(plan, anchors),
    ...printWarnings(plan),
    printFilter(plan),
    `<section class="queues" aria-label="Queues">`,
    ...queues.map((queue) => printCard(queue, String(anchors.get(queue)))),
    `</section>\n</main>\n<script>${REPORT_SCRIPT}</script>\n</body>\n</html>\n`,
  ].join("\n");
}

function toSource(text: string): string {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}

function printCounts({ counts, queues }: FleetPlan): string {
  const imported = queues.filter(({ isImported }) => isImported).length;
  const badges = PLAN_ACTIONS.filter(
    (action) => counts[action] > 0 || ["create", "update", "delete"].includes(action),
  )
    .map((action) => {
      const what = action === "none" ? ACTION_WORDS[action] : `to ${ACTION_WORDS[action]}`;
      // Where there is nothing to delete, nothing is red.
      const look = counts[action] === 0 ? "none" : action;
      return `<span class="badge ${look}"><span aria-hidden="true">${ACTION_MARKS[action]} </span>${counts[action]} ${what}</span>`;
    })
    .concat(imported > 0 ? [`<span class="badge import">${imported} to import</span>`] : []);
  return `<p class="counts">${badges.join("\n")}</p>`;
}

function printAbout({ digest, mode }: FleetPlan, options: ReportOptions): string {
  const link = toLink(options);
  const { writtenAtMs } = options;
  const parts = [
    ...(writtenAtMs === undefined ? [] : [printDate(new Date(writtenAtMs))]),
    ...(mode === "destroy" ? ["This plan deletes queues."] : []),
    ...(digest === undefined ? [] : [`Plan ${printCode(digest, MAX_NAME)}`]),
    ...(link === undefined ? [] : [`<a href="${escapeHtml(link)}">The full report</a>`]),
  ];
  return parts.length === 0 ? "" : `<p class="soft">${parts.join(" · ")}</p>\n`;
}

function printDate(date: Date): string {
  const iso = date.toISOString();
  return `Written <time datetime="${iso}">${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC</time>`;
}

/** Writes a queue as a link to its card. */
function printLink(queue: PlannedQueue, anchors: ReadonlyMap<PlannedQueue, string>): string {
  return `<a href="#${String(anchors.get(queue))}">${printCode(queue.id, MAX_NAME)}</a>`;
}

function printProtection(plan: FleetPlan, anchors: ReadonlyMap<PlannedQueue, string>): string[] {
  const changes = listProtection(plan.queues);
  if (changes.length === 0) return [];
  const items = changes.map(
    ({ queue, change }) =>
      `<li><strong>${PROTECTION_WORDS[change.kind]}:</strong> ` +
      `${printLink(queue, anchors)} ${printCode(toAttributeName(change.name), MAX_NAME)}<br>${printSentences(change.message)}</li>`,
  );
  return [
    '<section class="alarm" aria-labelledby="protection">',
    `<h2 id="protection">⚠ Merge protection: ${count(changes.length, "change")}</h2>`,
    `<ul>${items.join("\n")}</ul>\n</section>`,
  ];
}

function printDeletions({ queues }: FleetPlan, anchors: ReadonlyMap<PlannedQueue, string>): string[] {
  const items = queues
    .filter(({ action }) => action === "delete" || action === "replace")
    .map((queue) => {
      const { action, pullRequests = [] } = queue;
      const content =
        pullRequests.length > 0 ? `: ${count(pullRequests.length, "pull request")} in it now` : "";
      return `<li>${printBadge(action)} ${printLink(queue, anchors)}${content}</li>`;
    });
  if (items.length === 0) return [];
  return [
    '<section class="alarm" aria-labelledby="deletions">',
    `<h2 id="deletions">⚠ ${count(items.length, "queue")} will be deleted or replaced</h2>`,
    `<ul>${items.join("\n")}</ul>\n</section>`,
  ];
}

function printWarnings({ warnings }: FleetPlan): string[] {
  if (warnings.length === 0) return [];
  const items = warnings.map((warning) => `<li>${printSentences(warning)}</li>`);
  return [
    `<section class="notes" aria-labelledby="warnings"><h2 id="warnings">${count(warnings.length, "warning")}</h2>`,
    `<ul>${items.join("\n")}</ul>\n</section>`,
  ];
}

/** The script shows it; without the script it could do nothing. */
function printFilter({ counts }: FleetPlan): string {
  const boxes = PLAN_ACTIONS.filter((action) => counts[action] > 0).map(
    (action) =>
      `<label><input type="checkbox" value="${action}" checked> ${printBadge(action)} ${counts[action]}</label>`,
  );
  return [
    '<form class="filter" role="search" hidden>',
    '<label>Search <input type="search" autocomplete="off" placeholder="repository, branch or address"></label>',
    `<fieldset><legend>Show</legend>${boxes.join("\n")}</fieldset>`,
    '<output class="soft"></output>\n</form>',
  ].join("\n");
}
