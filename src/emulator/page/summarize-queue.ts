import type { EngineOptions } from "../../engine/engine-options";
import type { Queue, Submission } from "../../engine/engine-state";
import type { MergeForecast } from "../../engine/estimate-merge";
import { findSubmission } from "../../engine/queue-contents";
import { formatQueueId } from "../../queue/queue-identity";
import { MINUTE_MS } from "../../text/milliseconds";

/** Statuses of a queue, the worst first. All but the last are trouble. */
export const QUEUE_STATUSES = [
  "failing",
  "behind",
  "paused",
  "draining",
  "switching_modes",
  "not_ready",
  "running",
] as const;

/** `not_ready`: everything in it waits for something from outside. `behind`: it takes longer than usual. */
export type QueueStatus = (typeof QUEUE_STATUSES)[number];

/** A queue's row in the list. */
export interface QueueSummary {
  readonly queue: Queue;
  /** `host/owner/name/branch`. */
  readonly id: string;
  /** For sorting by name as people do, `api` before `api-1`: no name has a space, which sorts first. */
  readonly key: string;
  readonly status: QueueStatus;
  /** Number of pull requests in the line. */
  readonly inLine: number;
  /** Since when the oldest waiting one is in the queue, of those that may start if there are any. */
  readonly oldestMs: number | undefined;
  /** Pull requests that merged or failed lately, and how many of them failed. */
  readonly recent: { readonly of: number; readonly failed: number };
  /** Median milliseconds from entering to merging, of recent merges; undefined if there are too few. */
  readonly usualMs: number | undefined;
}

/** The shown queue, and what is needed to draw its parts. */
export interface QueueOnPage extends QueueSummary {
  readonly options: EngineOptions;
  readonly nowMs: number;
  readonly forecastMerge: (submission: Submission) => MergeForecast;
  /** Whether all that waits is shown, up to a limit. */
  readonly showsAll: boolean;
  /** The submission that the reader looks for; undefined: none. */
  readonly chosen: Submission | undefined;
}

const RECENT = 10;
/** Number of submissions to search, which limits the cost in a queue where everything is cancelled. */
const SEARCHED = 100;
const FAILING_SHARE = 0.3;
/** Failures among the latest to be told: one is normal. */
export const FAILURES_NOTICED = 2;
/** Fewer merges do not show what is usual. */
const LEAST_MERGES = 5;
/** Of exponential times, one in eight exceeds three medians, and waiting is only a part of the time. */
const BEHIND_TIMES = 3;
/** In a queue that merges within seconds, a wait of a few minutes is harmless. */
const BEHIND_LEAST_MS = 15 * MINUTE_MS;

/** Compares how much trouble queues are in: the worse status first, then the one where more waits. */
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

/** Lists what left a queue, the latest first. @param most - limits the cost @param afterMs - default: ever */
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
