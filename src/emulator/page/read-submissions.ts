import { findSubmission } from "../engine/draft/queue-draft";
import type { EngineOptions } from "../engine/engine-options";
import type { Queue, Submission } from "../engine/engine-state";
import { explainWaiting } from "../engine/waiting/explain-waiting";
import type { PageConcluded, PageWaiting } from "./page-model";
import { readPullRequest, shortenText } from "./pull-request-text";

const MERGED_SHOWN = 10;
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

const WAITING_SHOWN = 20;
/** Limit for all, because the page is drawn every second. */
const MOST_SHOWN = 1000;

/** Reads the waiting pull requests in turn order, up to the limit. */
export function readWaiting(queue: Queue, options: EngineOptions, showsAll: boolean): PageWaiting[] {
  const most = showsAll ? MOST_SHOWN : WAITING_SHOWN;
  let place = 0;
  const shown: PageWaiting[] = [];
  for (const sequence of queue.waiting.values()) {
    if (shown.length === most) break;
    const submission = findSubmission(queue, sequence);
    const { state, priority, skipTheLine, noBatch, submittedAtMs } = submission;
    shown.push({
      ...readPullRequest(submission),
      ...(state === "not_ready" ? { state } : { state: "pending", place: (place += 1) }),
      priority: shortenText(priority.name),
      skipTheLine,
      noBatch,
      reason: shortenText(explainWaiting(queue, submission, options)),
      submittedAtMs,
    });
  }
  return shown;
}
