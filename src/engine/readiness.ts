import type { HostMergeability } from "../queue/pull-request-state";
import type { EngineOptions } from "./engine-options";
import type { Queue, Submission } from "./engine-state";

/** What keeps a pull request from being tested. */
export type Obstacle = "other_branch" | "not_mergeable" | "mergeability_unknown" | "targets_missing";

/** Whether a pull request can be tested, and why (interface, "Readiness object"). */
export interface SubmissionReadiness {
  readonly hasImpactedTargets: boolean;
  /** Whether the queue waits for its targets. */
  readonly requiresImpactedTargets: boolean;
  readonly doesBaseBranchMatch: boolean;
  readonly hostMergeability: HostMergeability;
  /** What must change first; undefined: it is ready, and can start as soon as its turn comes. */
  readonly obstacle: Obstacle | undefined;
}

/** Applies the interface's rule. Force-enqueued pull requests need neither targets nor known mergeability. */
export function readReadiness(
  queue: Queue,
  submission: Pick<Submission, "number" | "sequence" | "pullRequest" | "forceEnqueued">,
  options: EngineOptions,
): SubmissionReadiness {
  const { number, sequence, pullRequest, forceEnqueued } = submission;
  const { mergeability: hostMergeability, baseBranch } = pullRequest;
  const hasImpactedTargets = queue.impactedTargets.has(number);
  const requiresImpactedTargets =
    options.requiresImpactedTargets === "always" ||
    (options.requiresImpactedTargets === "parallel" &&
      queue.settings.mode === "parallel" &&
      sequence >= queue.parallelFromSequence);
  const doesBaseBranchMatch = baseBranch.normalize("NFC") === queue.identity.targetBranch.normalize("NFC");
  let obstacle: Obstacle | undefined;
  if (!doesBaseBranchMatch) obstacle = "other_branch";
  else if (hostMergeability === "not_mergeable") obstacle = "not_mergeable";
  else if (!forceEnqueued && hostMergeability !== "mergeable") obstacle = "mergeability_unknown";
  else if (!forceEnqueued && requiresImpactedTargets && !hasImpactedTargets) obstacle = "targets_missing";
  return { hasImpactedTargets, requiresImpactedTargets, doesBaseBranchMatch, hostMergeability, obstacle };
}
