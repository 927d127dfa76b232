import type { HostMergeability } from "../../queue/pull-request-state";
import type { QueueIdentity } from "../../queue/queue-identity";
import { formatQueueId } from "../../queue/queue-identity";
import { quoteForShell } from "../../text/quote-for-shell";
import type { EngineOptions } from "../engine-options";
import type { Queue, Submission } from "../engine-state";

/** Control operation that simulates the code host. */
const DECLARE = "POST /control/declarePullRequests";

/** Whether a pull request can be tested, and why (interface, "Readiness object"). */
export interface SubmissionReadiness {
  readonly hasImpactedTargets: boolean;
  /** Whether the queue waits for its targets. */
  readonly requiresImpactedTargets: boolean;
  readonly doesBaseBranchMatch: boolean;
  readonly hostMergeability: HostMergeability;
  /** Whether it can start as soon as its turn comes. */
  readonly isReady: boolean;
}

/** Applies the interface's rule. A force-enqueued pull request needs neither targets nor a known mergeability. */
export function readReadiness(
  queue: Queue,
  submission: Pick<Submission, "number" | "pullRequest" | "forceEnqueued">,
  options: EngineOptions,
): SubmissionReadiness {
  const { pullRequest, forceEnqueued } = submission;
  const hasImpactedTargets = queue.impactedTargets.has(submission.number);
  const requiresImpactedTargets =
    options.requiresImpactedTargets === "always" ||
    (options.requiresImpactedTargets === "parallel" && queue.settings.mode === "parallel");
  const doesBaseBranchMatch =
    pullRequest.baseBranch.normalize("NFC") === queue.identity.targetBranch.normalize("NFC");
  const hostMergeability = pullRequest.mergeability;
  const isMergeable =
    hostMergeability === "mergeable" || (forceEnqueued && hostMergeability !== "not_mergeable");
  const hasTargets = hasImpactedTargets || !requiresImpactedTargets || forceEnqueued;
  return {
    hasImpactedTargets,
    requiresImpactedTargets,
    doesBaseBranchMatch,
    hostMergeability,
    isReady: doesBaseBranchMatch && isMergeable && hasTargets,
  };
}

/** Explains why a pull request is not ready, with the command that helps; undefined: it is ready. */
export function explainNotReady(
  readiness: SubmissionReadiness,
  { identity }: Queue,
  { number, pullRequest: { baseBranch } }: Pick<Submission, "number" | "pullRequest">,
): string | undefined {
  if (readiness.isReady) return undefined;
  if (!readiness.doesBaseBranchMatch) {
    const fitting = formatForShell({ ...identity, targetBranch: baseBranch });
    return (
      `Is not ready: it wants to merge into ${baseBranch}, not into the queue's branch. ` +
      `Submit it to that branch's queue: mergequeue pr submit ${fitting} ${number}`
    );
  }
  if (readiness.hostMergeability === "not_mergeable") {
    return `Is not ready: the code host cannot merge it. Resolve its conflicts, then say so with ${DECLARE}.`;
  }
  if (readiness.hostMergeability !== "mergeable") {
    return `Is not ready: the code host does not know yet whether it can be merged. Say so with ${DECLARE}.`;
  }
  return (
    "Is not ready: its impacted targets have not been reported. " +
    `Report them: mergequeue pr impacted-targets ${formatForShell(identity)} ${number} --all`
  );
}

function formatForShell(identity: QueueIdentity): string {
  return quoteForShell(formatQueueId(identity));
}
