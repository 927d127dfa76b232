import { findSubmission } from "../engine/draft/queue-draft";
import type { Queue, Submission } from "../engine/engine-state";
import type { PageConcluded } from "./page-model";
import { readPullRequest, shortenText } from "./pull-request-text";

/** Merges that the page shows. */
const MERGED_SHOWN = 10;
/** Failed and cancelled ones that the page shows. */
const DROPPED_SHOWN = 5;
/** Number of submissions to search, which limits the cost in a queue where everything fails. */
const SEARCHED = 500;

/** Pull requests that left a queue, latest first. */
export interface Concluded {
  readonly merged: readonly PageConcluded[];
  /** Failed and cancelled ones. */
  readonly dropped: readonly PageConcluded[];
}

/** Reads the latest merges, and the latest pull requests that left without merging. */
export function readConcluded(queue: Queue): Concluded {
  const merged: PageConcluded[] = [];
  const dropped: PageConcluded[] = [];
  let left = SEARCHED;
  for (const [, sequence] of queue.concluded.entriesReversed()) {
    if (left === 0 || (merged.length === MERGED_SHOWN && dropped.length === DROPPED_SHOWN)) break;
    left -= 1;
    const one = readOne(findSubmission(queue, sequence));
    if (one.state === "merged") {
      if (merged.length < MERGED_SHOWN) merged.push(one);
    } else if (dropped.length < DROPPED_SHOWN) dropped.push(one);
  }
  return { merged, dropped };
}

function readOne(submission: Submission): PageConcluded {
  const { state, reason, testRunId, submittedAtMs, stateChangedAtMs } = submission;
  return {
    ...readPullRequest(submission),
    state: state === "merged" || state === "failed" ? state : "cancelled",
    reason: shortenText(reason),
    ...(state === "failed" && testRunId !== undefined ? { testRunId } : {}),
    submittedAtMs,
    concludedAtMs: stateChangedAtMs,
  };
}
