import { findSubmission } from "../engine/draft/queue-draft";
import type { EngineOptions } from "../engine/engine-options";
import type { Queue } from "../engine/engine-state";
import { explainWaiting } from "../engine/waiting/explain-waiting";
import type { PageWaiting } from "./page-model";
import { readPullRequest, shortenText } from "./pull-request-text";

/** Waiting pull requests that the page shows by default. */
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
