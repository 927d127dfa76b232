import { isRemoved, PLAN_ACTIONS, type Plan, type PlannedQueue } from "../plan/plan";
import { toAttributeName } from "../queue/attribute-name";
import { type Html, html, joinHtml } from "../text/html";
import {
  ACTION_WORDS,
  count,
  describeContent,
  describeCounts,
  describeProtection,
  listCountedActions,
  listSharedProtection,
  sortByWeight,
} from "./describe-counts";
import { toLine } from "./describe-value";
import { ACTION_MARKS, PROTECTION_WORDS, printBadge, printCard } from "./html/print-card";
import { MAX_NAME, printCode, printDocument, printSentences } from "./html/print-document";
import { REPORT_SCRIPT } from "./html/report-texts";
import { type ReportOptions, toLink, toTitle, tryDescribeStopped } from "./report-options";

/**
 * Writes a plan as one HTML document that needs no other file: changes of merge protection first, then a card
 * for each queue with its changes and all its settings. Without its script, only search and filter are
 * missing. Foreign text is always text, never markup.
 */
export function printHtml(plan: Plan, options: ReportOptions = {}): string {
  const notable = sortByWeight(plan.queues);
  const isNotable = new Set(notable);
  const queues = [...notable, ...plan.queues.filter((queue) => !isNotable.has(queue))];
  const anchors = new Map(queues.map((queue, index) => [queue, `queue-${index + 1}`]));
  const title = toLine(toTitle(options), MAX_NAME);
  return printDocument({
    title: `${title}: ${describeCounts(plan)}`,
    script: REPORT_SCRIPT,
    body: html`<header>
<h1>${title}</h1>
${printCounts(plan)}
${printAbout(plan, options)}</header>
<main>
${printStop(options)}${printProtection(plan, anchors)}${printDeletions(plan, anchors)}${printWarnings(plan)}${printFilter(plan)}
<section class="queues" aria-label="Queues">
${queues.map((queue) => html`${printCard(queue, String(anchors.get(queue)), options.forecasts?.get(queue))}\n`)}</section>
</main>
`,
  });
}

function printCounts({ counts, queues }: Plan): Html {
  const badges = listCountedActions({ counts }).map((action) => {
    const what = action === "none" ? ACTION_WORDS[action] : `to ${ACTION_WORDS[action]}`;
    // Where there is nothing to delete, nothing is red.
    const look = counts[action] === 0 ? "none" : action;
    return html`<span class="badge ${look}"><span aria-hidden="true">${ACTION_MARKS[action]} </span>${counts[action]} ${what}</span>`;
  });
  const imported = queues.filter(({ isImported }) => isImported).length;
  if (imported > 0) badges.push(html`<span class="badge import">${imported} to import</span>`);
  return html`<p class="counts">${joinHtml(badges, "\n")}</p>`;
}

function printAbout({ digest, mode }: Plan, options: ReportOptions): Html | string {
  const link = toLink(options);
  const { writtenAtMs } = options;
  const parts = [
    ...(writtenAtMs === undefined ? [] : [printDate(new Date(writtenAtMs).toISOString())]),
    ...(mode === "destroy" ? ["This plan deletes queues."] : []),
    ...(digest === undefined ? [] : [html`Plan ${printCode(digest)}`]),
    ...(link === undefined ? [] : [html`<a href="${link}">The full report</a>`]),
  ];
  return parts.length === 0 ? "" : html`<p class="soft">${joinHtml(parts, " · ")}</p>\n`;
}

function printDate(iso: string): Html {
  return html`Written <time datetime="${iso}">${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC</time>`;
}

type Anchors = ReadonlyMap<PlannedQueue, string>;

function printLink(queue: PlannedQueue, anchors: Anchors): Html {
  return html`<a href="#${String(anchors.get(queue))}">${printCode(queue.id)}</a>`;
}

function printProtection(plan: Plan, anchors: Anchors): Html | string {
  const items = listSharedProtection(plan.queues).map(({ queues, change }) => {
    const title = html`<strong>${PROTECTION_WORDS[change.kind]}:</strong>`;
    const name = printCode(toAttributeName(change.name));
    const links = queues.map((queue) => printLink(queue, anchors));
    const said = printSentences(change.message);
    return links.length === 1
      ? html`<li>${title} ${links} ${name}<br>${said}</li>`
      : html`<li>${title} ${count(links.length, "queue")}, ${name}<br>${said}<br>${joinHtml(links, ", ")}</li>`;
  });
  return printSection("alarm", "protection", `⚠ ${describeProtection(plan.queues)}`, items);
}

function printDeletions({ queues }: Plan, anchors: Anchors): Html | string {
  const items = queues.filter(isRemoved).map((queue) => {
    const content = describeContent(queue);
    return html`<li>${printBadge(queue.action)} ${printLink(queue, anchors)}${content === "" ? "" : `: ${content}`}</li>`;
  });
  const title = `⚠ ${count(items.length, "queue")} will be deleted or replaced`;
  return printSection("alarm", "deletions", title, items);
}

function printStop(options: ReportOptions): Html | string {
  const stopped = tryDescribeStopped(options);
  const items = stopped === undefined ? [] : [html`<li>${printSentences(stopped)}</li>`];
  return printSection("alarm", "stop", "⚠ This plan is stopped", items);
}

function printWarnings({ warnings }: Plan): Html | string {
  const items = warnings.map((warning) => html`<li>${printSentences(warning)}</li>`);
  return printSection("notes", "warnings", count(items.length, "warning"), items);
}

function printSection(look: string, id: string, title: string, items: readonly Html[]): Html | string {
  if (items.length === 0) return "";
  return html`<section class="${look}" aria-labelledby="${id}">
<h2 id="${id}">${title}</h2>
<ul>${joinHtml(items, "\n")}</ul>
</section>
`;
}

/** Hidden until the script shows it: without the script it does nothing. */
function printFilter({ counts }: Plan): Html {
  const boxes = PLAN_ACTIONS.filter((action) => counts[action] > 0).map(
    (action) =>
      html`<label><input type="checkbox" value="${action}" checked> ${printBadge(action)} ${counts[action]}</label>`,
  );
  return html`<form class="filter" role="search" hidden>
<label>Search <input type="search" autocomplete="off" placeholder="repository, branch or address"></label>
<fieldset><legend>Show</legend>${joinHtml(boxes, "\n")}</fieldset>
<output class="soft"></output>
</form>`;
}
