import { formatQueueId, toIdentityKey } from "../../queue/queue-identity";
import type { EngineOptions } from "../engine/engine-options";
import type { EngineState } from "../engine/engine-state";
import { PAGE_VERSION } from "./page-document";
import type { PageModel, PageSummary } from "./page-model";
import { readPageQueue } from "./read-page-queue";
import { readSummary } from "./read-summary";

/** Queues that the page lists. */
const QUEUES_LISTED = 1000;

/** Looks in the order in which they are listed: what needs somebody first. */
const LOOKS: readonly PageSummary["look"][] = ["paused", "draining", "switching_modes", "failing", "running"];

/** What a reader of the page has chosen to see. */
export interface PageChoice {
  /** Id of the queue; undefined: the one that is listed first. */
  readonly queue: string | undefined;
  /** Whether all that waits in it is shown, as far as that can be read. */
  readonly showsAllWaiting: boolean;
}

/** Reads of the state what the page shows. */
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
  return LOOKS.indexOf(a.look) - LOOKS.indexOf(b.look) || (a.oldestMs ?? never) - (b.oldestMs ?? never);
}
