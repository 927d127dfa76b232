import type { Plan, PlannedQueue } from "../plan/plan";
import { joinFirst } from "../text/join-first";
import { type Card, listCards } from "./describe-card";
import { count, describeActions, describeCounts, sortByWeight } from "./describe-counts";
import { toLine } from "./describe-value";
import { type Alarm, listAlarms } from "./list-alarms";
import { toMarkdownCode, toMarkdownProse } from "./markdown/escape-markdown";
import { printMarkdownCard } from "./markdown/print-markdown-card";
import { listUnmetGoals } from "./queue-forecast";
import { MAX_TITLE_LENGTH, type ReportOptions, toLink, toTitle, tryDescribeStopped } from "./report-options";

/** Less than GitHub's limit of 65,536 characters for a comment, so that a pipeline can add a line. */
const MAX_BYTES = 65_000;
/** Maximum share of the report's length for each section before the queues. */
const SHARES = { stop: 0, unmet: 0.1, protection: 0.4, delete: 0.06, replace: 0.06, warnings: 0.08 } as const;
const MAX_LINES = 50;
const MAX_ID = 300;
const MAX_IDS = 20;
const MAX_SENTENCES = 1_000;
const NOT_IN_LINK = /[^A-Za-z0-9:/?#@!$&+,;=%._~-]/gu;
/** Characters that the marker percent-encodes, such as hyphens in a row: they would end the HTML comment. */
const NOT_IN_MARKER = /[^A-Za-z0-9 ._/-]|-(?=-)|(?<=-)-/gu;

/**
 * Writes a plan as Markdown for a comment on a pull request: first a safety stop (if any), then the counts,
 * changes of merge protection, and a collapsed table for each queue. A report that is too long ends between
 * two queues, and says so. The last line is a marker by which a pipeline finds its comment. Foreign text is
 * never markup, a link or a mention. @param maxBytes - maximum length in bytes of UTF-8, at least 4096
 */
export function printMarkdown(plan: Plan, options: ReportOptions = {}, maxBytes = MAX_BYTES): string {
  const title = toTitle(options);
  const unchanged = plan.counts.none;
  const stopped = tryDescribeStopped(options);
  const goals = listUnmetGoals(options.forecasts?.values() ?? []).map(
    (goal) => `, **⚠ not met: ${toMarkdownProse(goal, MAX_SENTENCES)}**`,
  );
  // Warnings of queues are in collapsed parts, so their summaries are repeated here.
  const summaries = plan.queues.flatMap((queue) => queue.warnings.map(({ summary }) => summary));
  const alarms = listAlarms({ ...plan, warnings: [...plan.warnings, ...summaries] }, options.forecasts);
  const head = [
    stopped === undefined ? "" : `**⚠ ${toMarkdownProse(stopped, MAX_SENTENCES)}**\n\n`,
    `**${toMarkdownProse(title, MAX_TITLE_LENGTH)}: ${describeCounts(plan)}**, ${unchanged} unchanged${goals.join("")}\n\n`,
    ...alarms.map((alarm) => printAlarm(alarm, maxBytes)),
  ].join("");
  const tail = `${toMarker(title)}\n`;
  const link = toLink(options)?.replace(
    NOT_IN_LINK,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  const cards = listCards(sortByWeight(plan.queues));
  const space = maxBytes - Buffer.byteLength(head) - Buffer.byteLength(tail);
  const print = (card: Card): string => printMarkdownCard(card, options.forecasts);
  const whole = fitItems(cards, print, space - Buffer.byteLength(printEnd([], link)));
  if (whole.fitting === cards.length) return [head, whole.text, printEnd([], link), tail].join("");
  // The end that names all queues as missing is the longest one.
  const shown = fitItems(cards, print, space - Buffer.byteLength(printEnd(cards.flat(), link)));
  return [head, shown.text, printEnd(cards.slice(shown.fitting).flat(), link), tail].join("");
}

function printAlarm({ id, title, items }: Alarm, maxBytes: number): string {
  const lines = items.map(({ queues, setting, text }) => {
    const codes = queues.map((queue) => toMarkdownCode(queue.id, MAX_ID));
    const ids = joinFirst(codes, MAX_IDS);
    const [who, where] = queues.length > 1 ? [`${queues.length} queues`, `<br>${ids}`] : [ids, ""];
    const head = [who, ...(setting === undefined ? [] : [toMarkdownCode(setting, MAX_ID)])].join(" ");
    const parts = [head, toMarkdownProse(text, MAX_SENTENCES)].filter((part) => part !== "");
    return `- ${parts.join(": ")}${where}\n`;
  });
  const { text, fitting } = fitItems(lines, (line) => line, maxBytes * SHARES[id], MAX_LINES);
  const left = lines.length - fitting;
  return `### ${title}\n\n${text}${left === 0 ? "" : `- … and ${left} more\n`}\n`;
}

function printEnd(left: readonly PlannedQueue[], link: string | undefined): string {
  const more =
    left.length === 0 ? "" : `**${count(left.length, "more queue")} not shown: ${describeActions(left)}.** `;
  if (link !== undefined) return `${more}[The full report](${link.replaceAll("&", "&amp;")})\n\n`;
  return more === "" ? "" : `${more}To see them, run \`mergequeue review\` with \`--format html\`.\n\n`;
}

/** Makes the line by which a pipeline finds its comment again. It is an invisible HTML comment. */
function toMarker(title: string): string {
  const line = toLine(title, title.length);
  const encoded = line.replace(NOT_IN_MARKER, (character) =>
    [...Buffer.from(character)].map((byte) => `%${byte.toString(16).toUpperCase()}`).join(""),
  );
  return `<!-- mergequeue:${encoded} -->`;
}

function fitItems<Item>(
  items: readonly Item[],
  print: (item: Item) => string,
  maxBytes: number,
  maxItems: number = items.length,
): { readonly text: string; readonly fitting: number } {
  const texts: string[] = [];
  let bytes = 0;
  for (const item of items.slice(0, maxItems)) {
    const text = print(item);
    bytes += Buffer.byteLength(text);
    if (bytes > maxBytes) break;
    texts.push(text);
  }
  return { text: texts.join(""), fitting: texts.length };
}
