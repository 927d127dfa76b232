import type { EngineOptions } from "../engine-options";
import type { Queue, Submission } from "../engine-state";
import { findSubmission } from "../queue-contents";

/** The next pull requests to test together. */
export interface Batch {
  /** At least one, in turn order. */
  readonly submissions: readonly Submission[];
  /** How many pull requests complete the batch. */
  readonly wanted: number;
  /** When it starts at the latest, in milliseconds since 1970 (UTC); undefined: at once. */
  readonly startsAtMs: number | undefined;
}

/**
 * Collects the next batch: ready pull requests in turn order, up to the first that is tested alone. The batch
 * starts when it is large enough, when the next one is tested alone, or when one has been ready for the
 * maximum wait time.
 * @param candidates - sequences of ready ones in turn order. Default: all
 * @returns undefined if there is none
 */
export function collectBatch(
  queue: Queue,
  options: EngineOptions,
  candidates: Iterable<number> = queue.ready.values(),
): Batch | undefined {
  const { batch, batchingMinSize, batchingMaxWaitTimeMinutes } = queue.settings;
  const most = batch ? (options.maxBatchSize ?? batchingMinSize) : 1;
  const wanted = Math.min(most, batchingMinSize);
  const submissions: Submission[] = [];
  let isClosed = false;
  for (const sequence of candidates) {
    const submission = findSubmission(queue, sequence);
    // One that goes ahead does not wait for others either.
    isClosed = submission.noBatch || submission.testsAlone || submission.isUrgent;
    if (submissions.length === 0 || !isClosed) submissions.push(submission);
    if (isClosed || submissions.length >= most) break;
  }
  if (submissions.length === 0) return undefined;
  const isComplete = isClosed || submissions.length >= wanted;
  const readySinceMs = submissions.reduce((first, one) => Math.min(first, one.stateChangedAtMs), Infinity);
  return {
    submissions,
    wanted,
    startsAtMs: isComplete ? undefined : readySinceMs + batchingMaxWaitTimeMinutes * 60_000,
  };
}
