import type { Queue } from "../../engine/engine-state";
import { findSubmission } from "../../engine/queue-contents";
import { formatQueueId, toIdentityKey } from "../../queue/queue-identity";

/** Statuses of a queue, the worst first. All but the last are trouble. */
export const QUEUE_STATUSES = [
  "paused",
  "draining",
  "switching_modes",
  "not_ready",
  "failing",
  "running",
] as const;

/** One of {@link QUEUE_STATUSES}. `not_ready`: everything in it waits for something from outside. */
export type QueueStatus = (typeof QUEUE_STATUSES)[number];

/** What the list says about a queue. */
export interface QueueSummary {
  readonly queue: Queue;
  /** `host/owner/name/branch`. */
  readonly id: string;
  /** For sorting, so that the list never changes its order. */
  readonly key: string;
  readonly status: QueueStatus;
  /** Number of pull requests in the line. */
  readonly inLine: number;
  /** When the oldest waiting one was submitted; undefined: none is waiting. */
  readonly oldestMs: number | undefined;
  /** Pull requests that merged or failed lately, and how many of them failed. */
  readonly recent: { readonly of: number; readonly failed: number };
}

const RECENT = 10;
/** Number of submissions to search, which limits the cost in a queue where everything is cancelled. */
const SEARCHED = 100;
const FAILING_SHARE = 0.3;

export function summarizeQueue(queue: Queue): QueueSummary {
  const { identity, line, waiting } = queue;
  const sequences = [...waiting.values()];
  const oldest = sequences.reduce((least, one) => Math.min(least, one), Infinity);
  const recent = countRecent(queue);
  return {
    queue,
    id: formatQueueId(identity),
    key: toIdentityKey(identity),
    status: readStatus(queue, recent),
    inLine: line.reduce((sum, entry) => sum + entry.sequences.length, 0),
    oldestMs: sequences.length === 0 ? undefined : findSubmission(queue, oldest).submittedAtMs,
    recent,
  };
}

function countRecent(queue: Queue): QueueSummary["recent"] {
  let of = 0;
  let failed = 0;
  let left = SEARCHED;
  for (const [, sequence] of queue.concluded.entriesReversed()) {
    if (left === 0 || of === RECENT) break;
    left -= 1;
    const { state } = findSubmission(queue, sequence);
    if (state !== "cancelled") of += 1;
    if (state === "failed") failed += 1;
  }
  return { of, failed };
}

function readStatus(queue: Queue, { of, failed }: QueueSummary["recent"]): QueueStatus {
  const { settings, isSwitchingModes, switchingReadsLeft, line, waiting, ready } = queue;
  if (isSwitchingModes || switchingReadsLeft > 0) return "switching_modes";
  if (settings.state !== "running") return settings.state;
  if (line.length === 0 && waiting.size > 0 && ready.size === 0) return "not_ready";
  return failed > 0 && failed >= of * FAILING_SHARE ? "failing" : "running";
}
