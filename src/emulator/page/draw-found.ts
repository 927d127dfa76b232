import type { Submission } from "../../engine/engine-state";
import { findSubmission, isEnqueued } from "../../engine/queue-contents";
import { type Html, html } from "../../text/html";
import { drawItem, nameQueue } from "./draw-list";
import { drawBadge, drawText, formatCount } from "./draw-table";
import { toAddress } from "./page-choice";
import type { QueueSummary } from "./summarize-queue";

const FOUND_SHOWN = 20;

/** Draws which queues and pull requests contain all words, those still in their queue first. */
export function drawFound(queues: readonly QueueSummary[], search: string, nowMs: number): Html {
  const words = search.toLowerCase().match(/\S+/g);
  if (words === null) return html``;
  const found = queues.filter((queue) => words.every((word) => describeQueue(queue).includes(word)));
  const pullRequests = queues
    .flatMap((queue) => findPullRequests(queue, words))
    .sort((a, b) => b.rank - a.rank || b.submission.stateChangedAtMs - a.submission.stateChangedAtMs);
  const queueItems = found.slice(0, FOUND_SHOWN).map((one) => drawItem(one, { showsHost: true, nowMs }));
  const items = pullRequests.slice(0, FOUND_SHOWN).map(drawFoundPullRequest);
  const counts = [count(found.length, "queue"), count(pullRequests.length, "pull request")];
  const isCut = Math.max(found.length, pullRequests.length) > FOUND_SHOWN;
  const advice = isCut ? ` The first ${FOUND_SHOWN} are shown: add a word to find fewer.` : "";
  return html`<section class="found" data-key="found" aria-label="Search results">
<p class="soft" aria-live="polite">${counts.join(" and ")} found.${advice}</p>
<ul class="items">${queueItems}${items}</ul></section>
`;
}

function count(number: number, what: string): string {
  return `${formatCount(number)} ${what}${number === 1 ? "" : "s"}`;
}

/** What a search finds a queue by: its id, its status, whether that is trouble, and what is in it. */
function describeQueue({ queue, id, status, inLine }: QueueSummary): string {
  const trouble = status === "running" ? "" : "trouble";
  const content = `${inLine > 0 ? "testing" : ""} ${queue.waiting.size > 0 ? "waiting" : ""}`;
  return `${id} ${status.replaceAll("_", " ")} ${trouble} ${content}`.toLowerCase();
}

interface FoundPullRequest {
  readonly summary: QueueSummary;
  readonly submission: Submission;
  /** Highest for the number that was asked for, then for what is still in its queue. */
  readonly rank: number;
}

function findPullRequests(summary: QueueSummary, words: readonly string[]): FoundPullRequest[] {
  const { queue, id } = summary;
  const left = words.filter((word) => !id.toLowerCase().includes(word));
  // Words that all name the queue find the queue, not everything in it.
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
