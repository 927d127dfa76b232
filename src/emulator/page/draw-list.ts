import { type Html, html, joinHtml } from "../../text/html";
import { drawBadge, drawText, drawTime, formatCount } from "./draw-table";
import { toAddress } from "./page-choice";
import { QUEUE_STATUSES, type QueueSummary } from "./summarize-queue";

const QUEUES_LISTED = 1000;
const NAMED = 3;

/** Draws the list of queues, which does not move; where the page is narrow, a picker takes its place. */
export function drawList(
  queues: readonly QueueSummary[],
  shown: QueueSummary | undefined,
  nowMs: number,
): Html {
  const [host = "", ...others] = new Set(queues.map(({ queue }) => queue.identity.repo.host));
  const listed = queues.slice(0, QUEUES_LISTED);
  const more = queues.length - listed.length;
  const options = listed.map((one) => {
    const chosen = one === shown ? html` selected` : "";
    const label = `${nameQueue(one, others.length > 0)} – ${one.status.replaceAll("_", " ")}`;
    return html`<option value="${toAddress({ queue: one.id })}"${chosen}>${label}</option>`;
  });
  const none = shown === undefined ? html`<option value="" selected>Choose a queue</option>` : "";
  const items = listed.map((one) =>
    drawItem(one, { isShown: one === shown, showsHost: others.length > 0, nowMs }),
  );
  return html`<nav class="list" data-key="list" aria-label="Queues">
<select aria-label="Queue">${none}${options}</select>
<p class="soft">${formatCount(queues.length)} queues${others.length === 0 ? html` on ${drawText(host)}` : ""}</p>
<ul class="items">${items}</ul>
${more > 0 ? html`<p class="soft">And ${formatCount(more)} more. Search to find them.</p>` : ""}</nav>
`;
}

/** Names a queue in one line: `acme/web main`. */
export function nameQueue({ queue: { identity } }: QueueSummary, showsHost = false): string {
  const { host, owner, name } = identity.repo;
  return `${showsHost ? `${host}/` : ""}${owner}/${name} ${identity.targetBranch}`;
}

type ItemContext = Readonly<{ isShown?: boolean; showsHost: boolean; nowMs: number }>;

/** Draws a queue as an item of a list: a link with its name, its status if that is trouble, and its load. */
export function drawItem(summary: QueueSummary, { isShown = false, showsHost, nowMs }: ItemContext): Html {
  const { id, status, queue } = summary;
  const { repo, targetBranch } = queue.identity;
  const current = isShown ? html` aria-current="true"` : "";
  return html`<li data-key="${id}"><a href="${toAddress({ queue: id })}"${current}><span class="name">${showsHost ? html`<span class="soft">${drawText(repo.host)}/</span>` : ""}${drawText(`${repo.owner}/${repo.name}`)} <code>${drawText(targetBranch)}</code></span>
${status === "running" ? "" : drawBadge(status)} <span class="soft">${joinHtml(drawFacts(summary, nowMs), " · ")}</span></a></li>
`;
}

/** Draws which queues are in trouble, by status, with links to them. */
export function drawTrouble(queues: readonly QueueSummary[]): Html {
  const groups = QUEUE_STATUSES.filter((status) => status !== "running")
    .map((status) => ({ status, those: queues.filter((one) => one.status === status) }))
    .filter(({ those }) => those.length > 0)
    .map(({ status, those }) => {
      if (those.length === queues.length && queues.length > 1)
        return html`<span>All ${formatCount(those.length)} queues are ${drawBadge(status)}</span>`;
      const links = those.slice(0, NAMED).map((one) => {
        return html`<a href="${toAddress({ queue: one.id })}">${drawText(nameQueue(one))}</a>`;
      });
      const more = those.length - NAMED;
      const rest = html` and <a href="${toAddress({ search: status.replaceAll("_", " ") })}">${formatCount(more)} more</a>`;
      return html`<span>${formatCount(those.length)} ${drawBadge(status)} ${joinHtml(links, ", ")}${more > 0 ? rest : ""}</span>`;
    });
  return html`<p class="trouble" id="queues" tabindex="-1" data-key="trouble">${groups.length === 0 ? "No queue is in trouble." : joinHtml(groups, " ")}</p>`;
}

/** Says how much is in a queue, since when, and how often it failed; one failure is normal. */
export function drawFacts({ queue, inLine, oldestMs, recent }: QueueSummary, nowMs: number): Html[] {
  const facts = [
    ...(inLine === 0 ? [] : [html`${formatCount(inLine)} in testing`]),
    ...(oldestMs === undefined
      ? []
      : [html`${formatCount(queue.waiting.size)} waiting, oldest ${drawTime(oldestMs, nowMs)}`]),
    ...(recent.failed < 2 ? [] : [html`${recent.failed} of the last ${recent.of} failed`]),
  ];
  return facts.length === 0 ? [html`empty`] : facts;
}
