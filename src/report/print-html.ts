import { isRemoved, PLAN_ACTIONS, type Plan, type PlannedQueue } from "../plan/plan";
import { toAttributeName } from "../queue/attribute-name";
import { type Html, html, joinHtml } from "../text/html";
import { type Card, listCards } from "./describe-card";
import {
  ACTION_WORDS,
  count,
  describeContent,
  describeCounts,
  describeProtection,
  describeRemovals,
  listCountedActions,
  listSharedProtection,
  sortByWeight,
} from "./describe-counts";
import { toLine } from "./describe-value";
import { groupBy } from "./group-by";
import { ACTION_MARKS, type Anchors, printBadge, printCard } from "./html/print-card";
import { MAX_NAME, printCode, printDocument, printSentences } from "./html/print-document";
import { REPORT_SCRIPT } from "./html/report-texts";
import { describeUnmet, type Forecasts } from "./queue-forecast";
import { type ReportOptions, toLink, toTitle, tryDescribeStopped } from "./report-options";

/** With so many cards that change something, a reader sees all of them at once. */
const MOST_OPEN = 2;

/**
 * Writes a plan as one HTML document that needs no other file: what needs attention first, then a card for
 * each queue, or for several with the same changes: a line that opens. Without its script, only search and
 * filter are missing. Foreign text is always text, never markup.
 */
export function printHtml(plan: Plan, options: ReportOptions = {}): string {
  const notable = listCards(sortByWeight(plan.queues));
  const isNotable = new Set(notable.flat());
  const cards = [...notable, ...listCards(plan.queues.filter((queue) => !isNotable.has(queue)))];
  const anchors: Anchors = new Map<PlannedQueue | Card, string>([
    ...cards.flat().map((queue, index) => [queue, `queue-${index + 1}`] as const),
    ...cards.map((card, index) => [card, `card-${index + 1}`] as const),
  ]);
  const places = { cards, anchors };
  const { forecasts } = options;
  const title = toLine(toTitle(options), MAX_NAME);
  return printDocument({
    title: `${title}: ${describeCounts(plan)}`,
    script: REPORT_SCRIPT,
    body: html`<header>
<h1>${title}</h1>
${printCounts(plan)}
${printAbout(plan, options)}</header>
<main>
${printStop(options)}${printUnmet(forecasts, places)}${printProtection(plan, places)}${printDeletions(plan, places)}${printWarnings(plan)}${printFilter(plan)}
<section class="rows" aria-label="Queues">
${cards.map((card, index) => {
  const isOpen = index < notable.length && notable.length <= MOST_OPEN;
  return html`${printCard(card, { anchors, forecasts, isOpen })}\n`;
})}</section>
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

/** Digits of a digest that people compare. */
const SHOWN_DIGITS = 12;

function printAbout({ digest, mode }: Plan, options: ReportOptions): Html | string {
  const link = toLink(options);
  const { writtenAtMs } = options;
  const parts = [
    ...(writtenAtMs === undefined ? [] : [printDate(new Date(writtenAtMs).toISOString())]),
    ...(mode === "destroy" ? ["This plan deletes queues."] : []),
    ...(digest === undefined
      ? []
      : [html`Plan <code title="${digest}">${digest.replace(/^sha256:/, "").slice(0, SHOWN_DIGITS)}</code>`]),
    ...(link === undefined ? [] : [html`<a href="${link}">The full report</a>`]),
  ];
  return parts.length === 0 ? "" : html`<p class="soft">${joinHtml(parts, " · ")}</p>\n`;
}

function printDate(iso: string): Html {
  return html`Written <time datetime="${iso}">${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC</time>`;
}

/** Where the queues of a plan are in its report. */
interface Places {
  readonly cards: readonly Card[];
  readonly anchors: Anchors;
}

/** Names queues, or links the card that has all of them and nothing else. */
function printQueues(queues: readonly PlannedQueue[], { cards, anchors }: Places): Html {
  const links = queues.map(
    (queue) => html`<a href="#${String(anchors.get(queue))}">${printCode(queue.id)}</a>`,
  );
  if (links.length === 1) return html`${links}`;
  const number = count(links.length, "queue");
  const card = cards.find(
    (each) => each.length === queues.length && each.every((queue) => queues.includes(queue)),
  );
  return card === undefined
    ? html`${number} (${joinHtml(links, ", ")})`
    : html`<a href="#${String(anchors.get(card))}">${number}</a>`;
}

function printUnmet(forecasts: Forecasts = new Map(), places: Places): Html | string {
  const all = [...forecasts].flatMap(([queue, forecast]) =>
    describeUnmet(forecast).map((message, index) => ({ queue, message, goal: forecast.unmet[index]?.text })),
  );
  const items = groupBy(all, ({ goal }) => String(goal)).map((same) => {
    const [{ message, goal = "" }] = same;
    const who = printQueues(
      same.map(({ queue }) => queue),
      places,
    );
    return same.length === 1
      ? html`<li>${who}: ${printSentences(message)}</li>`
      : html`<li>Required: ${goal}. Not met by ${who}.</li>`;
  });
  return printSection("alarm", "unmet", "⚠ Requirements that are not met", items);
}

function printProtection({ queues }: Plan, places: Places): Html | string {
  const items = listSharedProtection(queues).map((same) => {
    const [{ change }] = same;
    const who = printQueues(
      same.map(({ queue }) => queue),
      places,
    );
    return html`<li>${printCode(toAttributeName(change.name))} of ${who}<br>${printSentences(change.message)}</li>`;
  });
  return printSection("alarm", "protection", `⚠ ${describeProtection(queues)}`, items);
}

function printDeletions({ queues }: Plan, places: Places): Html | string {
  const items = queues.filter(isRemoved).map((queue) => {
    const content = describeContent(queue);
    return html`<li>${printBadge(queue.action)} ${printQueues([queue], places)}${content === "" ? "" : `: ${content}`}</li>`;
  });
  return printSection("alarm", "deletions", `⚠ ${describeRemovals(queues)}`, items);
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
<fieldset${boxes.length === 1 ? html` hidden` : ""}><legend>Show</legend>${joinHtml(boxes, "\n")}</fieldset>
<output class="soft"></output>
</form>`;
}
