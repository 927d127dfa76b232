import type { EngineOptions } from "./engine-options";
import type { HostMergeability, Queue, Submission } from "./engine-state";

/** Whether a pull request can start testing, and why (interface, "Readiness object"). */
export interface SubmissionReadiness {
  /** Whether its impacted targets are known. */
  readonly hasImpactedTargets: boolean;
  /** Whether the queue starts it only when they are. */
  readonly requiresImpactedTargets: boolean;
  readonly doesBaseBranchMatch: boolean;
  readonly hostMergeability: HostMergeability;
  /** Whether it can start as soon as its turn comes. */
  readonly isReady: boolean;
}

/**
 * Applies the interface's rule for starting. A pull request that was marked to be enqueued by force waits neither
 * for its mergeability to be known nor for its targets.
 */
export function readReadiness(
  queue: Pick<Queue, "identity" | "settings" | "impactedTargets">,
  submission: Pick<Submission, "number" | "pullRequest" | "forceEnqueued">,
  options: Pick<EngineOptions, "requiresImpactedTargets">,
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
  const hasWhatItNeeds = hasImpactedTargets || !requiresImpactedTargets || forceEnqueued;
  return {
    hasImpactedTargets,
    requiresImpactedTargets,
    doesBaseBranchMatch,
    hostMergeability,
    isReady: doesBaseBranchMatch && isMergeable && hasWhatItNeeds,
  };
}

/** Says what keeps a pull request from being ready, as a sentence; undefined: nothing. */
export function explainNotReady(
  readiness: SubmissionReadiness,
  submission: Pick<Submission, "pullRequest">,
): string | undefined {
  if (readiness.isReady) return undefined;
  if (!readiness.doesBaseBranchMatch) {
    return `Is not ready: it wants to merge into ${submission.pullRequest.baseBranch}, not into the queue's branch.`;
  }
  switch (readiness.hostMergeability) {
    case "not_mergeable":
      return "Is not ready: the code host cannot merge it. Resolve its conflicts.";
    case "unspecified":
    case "in_progress":
      return "Is not ready: the code host does not know yet whether it can be merged.";
    case "mergeable":
      return "Is not ready: its impacted targets have not been reported.";
  }
}
