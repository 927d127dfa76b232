import type { PageQueue, PageWaiting } from "../page-model";
import { drawPullRequest } from "./draw-pull-request";
import { drawTable } from "./draw-table";
import { drawAgo } from "./draw-times";
import type { Content, VirtualNode } from "./virtual-node";
import { element } from "./virtual-node";

/**
 * Describes what waits in a queue, in the order of its turn, and why.
 * @param showsAll - whether the reader has asked for all of it
 */
export function drawWaiting(queue: PageQueue, nowMs: number, showsAll: boolean): VirtualNode {
  const { id, waiting, waitingTotal, pullRequestsUrl } = queue;
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
      ? element("p", { key: "none", class: "note" }, ...describeNothing(queue))
      : drawTable(
          "waiting",
          "Pull requests that wait, in the order of their turn",
          ["Pull request", "Place", "Why it waits", "Priority", "Submitted"],
          waiting.map((one) => ({
            key: one.id,
            cells: [
              [drawPullRequest(one, pullRequestsUrl)],
              [one.place === undefined ? "none" : formatCount(one.place)],
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

function describeNothing(queue: PageQueue): Content[] {
  const { inLine, mergedTotal, failedTotal, cancelledTotal, shellId } = queue;
  if (inLine + mergedTotal + failedTotal + cancelledTotal > 0) return ["Nothing waits."];
  return [
    "No pull request has been submitted yet. Submit one: ",
    element("code", {}, `mergequeue pr submit ${shellId} 7`),
  ];
}

function formatCount(count: number): string {
  return count.toLocaleString("en");
}
