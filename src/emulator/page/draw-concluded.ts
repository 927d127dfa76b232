import type { Queue, Submission } from "../../engine/engine-state";
import { findSubmission } from "../../engine/queue-contents";
import { formatDuration } from "../../text/format-duration";
import { type Html, html } from "../../text/html";
import {
  drawBadge,
  drawPullRequest,
  drawRow,
  drawTable,
  drawText,
  drawTime,
  formatCount,
} from "./draw-table";

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
