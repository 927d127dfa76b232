import type { PageEntry, PageQueue } from "../page-model";
import { drawPullRequest, formatNumbers } from "./draw-pull-request";
import { drawRun } from "./draw-run";
import { drawNote, drawSection } from "./draw-section";
import { element, type VirtualNode } from "./virtual-node";

const STATE_WORDS: Readonly<Record<PageEntry["state"], string>> = {
  testing: "testing",
  bisecting: "bisecting",
  pending_failure: "pending failure",
  tests_passed: "tests passed",
};

/** Draws the line of a queue from its head. */
export function drawLine(queue: PageQueue, nowMs: number): VirtualNode {
  const { id, line, moreLine } = queue;
  return drawSection(
    `${id}/line`,
    { class: "line" },
    ["In testing", formatSlots(queue)],
    line.length === 0
      ? drawNote("none", "Nothing is being tested.")
      : element(
          "ol",
          { key: "line", class: "entries" },
          ...line.map((entry) => drawEntry(entry, queue.pullRequestsUrl, nowMs)),
        ),
    moreLine === 0 ? undefined : drawNote("more", `And ${moreLine} more behind them.`),
  );
}

function formatSlots({ running, concurrency, bisection }: PageQueue): string {
  const slots = `${running} of ${concurrency} ${concurrency === 1 ? "slot" : "slots"} in use`;
  return bisection === undefined
    ? slots
    : `${slots} · bisection: ${bisection.running} of ${bisection.concurrency}`;
}

function drawEntry(entry: PageEntry, url: string | undefined, nowMs: number): VirtualNode {
  const { id, state, isBatch, pullRequests, morePullRequests, onTopOf, moreOnTopOf, reason } = entry;
  const size = pullRequests.length + morePullRequests;
  return element(
    "li",
    { key: id, class: `entry ${state}` },
    element(
      "div",
      { class: "entry-head" },
      element("span", { class: `badge ${state}` }, STATE_WORDS[state]),
      isBatch ? element("span", { key: "batch", class: "batch" }, `Batch of ${size}`) : undefined,
      onTopOf.length === 0
        ? undefined
        : element(
            "span",
            { key: "beneath", class: "small-print" },
            `on top of ${formatNumbers(onTopOf, moreOnTopOf)}`,
          ),
    ),
    element(
      "ul",
      { class: "members" },
      ...pullRequests.map((one) => element("li", { key: one.id }, drawPullRequest(one, url))),
      morePullRequests === 0 ? undefined : element("li", { key: "more" }, `and ${morePullRequests} more`),
    ),
    reason === "" ? undefined : element("p", { key: "reason", class: "reason" }, element("bdi", {}, reason)),
    ...entry.runs.map((run) => drawRun(run, nowMs)),
  );
}
