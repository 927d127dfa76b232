import type { PageSummary } from "../page-model";
import type { VirtualNode } from "./virtual-node";
import { element } from "./virtual-node";

/** Describes how a queue is doing: one word, in its colour. */
export function drawLook({ look }: Pick<PageSummary, "look">): VirtualNode {
  return element("span", { class: `badge ${look}` }, look.replaceAll("_", " "));
}
