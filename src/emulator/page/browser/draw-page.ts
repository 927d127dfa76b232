import type { PageModel } from "../page-model";
import { drawFirstSteps } from "./draw-first-steps";
import { drawList, type ListChoice } from "./draw-list";
import { drawQueue, type QueueView } from "./draw-queue";
import { type Content, element } from "./virtual-node";

/** Draws the content of the page: the list of queues, and the shown queue. */
export function drawPage(model: PageModel, view: ListChoice & QueueView): Content[] {
  const { shown, nowMs, queues } = model;
  if (shown === undefined) return [drawFirstSteps()];
  const queue = drawQueue(shown, nowMs, view);
  return queues.length === 1
    ? [queue]
    : [element("div", { key: "desk", class: "desk" }, drawList(model, view), queue)];
}

/** Formats the title of the browser tab. */
export function formatTitle({ queues }: PageModel): string {
  const inLine = queues.reduce((sum, queue) => sum + queue.inLine, 0);
  const waiting = queues.reduce((sum, queue) => sum + queue.waitingTotal, 0);
  return queues.length === 0 ? "Merge queues" : `${inLine} in testing, ${waiting} waiting · Merge queues`;
}
