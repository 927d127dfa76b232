import { PLAN_ACTIONS, type Plan, type PlannedQueue } from "../plan/plan";
import { type Html, html, joinHtml } from "../text/html";
import { type Card, listCards } from "./describe-card";
import { ACTION_WORDS, count, describeCounts, listCountedActions, sortByWeight } from "./describe-counts";
import { toLine } from "./describe-value";
import { type Anchors, printBadge, printCard } from "./html/print-card";
import { MAX_NAME, printCode, printDocument, printSentences } from "./html/print-document";
import { REPORT_SCRIPT } from "./html/report-texts";
import { type Alarm, listAlarms } from "./list-alarms";
import { type ReportOptions, toLink, toTitle, tryDescribeStopped } from "./report-options";

/** If at most this many cards have changes, these cards are open. */
const MOST_OPEN = 2;

/**
 * Writes a plan as one self-contained HTML document: alarms, then cards. A card is a line that readers can
 * open. It stands for one queue, or for several queues with the same changes. Search and filter need the
 * script, all else works without it. Foreign text never becomes markup.
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
  const stopped = tryDescribeStopped(options);
  const stop: Alarm[] =
    stopped === undefined
      ? []
      : [{ id: "stop", title: "⚠ This plan is stopped", items: [{ queues: [], text: stopped }] }];
  const alarms = [...stop, ...listAlarms(plan, forecasts)];
  const title = toLine(toTitle(options), MAX_NAME);
  return printDocument({
    title: `${title}: ${describeCounts(plan)}`,
    script: REPORT_SCRIPT,
    body: html`<header>
<h1>${title}</h1>
${printCounts(plan)}
${printAbout(plan, options)}</header>
<main>
${alarms.map((alarm) => printAlarm(alarm, places))}${printFilter(plan)}
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
    // Red only if queues are deleted.
    return printBadge(action, `${counts[action]} ${what}`, counts[action] === 0 ? "none" : action);
  });
  const imported = queues.filter(({ isImported }) => isImported).length;
  if (imported > 0) badges.push(html`<span class="badge import">${imported} to import</span>`);
  return html`<p class="counts">${joinHtml(badges, "\n")}</p>`;
}

const SHOWN_DIGITS = 12;

function printAbout({ digest, mode }: Plan, options: ReportOptions): Html | string {
  const link = toLink(options);
  const date = options.writtenAtMs === undefined ? undefined : new Date(options.writtenAtMs).toISOString();
  const parts = [
    ...(date === undefined
      ? []
      : [html`Written <time datetime="${date}">${date.slice(0, 10)} ${date.slice(11, 16)} UTC</time>`]),
    ...(mode === "destroy" ? ["This plan deletes queues."] : []),
    ...(digest === undefined
      ? []
      : [html`Plan <code title="${digest}">${digest.replace(/^sha256:/, "").slice(0, SHOWN_DIGITS)}</code>`]),
    ...(link === undefined ? [] : [html`<a href="${link}">The full report</a>`]),
  ];
  return parts.length === 0 ? "" : html`<p class="soft">${joinHtml(parts, " · ")}</p>\n`;
}

type Places = Readonly<{ cards: readonly Card[]; anchors: Anchors }>;

/** Links one queue, or the card that has exactly these queues. Without such a card, links each queue. */
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

function printAlarm({ id, title, items }: Alarm, places: Places): Html {
  const lines = items.map(({ queues, setting, text }) => {
    const who = queues.length === 0 ? [] : [printQueues(queues, places)];
    const head = joinHtml([...who, ...(setting === undefined ? [] : [printCode(setting)])], " ");
    return html`<li>${head}${queues.length > 0 && text !== "" ? ": " : ""}${printSentences(text)}</li>`;
  });
  return html`<section class="${id === "warnings" ? "notes" : "alarm"}" aria-labelledby="${id}">
<h2 id="${id}">${title}</h2>
<ul>${joinHtml(lines, "\n")}</ul>
</section>
`;
}

/** The form needs the script, so it stays hidden until the script shows it. */
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
