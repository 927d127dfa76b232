import {
  isRemoved,
  type PlanAction,
  type PlannedChange,
  type PlannedQueue,
  type PlannedValue,
} from "../../plan/plan";
import { type Card, describeOwn, listBriefChanges } from "../describe-card";
import { count, describeAction, listFirst, listWeakenings } from "../describe-counts";
import { describeValue, nameChange } from "../describe-value";
import { describeUnmet, type Forecasts, type QueueForecast } from "../queue-forecast";
import { toHtmlCode, toHtmlProse, toMarkdownCode, toMarkdownProse } from "./escape-markdown";
import { printForecastMarkdown } from "./print-forecast-markdown";

/** Limits that keep one queue from filling the report. */
const MAX_TEXTS = 20;
const MAX_TEXT = 200;
const MAX_ID = 300;
const MAX_SENTENCES = 1_000;
const MAX_ROWS = 60;
const MAX_NOTES = 10;
const MAX_QUEUES = 100;
/** Maximum size of a card in bytes of UTF-8. A larger card loses some parts, or all but the summary. */
const MAX_CARD_BYTES = 12_000;

/** Writes a card of a plan: a visible summary, and a collapsed part with a table, the queues and notes. */
export function printMarkdownCard(card: Card, forecasts?: Forecasts): string {
  const [queue] = card;
  const shared = [...listTable(card), ...listProtection(queue)];
  const listed = [...shared, listQueues(card, forecasts)];
  const choices =
    card.length === 1
      ? [[...listPlace(queue), ...shared, ...listOwn(queue, forecasts)]]
      : [
          [...listed, ...listNamed(card, forecasts)],
          [
            ...listed,
            "Tables and notes of each queue are too long to be shown here. The HTML report has them.",
          ],
        ];
  const changes = count(queue.changes.length, "change");
  const warnings = count(card.flatMap((each) => each.warnings).length, "warning");
  const texts = [...choices, [`Too long to be shown here: ${changes}, ${warnings}.`]].map((parts) =>
    wrap(printSummary(card, forecasts), parts),
  );
  return texts.find((text) => Buffer.byteLength(text) <= MAX_CARD_BYTES) ?? String(texts.at(-1));
}

function wrap(summary: string, parts: readonly string[]): string {
  // After blank lines Markdown continues behind the tags.
  return `<details>\n<summary>${summary}</summary>\n\n${parts.join("\n\n")}\n\n</details>\n\n`;
}

function printSummary(card: Card, forecasts?: Forecasts): string {
  const [queue] = card;
  const name = card.length === 1 ? toHtmlCode(queue.id, MAX_ID) : count(card.length, "queue");
  const { facts, marks } = describeOwn(card, forecasts);
  const changes = listBriefChanges(queue, (text) => toHtmlCode(text, MAX_TEXT));
  const warnings = [...listWeakenings(queue), ...marks].map((mark) => `⚠ ${toHtmlProse(mark)}`);
  return `<b>${describeAction(queue)}</b> ${[name, ...changes, ...facts, ...warnings].join(", ")}`;
}

function listQueues(card: Card, forecasts?: Forecasts): string {
  const lines = listFirst(card, MAX_QUEUES, (queue) => {
    const { facts, marks } = describeOwn([queue], forecasts);
    const said = [...facts, ...marks.map((mark) => `⚠ ${toMarkdownProse(mark, MAX_SENTENCES)}`)].join(", ");
    return `${[toMarkdownCode(queue.id, MAX_ID), ...listPlace(queue)].join(" ")}${said === "" ? "" : `: ${said}`}`;
  });
  return lines.map((line) => `- ${line}`).join("\n");
}

function listNamed(card: Card, forecasts?: Forecasts): string[] {
  return card.slice(0, MAX_QUEUES).flatMap((queue) => {
    const own = listOwn(queue, forecasts);
    return own.length === 0 ? [] : [`**${toMarkdownCode(queue.id, MAX_ID)}**`, ...own];
  });
}

