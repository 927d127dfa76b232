import type { PageModel, PageQueue } from "../page-model";
import { drawFirstSteps } from "./draw-first-steps";
import { drawQueue } from "./draw-queue";
import { drawQueueName } from "./draw-queue-name";
import type { Content, VirtualNode } from "./virtual-node";
import { element } from "./virtual-node";

/**
 * Describes everything between the page's head and its end.
 * @param opensSettings - whether settings are open at first
 */
export function drawPage({ queues, moreQueues, nowMs }: PageModel, opensSettings: boolean): Content[] {
  if (queues.length === 0) return [drawFirstSteps()];
  return [
    queues.length === 1 ? undefined : drawOverview(queues),
    ...queues.map((queue) => drawQueue(queue, nowMs, opensSettings)),
    moreQueues === 0
      ? undefined
      : element(
          "p",
          { key: "more", class: "note more" },
          `And ${moreQueues} more ${moreQueues === 1 ? "queue" : "queues"}, which this page does not show. `,
          "POST /v1/getQueue shows each of them.",
        ),
  ];
}

/** Writes what the browser's tab says. */
export function formatTitle({ queues }: PageModel): string {
  const inLine = queues.reduce((sum, queue) => sum + queue.inLine, 0);
  const waiting = queues.reduce((sum, queue) => sum + queue.waitingTotal, 0);
  return queues.length === 0 ? "Merge queues" : `${inLine} in testing, ${waiting} waiting · Merge queues`;
}

function drawOverview(queues: readonly PageQueue[]): VirtualNode {
  return element(
    "nav",
    { key: "overview", "aria-label": "Queues" },
    element(
      "ul",
      { class: "overview" },
      ...queues.map((queue) =>
        element(
          "li",
          { key: queue.id },
          element(
            "a",
            { href: `#${encodeURIComponent(queue.id)}`, "data-queue": queue.id },
            ...drawQueueName(queue),
            " ",
            element(
              "span",
              { class: "small-print" },
              `${queue.state.replaceAll("_", " ")} · ${queue.inLine} in testing · ${queue.waitingTotal} waiting`,
            ),
          ),
        ),
      ),
    ),
  );
}
