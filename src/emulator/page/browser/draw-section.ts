import { type Attributes, type Content, element, type VirtualNode } from "./virtual-node";

/**
 * Draws a section of a queue, whose heading ends in a count.
 * @param id - id of the heading
 */
export function drawSection(
  id: string,
  attributes: Attributes,
  [title, count]: readonly [title: string, count: string],
  ...content: readonly Content[]
): VirtualNode {
  return element(
    "section",
    { ...attributes, "aria-labelledby": id },
    element("h3", { id }, `${title} `, element("span", { class: "count" }, count)),
    ...content,
  );
}

/** Draws a note in place of a list. */
export function drawNote(key: string, ...content: readonly Content[]): VirtualNode {
  return element("p", { key, class: "note" }, ...content);
}
