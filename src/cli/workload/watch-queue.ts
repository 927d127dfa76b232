import type { Clock } from "../../api/clock";
import { TRANSIENT_CODES } from "../../api/responses/retry-policy";
import type { RecordingLine } from "../../foresight/workload/history/recording-lines";
import { requireNotAhead } from "../../foresight/workload/history/require-not-ahead";
import { isMergeQueueError } from "../../queue/merge-queue-error";
import type { QueueIdentity } from "../../queue/queue-identity";
import { type LookUp, type QueueLook, RecordingSession } from "./recording-session";

/** How to watch a queue. */
export interface WatchOptions {
  readonly queue: QueueIdentity;
  readonly read: () => Promise<QueueLook>;
  readonly lookUp: LookUp;
  /** Appends lines to the recording. */
  readonly append: (lines: readonly RecordingLine[]) => Promise<void>;
  readonly clock: Clock;
  /** The date: milliseconds since 1970 (UTC). */
  readonly nowMs: () => number;
  /** Milliseconds between two looks. */
  readonly everyMs: number;
  /** How long to watch in milliseconds; may be infinite. */
  readonly forMs: number;
  /** Ends watching. */
  readonly stopSignal: AbortSignal;
  /** Called with the first of several failures in a row, after which watching continues. */
  readonly onFailure: (message: string) => void;
}

/** A look that is later than this many intervals misses too much: the machine slept, or the service was away. */
const MAX_INTERVALS = 4;

/**
 * Watches a queue until the time is up or it is stopped, and records what changes. While the service cannot be reached,
 * nothing is recorded, and the recording says so.
 * @throws MergeQueueError as `read`, unless the failure is transient and the queue was read before; `invalid_workload` if the
 *   service's clock is ahead
 */
export async function watchQueue(options: WatchOptions): Promise<void> {
  const { queue, read, lookUp, append, clock, nowMs, everyMs, forMs, stopSignal, onFailure } = options;
  const endMs = clock.now() + forMs;
  let session = new RecordingSession(queue, lookUp);
  let wasRead = false;
  let isAway = false;
  const startAgain = async (): Promise<void> => {
    await append(session.end());
    session = new RecordingSession(queue, lookUp);
  };
  try {
    for (;;) {
      try {
        const look = await read();
        const now = nowMs();
        for (const { prNumber, stateChangedAt = "" } of look.pullRequests) {
          requireNotAhead(Date.parse(stateChangedAt), now, `Pull request ${prNumber} changed its state`);
        }
        if (!session.accepts(look, now, MAX_INTERVALS * everyMs)) await startAgain();
        await append(await session.look(look, now));
        wasRead = true;
        isAway = false;
      } catch (error) {
        if (stopSignal.aborted) return;
        if (!wasRead || !isMergeQueueError(error) || !TRANSIENT_CODES.has(error.code)) throw error;
        if (!isAway) onFailure(error.message);
        isAway = true;
        await startAgain();
      }
      const restMs = Math.min(everyMs, endMs - clock.now());
      if (restMs <= 0 || !(await trySleep(clock, restMs, stopSignal))) return;
    }
  } finally {
    await append(session.end());
  }
}

/** @returns false if the signal ended it */
async function trySleep(clock: Clock, ms: number, signal: AbortSignal): Promise<boolean> {
  try {
    await clock.sleep(ms, signal);
    return true;
  } catch (error) {
    if (signal.aborted) return false;
    throw error;
  }
}
