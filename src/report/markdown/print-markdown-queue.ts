import {
  isRemoved,
  type PlanAction,
  type PlannedChange,
  type PlannedQueue,
  type PlannedValue,
} from "../../plan/plan";
import { count, describeAction, describeContent } from "../describe-counts";
import { describeValue, nameChange } from "../describe-value";
import { describeUnmet, type QueueForecast } from "../queue-forecast";
import { toHtmlCode, toMarkdownCode, toMarkdownProse } from "./escape-markdown";
import { printForecastMarkdown } from "./print-forecast-markdown";

/** Limits, so that no queue fills the report. */
const MAX_TEXTS = 20;
const MAX_TEXT = 200;
const MAX_ID = 300;
const MAX_SENTENCES = 1_000;
const MAX_ROWS = 60;
const MAX_NOTES = 10;
/** Above this size in bytes of UTF-8, a queue is only summarised. */
const MAX_QUEUE_BYTES = 12_000;

/** Writes one queue of a plan: a visible summary, and collapsed below it a table and notes. */
export function printMarkdownQueue(queue: PlannedQueue, forecast?: QueueForecast): string {
  const whole = wrap(queue, [
    ...listPlace(queue),
    ...listTable(queue),
    ...(forecast === undefined ? [] : listForecast(forecast)),
    ...listNotes(queue),
    ...listPullRequests(queue),
  ]);
  if (Buffer.byteLength(whole) <= MAX_QUEUE_BYTES) return whole;
  return wrap(queue, [
    `Too long to be shown here: ${count(queue.changes.length, "change")}, ${count(queue.warnings.length, "warning")}.`,
  ]);
}

function listFirst<Item>(items: readonly Item[], max: number, print: (item: Item) => string): string[] {
  const shown = items.slice(0, max).map(print);
  return items.length > max ? [...shown, `and ${items.length - max} more`] : shown;
}

function wrap(queue: PlannedQueue, parts: readonly string[]): string {
  // After blank lines Markdown continues behind the tags.
  return `<details>\n<summary>${printSummary(queue)}</summary>\n\n${parts.join("\n\n")}\n\n</details>\n\n`;
}

function printSummary(queue: PlannedQueue): string {
  const { id, action, isImported, changes, protection } = queue;
  const what = describeAction({ action, isImported });
  const number = action === "update" || action === "replace" ? `, ${count(changes.length, "change")}` : "";
  const content = describeContent(queue);
  const mark = protection.length > 0 ? " ⚠ merge protection" : "";
  return `<b>${what}</b> ${toHtmlCode(id, MAX_ID)}${number}${content === "" ? "" : `, ${content}`}${mark}`;
}

function listPlace({ address, stack }: PlannedQueue): string[] {
  const parts = [
    ...(address === undefined ? [] : [toMarkdownCode(address, MAX_ID)]),
    ...(stack === undefined ? [] : [`in stack ${toMarkdownCode(stack, MAX_TEXT)}`]),
  ];
  return parts.length === 0 ? [] : [parts.join(" ")];
}

function listTable({ action, changes }: PlannedQueue): string[] {
  if (changes.length === 0) return [SENTENCES[action]];
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

function listNotes({ protection, warnings }: PlannedQueue): string[] {
  return [
    ...listFirst(protection, MAX_NOTES, ({ message }) => `⚠ ${toMarkdownProse(message, MAX_SENTENCES)}`),
    ...listFirst(
      warnings,
      MAX_NOTES,
      ({ summary, detail }) =>
        `**Warning:** ${toMarkdownProse(summary, MAX_ID)}<br>${toMarkdownProse(detail, MAX_SENTENCES)}`,
    ),
  ];
}

function listForecast(queue: QueueForecast): string[] {
  const unmet = describeUnmet(queue).map((text) => `⚠ ${toMarkdownProse(text, MAX_SENTENCES)}`);
  const content =
    queue.kind === "none"
      ? `No forecast: ${toMarkdownProse(queue.reason, MAX_SENTENCES)}`
      : printForecastMarkdown(queue.forecast).trimEnd();
  return [...unmet, content];
}

/** Where there are warnings, they already list the pull requests. */
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
