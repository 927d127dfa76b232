import type { Submission } from "../../engine/engine-state";
import { explainWaiting } from "../../engine/explain-waiting";
import { findSubmission, isEnqueued, skipsTheLine } from "../../engine/queue-contents";
import { formatDuration } from "../../text/format-duration";
import { type Html, html, joinHtml } from "../../text/html";
import { quoteForShell } from "../../text/quote-for-shell";
import { tryFindWayOut } from "../responses/explain-submission";
import { drawForecast, drawRun } from "./draw-line";
import {
  drawBadge,
  drawCommand,
  drawPullRequest,
  drawRow,
  drawTable,
  drawText,
  drawTime,
  formatCount,
} from "./draw-table";
import { toAddress } from "./page-choice";
import { listLeft, type QueueOnPage } from "./summarize-queue";

const WAITING_SHOWN = 20;
/** Maximum number of waiting pull requests. The page is drawn every second, so it must be cheap. */
const MOST_SHOWN = 1000;

/** Draws the waiting pull requests in turn order. A reason that all have in common is shown once. */
export function drawWaiting(shown: QueueOnPage): Html {
  const { queue, options, chosen, nowMs } = shown;
  const rows = listRows(shown);
  const isShared = rows.length > 1 && new Set(rows.map(({ reason }) => reason)).size === 1;
  const [shared] = rows.filter(({ reason }) => isShared && reason !== "");
  return drawTable({
    id: "waiting",
    title: "Waiting",
    count: formatCount(queue.waiting.size),
    columns: ["Pull request", "Place", "For"],
    note: shared === undefined ? "" : html`Why all of them wait: ${drawWayOut(shared)}`,
    rows: rows.map((row, index) => {
      const { submission: one } = row;
      const facts = [
        drawPlace(row, options.defaultPriority),
        // Forecasts say little about places far behind.
        ...(index < WAITING_SHOWN || one === chosen ? drawForecast(one, shown) : []),
        ...(shared === undefined && row.reason !== "" ? [drawWayOut(row)] : []),
      ];
      const why = joinHtml(facts, " · ");
      return drawRow(one.id, [drawPullRequest(queue, one), why, drawTime(one.submittedAtMs, nowMs)], {
        isChosen: one === chosen,
      });
    }),
    end: drawEnd(shown, rows.length),
  });
}

type WaitingRow = Readonly<Record<"reason" | "command", string>> & {
  readonly submission: Submission;
  /** Place among the pull requests that may start, counted from 1; undefined if this one may not start. */
  readonly place: number | undefined;
};

function listRows({ queue, options, status, chosen, showsAll }: QueueOnPage): WaitingRow[] {
  const most = showsAll ? MOST_SHOWN : WAITING_SHOWN;
  const isHeld = status === "paused" || status === "draining";
  let places = 0;
  const rows: WaitingRow[] = [];
  for (const sequence of queue.waiting.values()) {
    const submission = findSubmission(queue, sequence);
    const place = submission.state === "pending" ? (places += 1) : undefined;
    if (rows.length >= most && submission !== chosen) continue;
    const wayOut = tryFindWayOut(queue, submission, options);
    const text = wayOut?.advice ?? explainWaiting(queue, submission, options);
    // The queue's own note, or the place, already says so.
    const isSaid = place !== undefined && (isHeld || text.startsWith("Waits for its turn"));
    rows.push({ submission, place, reason: isSaid ? "" : text, command: wayOut?.command ?? "" });
  }
  return rows;
}

function drawPlace({ submission, place }: WaitingRow, usualPriority: string): Html {
  const { state, priority, noBatch } = submission;
  const marks = [
    ...(priority.name === usualPriority ? [] : [priority.name]),
    ...(skipsTheLine(submission) ? ["skips the line"] : []),
    ...(noBatch ? ["no batch"] : []),
  ].map((mark) => html`<span class="badge mark">${drawText(mark)}</span>`);
  const start = place === undefined ? drawBadge(state) : toOrdinal(place);
  return joinHtml([start, ...marks], " ");
}

