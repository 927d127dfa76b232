import type { PageQueue, PageWaiting } from "../page-model";
import { drawPullRequest } from "./draw-pull-request";
import { drawTable } from "./draw-table";
import { drawAgo } from "./draw-times";
import type { VirtualNode } from "./virtual-node";
import { element } from "./virtual-node";

/** Describes what waits in a queue, in the order of its turn, and why. */
export function drawWaiting(queue: PageQueue, nowMs: number): VirtualNode {
  const { id, waiting, waitingTotal } = queue;
  const more = waitingTotal - waiting.length;
  return element(
    "section",
    { class: "waiting", "aria-labelledby": `${id}/waiting` },
    element(
      "h3",
      { id: `${id}/waiting` },
      "Waiting ",
      element("span", { class: "count" }, formatCount(waitingTotal)),
    ),
    waiting.length === 0
      ? element("p", { key: "none", class: "note" }, describeNothing(queue))
      : drawTable(
          "waiting",
          "Pull requests that wait, in the order of their turn",
          ["Pull request", "Why it waits", "Priority", "Submitted"],
          waiting.map((one) => ({
            key: one.id,
            cells: [
              [drawPullRequest(one)],
              [
                // Most are pending, so that the word would say nothing.
                ...(one.state === "not_ready"
                  ? [element("span", { class: "badge not_ready" }, "not ready"), " "]
                  : []),
                element("bdi", {}, one.reason),
              ],
              [element("bdi", {}, one.priority), ...formatMarks(one)],
              [drawAgo(one.submittedAtMs, nowMs)],
            ],
          })),
        ),
    more === 0
      ? undefined
      : element("p", { key: "more", class: "note more" }, `And ${formatCount(more)} more behind them.`),
  );
}

function formatMarks({ skipTheLine, noBatch }: PageWaiting): VirtualNode[] {
  const marks = [skipTheLine ? "skips the line" : "", noBatch ? "no batch" : ""];
  return marks
    .filter((mark) => mark !== "")
    .map((mark) => element("span", { key: mark, class: "mark-word" }, mark));
}

function describeNothing({ inLine, mergedTotal, failedTotal, cancelledTotal }: PageQueue): string {
  return inLine + mergedTotal + failedTotal + cancelledTotal === 0
    ? "No pull request has been submitted yet. POST /v1/submitPullRequest submits one."
    : "Nothing waits.";
}

function formatCount(count: number): string {
  return count.toLocaleString("en");
}
