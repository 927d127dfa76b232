import { formatQueueId, toIdentityKey } from "../../queue/queue-identity";
import { findSubmission } from "../engine/draft/queue-draft";
import type { EngineOptions } from "../engine/engine-options";
import type { EngineState, Queue } from "../engine/engine-state";
import { PAGE_VERSION } from "./page-document";
import type { PageModel, PageSummary } from "./page-model";
import { shortenText } from "./pull-request-text";
import { readPageQueue } from "./read-page-queue";

const QUEUES_LISTED = 1000;

/** Statuses in list order: those that need attention first. */
const STATUSES: readonly PageSummary["status"][] = [
  "paused",
  "draining",
  "switching_modes",
  "failing",
  "running",
];

/** The user's choices. */
export interface PageChoice {
  /** Id of the queue; undefined: the first in the list. */
  readonly queue: string | undefined;
  /** Whether all waiting pull requests are shown, up to a limit. */
  readonly showsAllWaiting: boolean;
}

/** Reads the content of the page from the state. */
export function readPageModel(
  { queues, nowMs }: EngineState,
  options: EngineOptions,
  choice: PageChoice,
): PageModel {
  const sorted = [...queues.values()]
    .map((queue) => ({ queue, summary: readSummary(queue), key: toIdentityKey(queue.identity) }))
    .sort((a, b) => compare(a.summary, b.summary) || (a.key < b.key ? -1 : 1));
  const shown = sorted.find(({ queue }) => formatQueueId(queue.identity) === choice.queue) ?? sorted[0];
  return {
    pageVersion: PAGE_VERSION,
    nowMs,
    queues: sorted.slice(0, QUEUES_LISTED).map(({ summary }) => summary),
    moreQueues: Math.max(0, sorted.length - QUEUES_LISTED),
    ...(shown === undefined
      ? {}
      : { shown: readPageQueue(shown.queue, shown.summary, options, choice.showsAllWaiting) }),
  };
}

function compare(a: PageSummary, b: PageSummary): number {
  const never = Number.MAX_SAFE_INTEGER;
  return (
    STATUSES.indexOf(a.status) - STATUSES.indexOf(b.status) || (a.oldestMs ?? never) - (b.oldestMs ?? never)
  );
}

function readSummary(queue: Queue): PageSummary {
  const { identity, line, waiting } = queue;
  let oldest = Infinity;
  for (const sequence of waiting.values()) oldest = Math.min(oldest, sequence);
  return {
    id: formatQueueId(identity),
    host: shortenText(identity.repo.host),
    repository: shortenText(`${identity.repo.owner}/${identity.repo.name}`),
    branch: shortenText(identity.targetBranch),
    status: readStatus(queue),
    inLine: line.reduce((sum, { sequences }) => sum + sequences.length, 0),
    waitingTotal: waiting.size,
    ...(waiting.size === 0 ? {} : { oldestMs: findSubmission(queue, oldest).submittedAtMs }),
  };
}

function readStatus(queue: Queue): PageSummary["status"] {
  if (queue.isSwitchingModes || queue.switchingReadsLeft > 0) return "switching_modes";
  if (queue.settings.state !== "running") return queue.settings.state;
  const [latest] = queue.concluded.entriesReversed();
  const hasFailed = latest !== undefined && findSubmission(queue, latest[1]).state === "failed";
  const isFailing = queue.line.some(({ phase }) => phase === "pending_failure" || phase === "bisecting");
  return hasFailed || isFailing ? "failing" : "running";
}
