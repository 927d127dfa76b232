import { findSubmission } from "../draft/queue-draft";
import type { EngineOptions } from "../engine-options";
import type { Queue, Submission } from "../engine-state";

/** What is tested together next. */
export interface Batch {
  /** At least one, in the order of their turn. */
  readonly submissions: readonly [Submission, ...Submission[]];
  /** How many it waits for. */
  readonly wanted: number;
  /** When it starts at the latest, in milliseconds since 1970 (UTC); undefined: it waits for nobody. */
  readonly startsAtMs: number | undefined;
}

/**
 * Collects what is tested together next: what is ready, from the first in turn to the first that is tested alone.
 * A batch waits for no more when it has as many as it wants, when one that is tested alone comes behind it, or
 * when one in it has been ready for the longest time that the queue allows.
 * @returns undefined if nothing is ready
 */
export function collectBatch(
  queue: Pick<Queue, "settings" | "ready" | "submissions">,
  options: Pick<EngineOptions, "maxBatchSize">,
): Batch | undefined {
  const { batch, batchingMinSize, batchingMaxWaitTimeMinutes } = queue.settings;
  const most = batch ? (options.maxBatchSize ?? batchingMinSize) : 1;
  const wanted = Math.min(most, batchingMinSize);
  let submissions: [Submission, ...Submission[]] | undefined;
  let isClosed = false;
  for (const sequence of queue.ready.values()) {
    const submission = findSubmission(queue, sequence);
    const goesAlone = isTestedAlone(submission);
    if (submissions === undefined) {
      submissions = [submission];
      isClosed = goesAlone || most === 1;
    } else if (goesAlone) {
      isClosed = true;
    } else {
      submissions.push(submission);
    }
    if (isClosed || submissions.length >= most) break;
  }
  if (submissions === undefined) return undefined;
  const isComplete = isClosed || submissions.length >= wanted;
  const readySinceMs = submissions.reduce(
    (first, { stateChangedAtMs }) => Math.min(first, stateChangedAtMs),
    Number.POSITIVE_INFINITY,
  );
  return {
    submissions,
    wanted,
    startsAtMs: isComplete ? undefined : readySinceMs + batchingMaxWaitTimeMinutes * 60_000,
  };
}

/** Tells whether a pull request is tested in no batch: what skips the line does not wait for others either. */
function isTestedAlone({ noBatch, testsAlone, skipTheLine }: Submission): boolean {
  return noBatch || testsAlone || skipTheLine;
}
