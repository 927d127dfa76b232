import { formatDuration } from "../../../text/format-duration";
import type { PageModel, PageSummary } from "../page-model";
import { drawLook } from "./draw-look";
import { drawQueueName } from "./draw-queue-name";
import type { VirtualNode } from "./virtual-node";
import { element } from "./virtual-node";

/** What the reader has chosen to see of the list. */
export interface ListChoice {
  /** Words that an id must contain. */
  readonly search: string;
  /** Key of the filter; another than there is lets everything through. */
  readonly filter: string;
}

/** Kinds of queues that the list can be cut down to. */
const FILTERS: readonly {
  readonly key: string;
  readonly name: string;
  readonly isFit: (queue: PageSummary) => boolean;
}[] = [
  { key: "all", name: "All", isFit: () => true },
  { key: "trouble", name: "In trouble", isFit: ({ look }) => look !== "running" },
  { key: "paused", name: "Paused", isFit: ({ look }) => look === "paused" },
  { key: "draining", name: "Draining", isFit: ({ look }) => look === "draining" },
  { key: "failing", name: "Failing", isFit: ({ look }) => look === "failing" },
  { key: "busy", name: "With pull requests", isFit: ({ inLine, waitingTotal }) => inLine + waitingTotal > 0 },
];

/** Describes the list of the queues, the one that is shown marked, and what it can be searched by. */
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
        ...FILTERS.map(({ key, name, isFit }) =>
          element(
            "option",
            { key, value: key },
            `${name} (${queues.filter(isFit).length.toLocaleString("en")})`,
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
          `And ${moreQueues.toLocaleString("en")} more, which this page does not list. POST /v1/getQueue shows each of them.`,
        ),
  );
}

function isFound(queue: PageSummary, { search, filter }: ListChoice): boolean {
  const id = queue.id.toLowerCase();
  const words = search.toLowerCase().split(/\s+/);
  return (
    words.every((word) => id.includes(word)) &&
    (FILTERS.find(({ key }) => key === filter)?.isFit(queue) ?? true)
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
      element("span", { class: "row-head" }, element("span", {}, ...drawQueueName(queue)), drawLook(queue)),
      " ",
      element("span", { class: "small-print" }, counts.join(" · ")),
    ),
  );
}
