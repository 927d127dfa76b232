import type { Submission } from "../../engine/engine-state";
import { findSubmission, isEnqueued } from "../../engine/queue-contents";
import { type Html, html, joinHtml } from "../../text/html";
import { drawBadge, drawText, drawTime, formatCount } from "./draw-table";
import { toAddress } from "./page-choice";
import { FAILURES_NOTICED, QUEUE_STATUSES, type QueueSummary } from "./summarize-queue";

const QUEUES_LISTED = 1000;
const NAMED = 3;
const FOUND_SHOWN = 20;

/** Draws the list of queues, and the picker that replaces it on narrow pages. */
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
  return html`<nav class="list" data-key="list" aria-label="Queues">
<select aria-label="Queue">${none}${options}</select>
<p class="soft">${formatCount(queues.length)} queues${others.length === 0 ? html` on ${drawText(host)}` : ""}</p>
<ul class="items">${listed.map((one) => drawItem(one, nowMs, { isShown: one === shown, showsHost: others.length > 0 }))}</ul>
${more > 0 ? html`<p class="soft">And ${formatCount(more)} more. Search to find them.</p>` : ""}</nav>
`;
}

function nameQueue({ queue: { identity } }: QueueSummary, showsHost = false): string {
  const { host, owner, name } = identity.repo;
  return `${showsHost ? `${host}/` : ""}${owner}/${name} ${identity.targetBranch}`;
}

function drawItem(summary: QueueSummary, nowMs: number, { isShown = false, showsHost = true }): Html {
  const { id, status, queue } = summary;
  const { repo, targetBranch } = queue.identity;
  const current = isShown ? html` aria-current="true"` : "";
  return html`<li data-key="${id}"><a href="${toAddress({ queue: id })}"${current}><span class="name">${showsHost ? html`<span class="soft">${drawText(repo.host)}/</span>` : ""}${drawText(`${repo.owner}/${repo.name}`)} <code>${drawText(targetBranch)}</code></span>
${status === "running" ? "" : drawBadge(status)} <span class="soft">${joinHtml(drawFacts(summary, nowMs), " · ")}</span></a></li>
`;
}

/** Draws links to the queues in trouble, by status. */
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

/** Describes a queue's load, its longest wait, and its recent failures if there are several of them. */
export function drawFacts({ queue, inLine, oldestMs, recent }: QueueSummary, nowMs: number): Html[] {
  const facts = [
    ...(inLine === 0 ? [] : [html`${formatCount(inLine)} in testing`]),
    ...(oldestMs === undefined
      ? []
      : [html`${formatCount(queue.waiting.size)} waiting, oldest ${drawTime(oldestMs, nowMs)}`]),
    ...(recent.failed < FAILURES_NOTICED ? [] : [html`${recent.failed} of the last ${recent.of} failed`]),
  ];
  return facts.length === 0 ? [html`empty`] : facts;
}

/** Draws the queues and pull requests that contain all words of a search. */
export function drawFound(queues: readonly QueueSummary[], search: string, nowMs: number): Html {
  const words = search.toLowerCase().match(/\S+/g);
  if (words === null) return html``;
  const found = queues.filter((queue) => words.every((word) => describeQueue(queue).includes(word)));
  const pullRequests = queues
    .flatMap((queue) => findPullRequests(queue, words))
    .sort((a, b) => b.rank - a.rank || b.submission.stateChangedAtMs - a.submission.stateChangedAtMs);
  const queueItems = found.slice(0, FOUND_SHOWN).map((one) => drawItem(one, nowMs, {}));
  const items = pullRequests.slice(0, FOUND_SHOWN).map(drawFoundPullRequest);
  const counts = `Queues: ${formatCount(found.length)}. Pull requests: ${formatCount(pullRequests.length)}.`;
  const isCut = Math.max(found.length, pullRequests.length) > FOUND_SHOWN;
  const advice = isCut ? ` Only the first ${FOUND_SHOWN} are shown. To find fewer, add a word.` : "";
  return html`<section class="found" data-key="found" aria-label="Search results">
<p class="soft" aria-live="polite">${counts}${advice}</p>
<ul class="items">${queueItems}${items}</ul></section>
`;
}

function describeQueue({ id, status }: QueueSummary): string {
  return `${id} ${status.replaceAll("_", " ")} ${status === "running" ? "" : "trouble"}`.toLowerCase();
}

/** `rank`: 2 if the search contains the number, plus 1 if the queue still contains the pull request. */
type FoundPullRequest = Readonly<{ summary: QueueSummary; submission: Submission; rank: number }>;

function findPullRequests(summary: QueueSummary, words: readonly string[]): FoundPullRequest[] {
  const { queue, id } = summary;
  const left = words.filter((word) => !id.toLowerCase().includes(word));
  // If all words name the queue, its pull requests must contain them, too.
  const wanted = left.length === 0 ? words : left;
  return [...queue.latestByNumber.values()].flatMap((sequence) => {
    const submission = findSubmission(queue, sequence);
    const { title, author, headBranch } = submission.pullRequest;
    const number = `#${submission.number}`;
    const text = `${number} ${title} ${author} ${headBranch}`.toLowerCase();
    if (!wanted.every((word) => text.includes(word))) return [];
    const isNamed = words.some((word) => word === number || `#${word}` === number);
    return [{ summary, submission, rank: Number(isNamed) * 2 + Number(isEnqueued(submission)) }];
  });
}

function drawFoundPullRequest({ summary, submission }: FoundPullRequest): Html {
  const { number, state, pullRequest } = submission;
  const { title, author, headBranch } = pullRequest;
  return html`<li data-key="${summary.id}#${number}"><a href="${toAddress({ queue: summary.id, pr: String(number) })}"><span class="name">#${number} ${drawText(title)}</span>
${drawBadge(state)} <span class="soft">${drawText(author)} · ${drawText(headBranch)} · ${drawText(nameQueue(summary))}</span></a></li>
`;
}
