import type { PageQueue } from "../page-model";
import { drawDropped, drawMerged } from "./draw-concluded";
import { drawLine } from "./draw-line";
import { drawQueueName } from "./draw-queue-name";
import { drawWaiting } from "./draw-waiting";
import type { VirtualNode } from "./virtual-node";
import { element } from "./virtual-node";

/**
 * Describes one queue: its head, what happens in it, and its settings.
 * @param opensSettings - whether the settings are open at first
 */
export function drawQueue(queue: PageQueue, nowMs: number, opensSettings: boolean): VirtualNode {
  const { id, state, stateNote, settings } = queue;
  return element(
    "section",
    { key: id, id, class: `queue ${state}`, "aria-labelledby": `${id}/name`, tabindex: "-1" },
    element(
      "header",
      { class: "queue-head" },
      element("h2", { id: `${id}/name` }, ...drawQueueName(queue)),
      element("span", { class: `badge ${state}` }, state.replaceAll("_", " ")),
      stateNote === "" ? undefined : element("p", { key: "note", class: "state-note" }, stateNote),
    ),
    element(
      "div",
      { class: "columns" },
      element("div", { class: "column" }, drawLine(queue, nowMs), drawWaiting(queue, nowMs)),
      element(
        "div",
        { class: "column" },
        drawMerged(queue, nowMs),
        drawDropped(queue, nowMs),
        element(
          "details",
          { key: "settings", open: opensSettings ? "" : undefined },
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
