import type { PageQueue, PageWaiting } from "../page-model";
import { drawPullRequest } from "./draw-pull-request";
import { drawNote, drawSection } from "./draw-section";
import { drawTable } from "./draw-table";
import { drawAgo } from "./draw-times";
import { type Content, element, type VirtualNode } from "./virtual-node";

/** Draws the waiting pull requests of a queue in turn order, with reasons. @param showsAll - whether all are shown */
export function drawWaiting(queue: PageQueue, nowMs: number, showsAll: boolean): VirtualNode {
  const { id, waiting, waitingTotal, pullRequestsUrl } = queue;
  return drawSection(
    `${id}/waiting`,
    { class: "waiting" },
    ["Waiting", formatCount(waitingTotal)],
    waiting.length === 0
      ? drawNote("none", ...explainEmpty(queue))
      : drawTable(
          "waiting",
          "Waiting pull requests, in turn order",
          ["Pull request", "Place", "Why it waits", "Priority", "Submitted"],
          waiting.map((one) => ({
            key: one.id,
            cells: [
              [drawPullRequest(one, pullRequestsUrl)],
              [one.place === undefined ? "none" : formatCount(one.place)],
              [
                // Most are pending, so only the others say their state.
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
    drawRest(queue, showsAll),
  );
}

function drawRest({ waiting, waitingTotal, shellId }: PageQueue, showsAll: boolean): Content {
  const more = waitingTotal - waiting.length;
  if (more === 0 && !showsAll) return undefined;
  return element(
    "p",
    { key: "more", class: "note more" },
    more === 0 ? undefined : `And ${formatCount(more)} more behind them. `,
    more === 0 || !showsAll ? undefined : element("code", {}, `mergequeue pr list ${shellId}`),
    more === 0 || !showsAll ? undefined : " lists all. ",
    element("button", { id: "show-all", type: "button" }, showsAll ? "Show fewer" : "Show all"),
  );
}

function formatMarks({ skipTheLine, noBatch }: PageWaiting): VirtualNode[] {
  const marks = [skipTheLine ? "skips the line" : "", noBatch ? "no batch" : ""];
  return marks
    .filter((mark) => mark !== "")
    .map((mark) => element("span", { key: mark, class: "mark-word" }, mark));
}

function explainEmpty(queue: PageQueue): Content[] {
  const { inLine, mergedTotal, failedTotal, cancelledTotal, shellId } = queue;
  if (inLine + mergedTotal + failedTotal + cancelledTotal > 0) return ["Nothing is waiting."];
  return [
    "No pull request has been submitted yet. Submit one: ",
    element("code", {}, `mergequeue pr submit ${shellId} 7`),
  ];
}

function formatCount(count: number): string {
  return count.toLocaleString("en");
}
