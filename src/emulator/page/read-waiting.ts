import type { EngineOptions } from "../engine/engine-options";
import type { Queue } from "../engine/engine-state";
import { explainWaiting } from "../engine/explain-waiting";
import { findSubmission } from "../engine/queue-draft";
import type { PageWaiting } from "./page-model";
import { readPullRequest } from "./read-pull-request";
import { shortenText } from "./shorten-text";

/** Waiting pull requests that the page shows. */
const WAITING_SHOWN = 20;

/** Reads what waits in a queue, in the order of its turn, as far as the page shows it. */
export function readWaiting(queue: Queue, options: EngineOptions): PageWaiting[] {
  const shown: PageWaiting[] = [];
  for (const sequence of queue.waiting.values()) {
    if (shown.length === WAITING_SHOWN) break;
    const submission = findSubmission(queue, sequence);
    const { state, priority, skipTheLine, noBatch, submittedAtMs } = submission;
    shown.push({
      ...readPullRequest(submission),
      state: state === "not_ready" ? "not_ready" : "pending",
      priority: shortenText(priority.name),
      skipTheLine,
      noBatch,
      reason: shortenText(explainWaiting(queue, submission, options)),
      submittedAtMs,
    });
  }
  return shown;
}
