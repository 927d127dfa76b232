import type { EngineOptions } from "../../engine/engine-options";
import type { Queue, Submission } from "../../engine/engine-state";
import { findSubmission, skipsTheLine } from "../../engine/queue-contents";
import { formatQueueId } from "../../queue/queue-identity";
import { formatDuration } from "../../text/format-duration";
import { type Html, html } from "../../text/html";
import { quoteForShell } from "../../text/quote-for-shell";
import { explainSubmission } from "../responses/explain-submission";
import {
  drawBadge,
  drawPullRequest,
  drawRow,
  drawTable,
  drawText,
  drawTime,
  formatCount,
  shortenText,
} from "./draw-table";
import { type PageChoice, toAddress } from "./page-choice";
import type { QueueSummary } from "./summarize-queue";

const WAITING_SHOWN = 20;
/** Limit for all, because the page is drawn every second. */
const MOST_SHOWN = 1000;

/** Draws what waits in a queue, in turn order. A reason that all have is said once. */
export function drawWaiting(
  { queue, status }: QueueSummary,
  choice: PageChoice,
  options: EngineOptions,
  nowMs: number,
): Html {
  const most = choice.waiting === "all" ? MOST_SHOWN : WAITING_SHOWN;
  const sequences = [...queue.waiting.values()].slice(0, most);
  const isHeld = status === "paused" || status === "draining";
  const rows = sequences.map((sequence) => {
    const submission = findSubmission(queue, sequence);
    // The queue's own note says it for all of them.
    const isSaid = isHeld && submission.state === "pending";
    return { submission, reason: isSaid ? "" : explainSubmission(queue, submission, options) };
  });
  const reasons = new Set(
    rows.map(({ submission: { number }, reason }) =>
      reason.replace(new RegExp(` ${number}(?= |$)`), " NUMBER"),
    ),
  );
  const [shared = ""] = rows.length > 1 && reasons.size === 1 ? reasons : [];
  return drawTable({
    id: "waiting",
    title: "Waiting",
    count: formatCount(queue.waiting.size),
    columns: ["Pull request", "Why it waits", "For"],
    note: shared === "" ? "" : html`Why all of them wait: ${drawText(shared)}`,
    rows: rows.map(({ submission: one, reason }) => {
      const why = drawWhy(one, shared === "" ? reason : "", options);
      return drawRow(one.id, [drawPullRequest(queue, one), why, drawTime(one.submittedAtMs, nowMs)]);
    }),
    end: drawEnd(queue, sequences.length, choice),
  });
}

function drawWhy(submission: Submission, reason: string, { defaultPriority }: EngineOptions): Html {
  const { state, priority, noBatch } = submission;
  const marks = [
    ...(priority.name === defaultPriority ? [] : [priority.name]),
    ...(skipsTheLine(submission) ? ["skips the line"] : []),
    ...(noBatch ? ["no batch"] : []),
  ].map((mark) => html`<span class="badge mark">${drawText(mark)}</span> `);
  // The badge says it.
  const text = shortenText(reason.replace(/^Is not ready: /, ""));
  return html`${state === "not_ready" ? html`${drawBadge(state)} ` : ""}${marks}<bdi class="reason" title="${text}">${text}</bdi>`;
}

function drawEnd(queue: Queue, shown: number, choice: PageChoice): Html | string {
  const { waiting, identity, totals, line } = queue;
  const more = waiting.size - shown;
  const isAll = choice.waiting === "all";
  if (waiting.size === 0) {
    if (line.length + totals.merged + totals.failed + totals.cancelled > 0) return "Nothing is waiting.";
    const command = `mergequeue pr submit ${quoteForShell(formatQueueId(identity))} 7`;
    return html`Nothing has been submitted yet. Submit a pull request: <code>${command}</code>`;
  }
  if (more === 0 && !isAll) return "";
  const link = html`<a href="${toAddress({ ...choice, waiting: isAll ? "" : "all" })}">${isAll ? "Show fewer" : "Show all"}</a>`;
  return html`${more === 0 ? "" : `And ${formatCount(more)} more behind them. `}${link}`;
}

const MERGED_SHOWN = 10;
const DROPPED_SHOWN = 5;
/** Number of submissions to search, which limits the cost in a queue where everything fails. */
const SEARCHED = 500;

/** Draws the latest pull requests that left a queue: first those that did not merge. */
export function drawConcluded(queue: Queue, nowMs: number): Html {
  const merged: Submission[] = [];
  const dropped: Submission[] = [];
  let left = SEARCHED;
  for (const [, sequence] of queue.concluded.entriesReversed()) {
    if (left === 0 || (merged.length === MERGED_SHOWN && dropped.length === DROPPED_SHOWN)) break;
    left -= 1;
    const submission = findSubmission(queue, sequence);
    const [list, most] = submission.state === "merged" ? [merged, MERGED_SHOWN] : [dropped, DROPPED_SHOWN];
    if (list.length < most) list.push(submission);
  }
  const { totals } = queue;
  const draw = (one: Submission, how: Html): Html => {
    const ago = drawTime(one.stateChangedAtMs, nowMs);
    return drawRow(`${one.id}-${one.sequence}`, [drawPullRequest(queue, one), how, ago]);
  };
  const droppedTable = drawTable({
    id: "dropped",
    title: "Left without merging",
    count: `${formatCount(totals.failed)} failed, ${formatCount(totals.cancelled)} cancelled`,
    columns: ["Pull request", "Left because", "Ago"],
    rows: dropped.map((one) => draw(one, drawReason(one))),
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

function drawReason({ state, reason, testRunId, history }: Submission): Html {
  const word = history.findLast((change) => change.state === state)?.reason ?? "";
  const details = [word, state === "failed" ? (testRunId ?? "") : ""].filter((detail) => detail !== "");
  return html`${drawBadge(state)} ${drawText(reason)}${details.map((detail) => html` <code class="detail">${detail}</code>`)}`;
}
