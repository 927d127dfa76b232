import type { PagePullRequest } from "../page-model";
import { element, type VirtualNode } from "./virtual-node";

/** Draws a pull request: number, title, author and branch. @param url - address of the repository's pull requests */
export function drawPullRequest(
  { number, title, author, headBranch }: PagePullRequest,
  url: string | undefined,
): VirtualNode {
  return element(
    "span",
    { class: "pull-request" },
    url === undefined
      ? element("span", { class: "number" }, `#${number}`)
      : element("a", { class: "number", href: `${url}${number}` }, `#${number}`),
    " ",
    // bdi isolates the text direction of outside text.
    element("bdi", { class: "title" }, title.trim() === "" ? "(no title)" : title),
    " ",
    element(
      "span",
      { class: "small-print" },
      element("bdi", {}, author),
      " · ",
      element("bdi", { class: "branch" }, headBranch),
    ),
  );
}

/** Formats numbers as `#1, #2 and 3 more`. */
export function formatNumbers(numbers: readonly number[], more = 0): string {
  const listed = numbers.map((number) => `#${number}`).join(", ");
  return more === 0 ? listed : `${listed} and ${more} more`;
}
