import { toIdentityKey } from "../../queue/queue-identity";
import type { EngineOptions } from "../engine/engine-options";
import type { EngineState } from "../engine/engine-state";
import { PAGE_VERSION } from "./page-document";
import type { PageModel } from "./page-model";
import { readPageQueue } from "./read-page-queue";

/** Queues that the page shows. */
const QUEUES_SHOWN = 50;

/** Reads of the state what the page shows. Costs the same whether ten pull requests wait or ten thousand. */
export function readPageModel({ queues, nowMs }: EngineState, options: EngineOptions): PageModel {
  const sorted = [...queues.values()]
    .map((queue) => ({ queue, key: toIdentityKey(queue.identity) }))
    .sort((a, b) => (a.key < b.key ? -1 : 1));
  return {
    pageVersion: PAGE_VERSION,
    nowMs,
    queues: sorted.slice(0, QUEUES_SHOWN).map(({ queue }) => readPageQueue(queue, options)),
    moreQueues: Math.max(0, sorted.length - QUEUES_SHOWN),
  };
}