function listOwn(queue: PlannedQueue, forecasts?: Forecasts): string[] {
  const forecast = forecasts?.get(queue);
  return [
    ...(forecast === undefined ? [] : listForecast(forecast)),
    ...listWarnings(queue),
    ...listPullRequests(queue),
  ];
}

function listPlace({ address, stack }: PlannedQueue): string[] {
  const parts = [
    ...(address === undefined ? [] : [toMarkdownCode(address, MAX_ID)]),
    ...(stack === undefined ? [] : [`in stack ${toMarkdownCode(stack, MAX_TEXT)}`]),
  ];
  return parts.length === 0 ? [] : [parts.join(" ")];
}

function listTable(card: Card): string[] {
  const [{ action, changes }] = card;
  const sentence = SENTENCES[action];
  if (changes.length === 0)
    return [card.length === 1 ? sentence : sentence.replace("The queue", "Each queue")];
  const rows = changes.slice(0, MAX_ROWS).map((change) => {
    const [now, then] = [change.now, change.then].map((value) => printValue(value, change));
    return `| ${toMarkdownCode(nameChange(change), MAX_TEXT)} | ${now} | ${then} |`;
  });
  const rest = changes.length > MAX_ROWS ? [`And ${changes.length - MAX_ROWS} more.`] : [];
  return [["| setting | now | then |", "| --- | --- | --- |", ...rows].join("\n"), ...rest];
}

const SENTENCES: Readonly<Record<PlanAction, string>> = {
  create: "The queue is created with the settings that the service chooses.",
  update: "None of its settings changes.",
  replace: "The queue is deleted and created again.",
  delete: "The queue is deleted.",
  forget: "The queue is kept as it is and no longer managed.",
  none: "Nothing changes.",
};

function printValue(value: PlannedValue, change: PlannedChange): string {
  const shown = describeValue(value, change, MAX_TEXTS);
  if (shown.kind === "words") return shown.words === "—" ? shown.words : `*${shown.words}*`;
  const texts = shown.texts.map((text) => toMarkdownCode(text, MAX_TEXT));
  return `${texts.join(", ")}${shown.more > 0 ? ` and ${shown.more} more` : ""}`;
}

function listProtection({ protection }: PlannedQueue): string[] {
  return listFirst(protection, MAX_NOTES, ({ message }) => `⚠ ${toMarkdownProse(message, MAX_SENTENCES)}`);
}

function listWarnings({ warnings }: PlannedQueue): string[] {
  return listFirst(
    warnings,
    MAX_NOTES,
    ({ summary, detail }) =>
      `**Warning:** ${toMarkdownProse(summary, MAX_ID)}<br>${toMarkdownProse(detail, MAX_SENTENCES)}`,
  );
}

function listForecast(queue: QueueForecast): string[] {
  const unmet = describeUnmet(queue).map((text) => `⚠ ${toMarkdownProse(text, MAX_SENTENCES)}`);
  const content =
    queue.kind === "none"
      ? `No forecast: ${toMarkdownProse(queue.reason, MAX_SENTENCES)}`
      : printForecastMarkdown(queue.forecast).trimEnd();
  return [...unmet, content];
}

/** Lists the pull requests of a removed queue, unless its warnings already list them. */
function listPullRequests({ action, pullRequests = [], warnings }: PlannedQueue): string[] {
  if (warnings.length > 0 || pullRequests.length === 0 || !isRemoved({ action })) return [];
  const lines = listFirst(pullRequests, MAX_NOTES, ({ prNumber, prTitle, prAuthor, state }) =>
    [
      // Outside of code, a number after a hash would be a link to a pull request.
      toMarkdownCode(`#${prNumber}`, MAX_TEXT),
      ...(prTitle === undefined ? [] : [toMarkdownCode(prTitle, MAX_TEXT)]),
      ...(prAuthor === undefined ? [] : [`by ${toMarkdownCode(prAuthor, MAX_TEXT)}`]),
      ...(state === undefined ? [] : [`(${toMarkdownCode(state, MAX_TEXT)})`]),
    ].join(" "),
  );
  const number = count(pullRequests.length, "pull request");
  return [`In it now: ${number}`, lines.map((line) => `- ${line}`).join("\n")];
}
