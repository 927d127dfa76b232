import { type Html, html, joinHtml } from "../../text/html";
import { drawBadge, drawText, drawTime, formatCount } from "./draw-table";
import { type PageChoice, toAddress } from "./page-choice";
import { QUEUE_STATUSES, type QueueSummary } from "./summarize-queue";

const QUEUES_LISTED = 1000;
const NAMED = 3;

const TROUBLE = QUEUE_STATUSES.filter((status) => status !== "running");

const FILTERS: ReadonlyMap<string, (queue: QueueSummary) => boolean> = new Map([
  ["", () => true],
  ["in trouble", ({ status }) => status !== "running"],
  ["not empty", ({ inLine, queue }) => inLine + queue.waiting.size > 0],
  ...TROUBLE.map((wanted) => [wanted, ({ status }: QueueSummary) => status === wanted] as const),
]);

/** Draws the list of queues, sorted by name so that it does not move, with search and filter. */
export function drawList(
  queues: readonly QueueSummary[],
  shown: QueueSummary,
  choice: PageChoice,
  nowMs: number,
): Html {
  const words = choice.search.toLowerCase().split(/\s+/);
  const fits = FILTERS.get(choice.filter) ?? (() => true);
  const found = queues.filter((queue) => fits(queue) && words.every((word) => queue.key.includes(word)));
  const hosts = new Set(queues.map(({ queue }) => queue.identity.repo.host));
  const options = [...FILTERS].map(([key, matches]) => {
    const label = `${key === "" ? "all" : key.replaceAll("_", " ")} (${formatCount(queues.filter(matches).length)})`;
    const isChosen = key === choice.filter;
    return html`<option value="${key}"${isChosen ? html` selected` : ""}>${label}</option>`;
  });
  const listed = found.slice(0, QUEUES_LISTED);
  const more = found.length - listed.length;
  return html`<nav class="list" data-key="list" aria-label="Queues">
<div class="list-head" role="search"><input name="search" type="search" placeholder="Search" aria-label="Search queues" value="${choice.search}">
<select name="filter" aria-label="Which queues">${options}</select></div>
<p class="soft" aria-live="polite">${found.length === 0 ? "No queue matches." : `${formatCount(found.length)} of ${formatCount(queues.length)} queues`}${hosts.size === 1 ? html` on ${drawText(shown.queue.identity.repo.host)}` : ""}</p>
<ul>${listed.map((one) => drawItem(one, { isShown: one === shown, showsHost: hosts.size > 1, choice, nowMs }))}</ul>
${more > 0 ? html`<p class="soft">And ${formatCount(more)} more. Search to find them.</p>` : ""}</nav>
`;
}

type ItemContext = Readonly<{ isShown: boolean; showsHost: boolean; choice: PageChoice; nowMs: number }>;

function drawItem(summary: QueueSummary, { isShown, showsHost, choice, nowMs }: ItemContext): Html {
  const { id, status, queue } = summary;
  const { repo, targetBranch } = queue.identity;
  const address = toAddress({ ...choice, queue: id, waiting: "" });
  return html`<li data-key="${id}"><a href="${address}"${isShown ? html` aria-current="true"` : ""}><span class="name">${showsHost ? html`<span class="soft">${drawText(repo.host)}/</span>` : ""}${drawText(`${repo.owner}/${repo.name}`)} <code>${drawText(targetBranch)}</code></span>
${status === "running" ? "" : drawBadge(status)} <span class="soft">${joinHtml(drawFacts(summary, nowMs), " · ")}</span></a></li>
`;
}

/** Draws which queues are in trouble, by status, with links to them. */
export function drawTrouble(queues: readonly QueueSummary[], choice: PageChoice): Html {
  const groups = TROUBLE.map((status) => ({ status, those: queues.filter((one) => one.status === status) }))
    .filter(({ those }) => those.length > 0)
    .map(({ status, those }) => {
      const links = those.slice(0, NAMED).map(({ id, queue: { identity } }) => {
        const { owner, name } = identity.repo;
        const label = `${owner}/${name} ${identity.targetBranch}`;
        return html`<a href="${toAddress({ ...choice, queue: id, waiting: "" })}">${drawText(label)}</a>`;
      });
      const more = those.length - NAMED;
      const rest = html` and <a href="${toAddress({ ...choice, filter: status })}">${formatCount(more)} more</a>`;
      return html`<span>${formatCount(those.length)} ${drawBadge(status)} ${joinHtml(links, ", ")}${more > 0 ? rest : ""}</span>`;
    });
  return html`<p class="trouble" data-key="trouble">${groups.length === 0 ? "No queue is in trouble." : joinHtml(groups, " ")}</p>`;
}

/** Says how much is in a queue, since when, and how often it failed. */
export function drawFacts({ queue, inLine, oldestMs, recent }: QueueSummary, nowMs: number): Html[] {
  const facts = [
    ...(inLine === 0 ? [] : [html`${formatCount(inLine)} in testing`]),
    ...(oldestMs === undefined
      ? []
      : [html`${formatCount(queue.waiting.size)} waiting, oldest ${drawTime(oldestMs, nowMs)}`]),
    ...(recent.failed === 0 ? [] : [html`${recent.failed} of the last ${recent.of} failed`]),
  ];
  return facts.length === 0 ? [html`empty`] : facts;
}
