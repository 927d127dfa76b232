import type { EngineOptions } from "../../engine/engine-options";
import type { Queue, Submission } from "../../engine/engine-state";
import type { MergeForecast } from "../../engine/estimate-merge";
import { findSubmission } from "../../engine/queue-contents";
import { formatQueueId } from "../../queue/queue-identity";
import { MINUTE_MS } from "../../text/milliseconds";

/** Statuses of a queue, the worst first. All statuses except the last mean trouble. */
export const QUEUE_STATUSES = [
  "failing",
  "behind",
  "paused",
  "draining",
  "switching_modes",
  "not_ready",
  "running",
] as const;

/** `not_ready`: no pull request can start. `behind`: the oldest pull request waits longer than usual. */
export type QueueStatus = (typeof QUEUE_STATUSES)[number];

/** A queue's row in the list. */
export interface QueueSummary {
  readonly queue: Queue;
  /** `host/owner/name/branch`. */
  readonly id: string;
  /** Sort key: the parts of the id, joined by spaces. No name has spaces, so `api` sorts before `api-1`. */
  readonly key: string;
  readonly status: QueueStatus;
  /** Number of pull requests in the queue's line. */
  readonly inLine: number;
  /** Entry time of the oldest pull request that may start. If none may start: of the oldest that waits. */
  readonly oldestMs: number | undefined;
  /** Number of recent pull requests that merged or failed, and how many of these failed. */
  readonly recent: { readonly of: number; readonly failed: number };
  /** Median time that recent merges took after entry, in milliseconds; undefined for too few merges. */
  readonly usualMs: number | undefined;
}

/** The shown queue, with the values from which its parts are drawn. */
export interface QueueOnPage extends QueueSummary {
  readonly options: EngineOptions;
  readonly nowMs: number;
  readonly forecastMerge: (submission: Submission) => MergeForecast;
  /** Whether all waiting pull requests are shown, up to a limit. */
  readonly showsAll: boolean;
  /** The submission that the reader chose; undefined if the reader chose none. */
  readonly chosen: Submission | undefined;
}

const RECENT = 10;
/** Maximum number of submissions to search. Limits the cost if everything in a queue is cancelled. */
const SEARCHED = 100;
const FAILING_SHARE = 0.3;
/** Minimum number of recent failures that are worth showing. A single failure is normal. */
export const FAILURES_NOTICED = 2;
/** Minimum number of merges from which to compute the usual time. */
const LEAST_MERGES = 5;
/**
 * A queue is behind if its oldest pull request waits longer than this many median times to merge. If these
 * times are exponential, one in eight is longer. But they include the tests, and the wait does not.
 */
const BEHIND_TIMES = 3;
/** A shorter wait is harmless, even in a queue that merges within seconds. */
const BEHIND_LEAST_MS = 15 * MINUTE_MS;

/** Sorts queues by status, the worst first. Within a status, the most waiting pull requests come first. */
export function compareTrouble(a: QueueSummary, b: QueueSummary): number {
  const difference = QUEUE_STATUSES.indexOf(a.status) - QUEUE_STATUSES.indexOf(b.status);
  return difference || b.queue.waiting.size - a.queue.waiting.size;
}

export function summarizeQueue(queue: Queue, nowMs: number): QueueSummary {
  const { identity, line, waiting, ready } = queue;
  const { host, owner, name } = identity.repo;
  const sequences = [...(ready.size > 0 ? ready : waiting).values()];
  const oldest = sequences.map((sequence) => readEnteredMs(findSubmission(queue, sequence)));
  const oldestMs = oldest.length === 0 ? undefined : oldest.reduce((least, one) => Math.min(least, one));
  const lately = { oldestMs, ...readLately(queue) };
  return {
    queue,
    id: formatQueueId(identity),
    key: [host, owner, name, identity.targetBranch].join(" "),
    status: readStatus(queue, lately, nowMs),
    inLine: line.reduce((sum, entry) => sum + entry.sequences.length, 0),
    ...lately,
  };
}

function readEnteredMs({ enteredAtMs, submittedAtMs }: Submission): number {
  return enteredAtMs ?? submittedAtMs;
}

/** Lists up to `most` pull requests that left the queue after `afterMs` (default: ever), latest first. */
export function listLeft(queue: Queue, most: number, afterMs = -Infinity): Submission[] {
  const left: Submission[] = [];
  for (const [, sequence] of queue.concluded.entriesReversed()) {
    const submission = findSubmission(queue, sequence);
    if (left.length === most || submission.stateChangedAtMs <= afterMs) break;
    left.push(submission);
  }
  return left;
}

function readLately(queue: Queue): Pick<QueueSummary, "recent" | "usualMs"> {
  const left = listLeft(queue, SEARCHED);
  const recent = left.filter(({ state }) => state !== "cancelled").slice(0, RECENT);
  const failed = recent.filter(({ state }) => state === "failed").length;
  const merged = left.filter(({ state }) => state === "merged");
  const tookMs = merged.map((one) => one.stateChangedAtMs - readEnteredMs(one)).sort((a, b) => a - b);
  const usualMs = tookMs.length < LEAST_MERGES ? undefined : tookMs[Math.floor(tookMs.length / 2)];
  return { recent: { of: recent.length, failed }, usualMs };
}

function readStatus(
  queue: Queue,
  { recent, usualMs = Infinity, oldestMs = Infinity }: Pick<QueueSummary, "recent" | "usualMs" | "oldestMs">,
  nowMs: number,
): QueueStatus {
  const { settings, isSwitchingModes, switchingReadsLeft, line, waiting, ready } = queue;
  if (isSwitchingModes || switchingReadsLeft > 0) return "switching_modes";
  if (settings.state !== "running") return settings.state;
  if (line.length === 0 && waiting.size > 0 && ready.size === 0) return "not_ready";
  if (recent.failed >= Math.max(FAILURES_NOTICED, recent.of * FAILING_SHARE)) return "failing";
  return nowMs - oldestMs > Math.max(usualMs * BEHIND_TIMES, BEHIND_LEAST_MS) ? "behind" : "running";
}
