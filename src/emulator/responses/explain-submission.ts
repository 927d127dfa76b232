import type { EngineOptions } from "../../engine/engine-options";
import type { Queue, Submission } from "../../engine/engine-state";
import { explainWaiting } from "../../engine/explain-waiting";
import { type Obstacle, readReadiness } from "../../engine/readiness";
import { formatQueueId, type QueueIdentity } from "../../queue/queue-identity";
import { quoteForShell } from "../../text/quote-for-shell";

const DECLARE = "POST /control/declarePullRequests";

/** What keeps a pull request from being tested, with the command that helps. */
const OBSTACLES: Readonly<Record<Obstacle, (identity: QueueIdentity, submission: Submission) => string>> = {
  other_branch: (identity, { number, pullRequest: { baseBranch } }) =>
    `it wants to merge into ${baseBranch}, not into the queue's branch. Submit it to that branch's queue: ` +
    `mergequeue pr submit ${formatForShell({ ...identity, targetBranch: baseBranch })} ${number}`,
  draft: () => `it is a draft. When it is ready for review, say so with ${DECLARE}.`,
  not_mergeable: () => `the code host cannot merge it. Resolve its conflicts, then say so with ${DECLARE}.`,
  mergeability_unknown: () =>
    `the code host does not know yet whether it can be merged. Say so with ${DECLARE}.`,
  targets_missing: (identity, { number }) =>
    "its impacted targets have not been reported. " +
    `Report them: mergequeue pr impacted-targets ${formatForShell(identity)} ${number} --all`,
};

/** Explains in a sentence or two why a submission is in its state, or what it waits for. */
export function explainSubmission(queue: Queue, submission: Submission, options: EngineOptions): string {
  return tryExplainNotReady(queue, submission, options) ?? explainWaiting(queue, submission, options);
}

/** Explains why a submission is not ready. @returns undefined if that is not its state */
export function tryExplainNotReady(
  queue: Queue,
  submission: Submission,
  options: EngineOptions,
): string | undefined {
  if (submission.state !== "not_ready") return undefined;
  const { obstacle } = readReadiness(queue, submission, options);
  return obstacle && `Is not ready: ${OBSTACLES[obstacle](queue.identity, submission)}`;
}

function formatForShell(identity: QueueIdentity): string {
  return quoteForShell(formatQueueId(identity));
}
