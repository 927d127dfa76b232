import { formatDuration } from "../../../text/format-duration";
import type { PageConcluded, PageQueue } from "../page-model";
import { drawPullRequest } from "./draw-pull-request";
import { drawNote, drawSection } from "./draw-section";
import { drawTable, type Row } from "./draw-table";
import { drawAgo } from "./draw-times";
import { type Content, element, type VirtualNode } from "./virtual-node";

/** Draws the latest merges of a queue. */
export function drawMerged(queue: PageQueue, nowMs: number): VirtualNode {
  const { id, merged, mergedTotal, pullRequestsUrl } = queue;
  return drawSection(
    `${id}/merged`,
    { key: "merged" },
    ["Last merges", `${mergedTotal.toLocaleString("en")} in all`],
    merged.length === 0
      ? drawNote("none", "Nothing has merged yet.")
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

/** Draws the latest pull requests that left a queue without merging, if there are any. */
export function drawDropped(queue: PageQueue, nowMs: number): Content {
  const { id, dropped, failedTotal, cancelledTotal, pullRequestsUrl } = queue;
  if (dropped.length === 0) return undefined;
  return drawSection(
    `${id}/dropped`,
    { key: "dropped" },
    ["Left without merging", `${failedTotal} failed, ${cancelledTotal} cancelled`],
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
