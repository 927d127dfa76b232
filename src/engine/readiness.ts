import type { HostMergeability } from "../queue/pull-request-state";
import type { EngineOptions } from "./engine-options";
import type { Queue, Submission } from "./engine-state";
import type { HostPullRequest } from "./host-pull-request";

/** What keeps a pull request from being tested. */
export type Obstacle =
  | "other_branch"
  | "draft"
  | "not_mergeable"
  | "mergeability_unknown"
  | "targets_missing";

/** Whether a pull request can be tested, and if not, why (interface, "Readiness object"). */
export interface SubmissionReadiness {
  readonly hasImpactedTargets: boolean;
  readonly requiresImpactedTargets: boolean;
  readonly doesBaseBranchMatch: boolean;
  readonly hostMergeability: HostMergeability;
  /** Why it cannot be tested yet. Undefined if it is ready: it then starts when its turn comes. */
  readonly obstacle: Obstacle | undefined;
}

/** Forced ones need neither targets nor known mergeability. Direct ones need only the right base branch. */
export function readReadiness(
  queue: Queue,
  submission: Pick<Submission, "number" | "sequence" | "pullRequest" | "forceEnqueued" | "isDirect">,
  options: EngineOptions,
): SubmissionReadiness {
  const { number, sequence, pullRequest, forceEnqueued, isDirect } = submission;
  const { mergeability: hostMergeability } = pullRequest;
  const hasImpactedTargets = queue.impactedTargets.has(number);
  const { requiresImpactedTargets: which } = options;
  const isParallel = queue.settings.mode === "parallel" && sequence >= queue.parallelFromSequence;
  const requiresImpactedTargets = which === "always" || (which === "parallel" && isParallel);
  const doesBaseBranchMatch = isBase(queue, pullRequest);
  let obstacle: Obstacle | undefined;
  if (!doesBaseBranchMatch) obstacle = "other_branch";
  else if (pullRequest.draft && !isDirect) obstacle = "draft";
  else if (hostMergeability === "not_mergeable" && !isDirect) obstacle = "not_mergeable";
  else if (!forceEnqueued && hostMergeability !== "mergeable") obstacle = "mergeability_unknown";
  else if (!forceEnqueued && requiresImpactedTargets && !hasImpactedTargets) obstacle = "targets_missing";
  return { hasImpactedTargets, requiresImpactedTargets, doesBaseBranchMatch, hostMergeability, obstacle };
}

/** Tells whether a pull request wants to merge into the branch of a queue. */
export function isBase({ identity }: Pick<Queue, "identity">, { baseBranch }: HostPullRequest): boolean {
  return baseBranch.normalize("NFC") === identity.targetBranch.normalize("NFC");
}