function drawWayOut({ reason, command }: Pick<WaitingRow, "reason" | "command">): Html {
  return html`<span class="reason">${drawText(reason)}${command === "" ? "" : drawCommand(command)}</span>`;
}

const ORDINALS = new Intl.PluralRules("en", { type: "ordinal" });
const ENDINGS: Readonly<Record<string, string>> = { one: "st", two: "nd", few: "rd" };

function toOrdinal(place: number): string {
  return `${formatCount(place)}${ENDINGS[ORDINALS.select(place)] ?? "th"}`;
}

function drawEnd({ queue, id, showsAll }: QueueOnPage, rows: number): Html | string {
  const { waiting, totals, line } = queue;
  const more = waiting.size - rows;
  if (waiting.size === 0) {
    if (line.length + totals.merged + totals.failed + totals.cancelled > 0) return "Nothing is waiting.";
    const command = `mergequeue pr submit ${quoteForShell(id)} 7`;
    return html`Nothing has been submitted yet. Submit a pull request:${drawCommand(command)}`;
  }
  if (more === 0 && !showsAll) return "";
  const address = toAddress({ queue: id, ...(showsAll ? {} : { waiting: "all" }) });
  return html`${more === 0 ? "" : `And ${formatCount(more)} more. `}<a href="${address}">${showsAll ? "Show fewer" : "Show all"}</a>`;
}

const MERGED_SHOWN = 10;
const DROPPED_SHOWN = 5;
/** Maximum number of submissions to search. Limits the cost if everything in a queue fails. */
const SEARCHED = 500;

/** Draws the latest pull requests that left a queue. Pull requests that did not merge come first. */
export function drawConcluded(shown: QueueOnPage): Html {
  const { queue, chosen, nowMs } = shown;
  const left = listLeft(queue, SEARCHED);
  const merged = left.filter(({ state }) => state === "merged").slice(0, MERGED_SHOWN);
  const dropped = left.filter(({ state }) => state !== "merged").slice(0, DROPPED_SHOWN);
  if (chosen !== undefined && !isEnqueued(chosen) && ![...merged, ...dropped].includes(chosen)) {
    (chosen.state === "merged" ? merged : dropped).push(chosen);
  }
  const { totals } = queue;
  const draw = (one: Submission, how: Html): Html => {
    const ago = drawTime(one.stateChangedAtMs, nowMs);
    const cells = [drawPullRequest(queue, one), how, ago] as const;
    return drawRow(`${one.id}-${one.sequence}`, cells, { isChosen: one === chosen });
  };
  const droppedTable = drawTable({
    id: "dropped",
    title: "Left without merging",
    count: `${formatCount(totals.failed)} failed, ${formatCount(totals.cancelled)} cancelled`,
    columns: ["Pull request", "Left because", "Ago"],
    rows: dropped.map((one) => draw(one, drawReason(one, shown))),
  });
  const mergedTable = drawTable({
    id: "merged",
    title: "Merged",
    count: `${formatCount(totals.merged)} in all`,
    columns: ["Pull request", "Took", "Ago"],
    rows: merged.map((one) =>
      draw(one, html`${formatDuration(one.stateChangedAtMs - one.submittedAtMs)} in the queue`),
    ),
    end: merged.length === 0 ? "Nothing has merged lately." : "",
  });
  return html`${dropped.length === 0 ? "" : droppedTable}${mergedTable}`;
}

function drawReason({ state, reason, testRunId }: Submission, { queue, nowMs }: QueueOnPage): Html {
  const run = state !== "failed" || testRunId === undefined ? undefined : queue.testRuns.get(testRunId);
  return html`${drawBadge(state)} ${drawText(reason)} ${run === undefined ? "" : drawRun(queue, run, nowMs)}`;
}
