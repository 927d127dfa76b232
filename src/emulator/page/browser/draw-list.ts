import { formatDuration } from "../../../text/format-duration";
import type { PageModel, PageSummary } from "../page-model";
import { drawQueueName } from "./draw-queue-name";
import { drawStatus } from "./draw-status";
import { element, type VirtualNode } from "./virtual-node";

/** Search and filter of the list. */
export interface ListChoice {
  /** Words that ids must contain. */
  readonly search: string;
  /** Key of the filter; an unknown one shows all. */
  readonly filter: string;
}

const FILTERS: readonly {
  readonly key: string;
  readonly name: string;
  readonly matches: (queue: PageSummary) => boolean;
}[] = [
  { key: "all", name: "All", matches: () => true },
  { key: "trouble", name: "In trouble", matches: ({ status }) => status !== "running" },
  { key: "paused", name: "Paused", matches: ({ status }) => status === "paused" },
  { key: "draining", name: "Draining", matches: ({ status }) => status === "draining" },
  { key: "failing", name: "Failing", matches: ({ status }) => status === "failing" },
  {
    key: "busy",
    name: "With pull requests",
    matches: ({ inLine, waitingTotal }) => inLine + waitingTotal > 0,
  },
];

/** Draws the list of queues with search and filter; the shown queue is marked. */
export function drawList({ queues, moreQueues, shown, nowMs }: PageModel, choice: ListChoice): VirtualNode {
  const found = queues.filter((queue) => isFound(queue, choice));
  const total = queues.length + moreQueues;
  return element(
    "nav",
    { key: "list", class: "list", "aria-label": "Queues" },
    element(
      "div",
      { class: "list-head" },
      element("input", {
        id: "search",
        type: "search",
        placeholder: "Search",
        "aria-label": "Search queues",
      }),
      element(
        "select",
        { id: "filter", "aria-label": "Which queues" },
        ...FILTERS.map(({ key, name, matches }) =>
          element(
            "option",
            { key, value: key },
            `${name} (${queues.filter(matches).length.toLocaleString("en")})`,
          ),
        ),
      ),
    ),
    element(
      "p",
      { class: "small-print", "aria-live": "polite" },
      found.length === 0
        ? "No queue matches."
        : `${found.length.toLocaleString("en")} of ${total.toLocaleString("en")} queues, trouble first`,
    ),
    element(
      "ul",
      { class: "list-rows" },
      ...found.map((queue) => drawRow(queue, queue.id === shown?.id, nowMs)),
    ),
    moreQueues === 0
      ? undefined
      : element(
          "p",
          { key: "more", class: "note more" },
          `And ${moreQueues.toLocaleString("en")} more that this page does not list. POST /v1/getQueue shows each of them.`,
        ),
  );
}

function isFound(queue: PageSummary, { search, filter }: ListChoice): boolean {
  const id = queue.id.toLowerCase();
  const words = search.toLowerCase().split(/\s+/);
  return (
    words.every((word) => id.includes(word)) &&
    (FILTERS.find(({ key }) => key === filter)?.matches(queue) ?? true)
  );
}

function drawRow(queue: PageSummary, isShown: boolean, nowMs: number): VirtualNode {
  const { id, inLine, waitingTotal, oldestMs } = queue;
  const counts = [
    `${inLine.toLocaleString("en")} in testing`,
    `${waitingTotal.toLocaleString("en")} waiting`,
    ...(oldestMs === undefined ? [] : [`longest ${formatDuration(nowMs - oldestMs)}`]),
  ];
  return element(
    "li",
    { key: id },
    element(
      "a",
      { href: `#${encodeURIComponent(id)}`, "aria-current": isShown ? "true" : undefined },
      element("span", { class: "row-head" }, element("span", {}, ...drawQueueName(queue)), drawStatus(queue)),
      " ",
      element("span", { class: "small-print" }, counts.join(" · ")),
    ),
  );
}
