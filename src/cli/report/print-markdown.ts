import { toAttributeName } from "../../queue/attribute-name";
import type { FleetPlan, PlannedQueue } from "../../reconcile/plan/fleet-plan";
import { count, describeActions, describeCounts } from "./describe-counts";
import { listProtection } from "./list-protection";
import { toMarkdownCode, toMarkdownProse } from "./markdown/escape-markdown";
import { fitItems } from "./markdown/fit-items";
import { printMarkdownQueue } from "./markdown/print-markdown-queue";
import { toMarker } from "./markdown/to-marker";
import type { ReportOptions } from "./report-options";
import { MAX_TITLE_LENGTH, toLink, toTitle } from "./report-options";
import { sortByWeight } from "./sort-by-weight";

/** Options of {@link printMarkdown}. */
export interface MarkdownOptions extends ReportOptions {
  /**
   * Bytes in UTF-8 that the report has at most, from 4096. Default: 65,000, so that a pipeline may add a line of its
   * own below the 65,536 characters that GitHub takes for the text of a pull request. Bytes are never fewer than
   * characters, however somebody counts those.
   */
  readonly maxLength?: number | undefined;
}

const DEFAULT_MAX_LENGTH = 65_000;

/** Shares of the length that what comes before the queues has at most. */
const PROTECTION_SHARE = 0.4;
const DELETION_SHARE = 0.1;
const WARNING_SHARE = 0.1;

const MAX_LINES = 50;
const MAX_ID = 300;
const MAX_SENTENCES = 1_000;

/** What the address of the whole report may hold; the rest is percent-encoded. */
const NOT_IN_LINK = /[^A-Za-z0-9:/?#@!$&+,;=%._~-]/gu;

/**
 * Writes a plan as Markdown, made to be one comment on a pull request: the counts in the first line, what happens to
 * merge protection, then one table a queue, collapsed. It is cut between queues where it would be too long, and says
 * so; the last line is the marker by which a pipeline finds its comment. Nothing in it that came from elsewhere is
 * markup, a link, or a mention of somebody.
 */
export function printMarkdown(plan: FleetPlan, options: MarkdownOptions = {}): string {
  const maxBytes = options.maxLength ?? DEFAULT_MAX_LENGTH;
  const title = toTitle(options);
  const unchanged = plan.counts.none;
  const head = [
    `**${toMarkdownProse(title, MAX_TITLE_LENGTH)}: ${describeCounts(plan)}**, ${unchanged} unchanged\n\n`,
    printProtection(plan, maxBytes * PROTECTION_SHARE),
    printDeletions(plan, maxBytes * DELETION_SHARE),
    printWarnings(plan, maxBytes * WARNING_SHARE),
  ].join("");
  const tail = `${toMarker(title)}\n`;
  const link = toLink(options)?.replace(
    NOT_IN_LINK,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  const queues = sortByWeight(plan.queues);
  const space = maxBytes - Buffer.byteLength(head) - Buffer.byteLength(tail);
  const whole = fitItems(queues, printMarkdownQueue, space - Buffer.byteLength(printEnd([], link)));
  if (whole.fitting === queues.length) return [head, whole.text, printEnd([], link), tail].join("");
  // Nothing that it can say of some of the queues is longer than what it says of all.
  const shown = fitItems(queues, printMarkdownQueue, space - Buffer.byteLength(printEnd(queues, link)));
  return [head, shown.text, printEnd(queues.slice(shown.fitting), link), tail].join("");
}

function printProtection({ queues }: FleetPlan, maxBytes: number): string {
  const changes = listProtection(queues);
  if (changes.length === 0) return "";
  const losses = changes.filter(({ change }) => change.kind === "loss").length;
  const counts = [
    ...(losses > 0 ? [count(losses, "loss", "losses")] : []),
    ...(losses < changes.length ? [count(changes.length - losses, "pause")] : []),
  ];
  const lines = changes.map(
    ({ queue, change }) =>
      `- ⚠ ${toMarkdownCode(queue.id, MAX_ID)} ${toMarkdownCode(toAttributeName(change.name), MAX_ID)}: ` +
      `${toMarkdownProse(change.message, MAX_SENTENCES)}\n`,
  );
  return printSection(`⚠ Merge protection: ${counts.join(", ")}`, lines, maxBytes);
}

function printDeletions({ queues }: FleetPlan, maxBytes: number): string {
  const lines = queues
    .filter(({ action }) => action === "delete" || action === "replace")
    .map(({ id, action, pullRequests = [] }) => {
      const content =
        pullRequests.length > 0 ? `: ${count(pullRequests.length, "pull request")} in it now` : "";
      return `- ${action} ${toMarkdownCode(id, MAX_ID)}${content}\n`;
    });
  return printSection(`⚠ ${count(lines.length, "queue")} will be deleted or replaced`, lines, maxBytes);
}

function printWarnings({ warnings }: FleetPlan, maxBytes: number): string {
  const lines = warnings.map((warning) => `- ${toMarkdownProse(warning, MAX_SENTENCES)}\n`);
  return printSection(count(lines.length, "warning"), lines, maxBytes);
}

function printSection(title: string, lines: readonly string[], maxBytes: number): string {
  if (lines.length === 0) return "";
  const { text, fitting } = fitItems(lines, (line) => line, maxBytes, MAX_LINES);
  const left = lines.length - fitting;
  return `### ${title}\n\n${text}${left === 0 ? "" : `- … and ${left} more\n`}\n`;
}

/** @param left - the queues that are not shown */
function printEnd(left: readonly PlannedQueue[], link: string | undefined): string {
  const more =
    left.length === 0 ? "" : `**${count(left.length, "more queue")} not shown: ${describeActions(left)}.** `;
  if (link !== undefined) return `${more}[The full report](${link.replaceAll("&", "&amp;")})\n\n`;
  return more === "" ? "" : `${more}Run \`mergequeue review\` with \`--format html\` for the rest.\n\n`;
}
