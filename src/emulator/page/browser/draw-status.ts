import type { PageSummary } from "../page-model";
import { element, type VirtualNode } from "./virtual-node";

/** Draws the status of a queue as a coloured badge. */
export function drawStatus({ status }: Pick<PageSummary, "status">): VirtualNode {
  return element("span", { class: `badge ${status}` }, status.replaceAll("_", " "));
}
