import { formatDuration } from "../../../text/format-duration";
import type { PageConcluded, PageQueue } from "../page-model";
import { drawPullRequest } from "./draw-pull-request";
import type { Row } from "./draw-table";
import { drawTable } from "./draw-table";
import { drawAgo } from "./draw-times";
import type { Content, VirtualNode } from "./virtual-node";
import { element } from "./virtual-node";

/** Describes the last merges of a queue. */
export function drawMerged(queue: PageQueue, nowMs: number): VirtualNode {
  const { id, merged, mergedTotal, pullRequestsUrl } = queue;
  return element(
    "section",
    { key: "merged", "aria-labelledby": `${id}/merged` },
    element(
      "h3",
      { id: `${id}/merged` },
      "Last merges ",
      element("span", { class: "count" }, `${mergedTotal.toLocaleString("en")} in all`),
    ),
    merged.length === 0
      ? element("p", { key: "none", class: "note" }, "Nothing has merged yet.")
      : drawTable(
          "merged",
          "Pull requests that merged, latest first",
          ["Pull request", "Merged", "In the queue for"],
          merged.map((one) => ({
            key: one.id,
            cells: [
              [drawPullRequest(one, pullRequestsUrl)],
              [drawAgo(one.concludedAtMs, nowMs)],
              [formatDuration(one.concludedAtMs - one.submittedAtMs)],
            ],
          })),
        ),
  );
}

/** Describes what left a queue without having merged; nothing if all merged. */
export function drawDropped(queue: PageQueue, nowMs: number): Content {
  const { id, dropped, failedTotal, cancelledTotal, pullRequestsUrl } = queue;
  if (dropped.length === 0) return undefined;
  return element(
    "section",
    { key: "dropped", "aria-labelledby": `${id}/dropped` },
    element(
      "h3",
      { id: `${id}/dropped` },
      "Left without merging ",
      element("span", { class: "count" }, `${failedTotal} failed, ${cancelledTotal} cancelled`),
    ),
    drawTable(
      "dropped",
      "Pull requests that failed or were cancelled, latest first",
      ["Pull request", "Why", "Left"],
      dropped.map((one) => toRow(one, pullRequestsUrl, nowMs)),
    ),
  );
}

function toRow(one: PageConcluded, url: string | undefined, nowMs: number): Row {
  return {
    key: one.id,
    cells: [
      [drawPullRequest(one, url)],
      [
        element("span", { class: `badge ${one.state}` }, one.state),
        " ",
        element("bdi", {}, one.reason),
        one.testRunId === undefined
          ? undefined
          : element("span", { key: "run", class: "mark-word" }, "Run ", element("code", {}, one.testRunId)),
      ],
      [drawAgo(one.concludedAtMs, nowMs)],
    ],
  };
}
