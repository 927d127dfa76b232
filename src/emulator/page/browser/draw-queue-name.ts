import type { PageSummary } from "../page-model";
import { type Content, element } from "./virtual-node";

/** Draws the name of a queue: code host in small print, repository, branch. */
export function drawQueueName({ host, repository, branch }: PageSummary): Content[] {
  return [
    element("bdi", { class: "host" }, `${host}/`),
    element("wbr", {}),
    element("bdi", { class: "repository" }, repository),
    " ",
    element("bdi", { class: "branch" }, branch),
  ];
}
