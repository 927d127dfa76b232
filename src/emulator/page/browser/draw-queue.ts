import type { PageQueue } from "../page-model";
import { drawDropped, drawMerged } from "./draw-concluded";
import { drawLine } from "./draw-line";
import { drawQueueName } from "./draw-queue-name";
import { drawStatus } from "./draw-status";
import { drawWaiting } from "./draw-waiting";
import { element, type VirtualNode } from "./virtual-node";

/** The visible parts of a queue. */
export interface QueueView {
  /** Whether the settings are open initially. */
  readonly opensSettings: boolean;
  /** Whether all waiting pull requests are shown. */
  readonly showsAllWaiting: boolean;
}

/** Draws a queue with its pull requests and settings. */
export function drawQueue(queue: PageQueue, nowMs: number, view: QueueView): VirtualNode {
  const { id, stateNote, settings } = queue;
  return element(
    "section",
    { key: id, id, class: "queue", "aria-labelledby": `${id}/name`, tabindex: "-1" },
    element(
      "header",
      { class: "queue-head" },
      element("h2", { id: `${id}/name` }, ...drawQueueName(queue)),
      drawStatus(queue),
      stateNote === "" ? undefined : element("p", { key: "note", class: "state-note" }, stateNote),
    ),
    element(
      "div",
      { class: "columns" },
      element(
        "div",
        { class: "column" },
        drawLine(queue, nowMs),
        drawWaiting(queue, nowMs, view.showsAllWaiting),
      ),
      element(
        "div",
        { class: "column" },
        drawMerged(queue, nowMs),
        drawDropped(queue, nowMs),
        element(
          "details",
          { key: "settings", open: view.opensSettings ? "" : undefined },
          element("summary", {}, element("h3", {}, "Settings")),
          element(
            "dl",
            { class: "settings" },
            ...settings.map(({ name, value }) =>
              element(
                "div",
                { key: name },
                element("dt", {}, element("code", {}, name)),
                element("dd", {}, element("bdi", {}, value)),
              ),
            ),
          ),
        ),
      ),
    ),
  );
}
