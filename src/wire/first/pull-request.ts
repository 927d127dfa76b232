import type { HostMergeability, PullRequestState } from "../../queue/pull-request-state";
import type { WithAdditionalFields } from "../additional-fields";

/** A pull request in a queue. Any field except the number is undefined if it is missing or invalid. */
export interface PullRequest extends WithAdditionalFields {
  /** Number of the pull request at the code host: an integer of at least 0. */
  readonly prNumber: number;
  readonly id?: string | undefined;
  /** The state in lower case. A newer service may send another word. */
  readonly state?: PullRequestState | (string & {}) | undefined;
  /** Time of the last change of the pull request's state, in the service's format. */
  readonly stateChangedAt?: string | undefined;
  readonly priorityValue?: number | undefined;
  readonly priorityName?: string | undefined;
  readonly usedDefaultPriorityName?: string | undefined;
  readonly skipTheLine?: boolean | undefined;
  readonly prTitle?: string | undefined;
  readonly prSha?: string | undefined;
  readonly prBaseBranch?: string | undefined;
  readonly prAuthor?: string | undefined;
  /** Whether the pull request is tested alone. The first interface shows this only in lists. */
  readonly noBatch?: boolean | undefined;
}

/** Whether a pull request can start testing (interface, "Readiness object"). */
export interface Readiness extends WithAdditionalFields {
  /** Whether the pull request's impacted targets have been reported. */
  readonly hasImpactedTargets?: boolean | undefined;
  /** Whether the queue requires impacted targets. */
  readonly requiresImpactedTargets?: boolean | undefined;
  /** Whether the pull request's base branch is the queue's target branch. */
  readonly doesBaseBranchMatch?: boolean | undefined;
  /** Mergeability in lower case. Newer services may add words. Live services call it `gitHubMergeability`. */
  readonly hostMergeability?: HostMergeability | (string & {}) | undefined;
  /** Why the code host does not merge the pull request; absent if unknown. Second interface only. */
  readonly reasons?: readonly MergeabilityReason[] | undefined;
}

/** One reason why a code host does not merge a pull request. */
export interface MergeabilityReason extends WithAdditionalFields {
  /** The reason: `conflict`, `behind`, `draft`, `failingCheck` or another word, as the service sends it. */
  readonly code: string;
  readonly message?: string | undefined;
  /** How many reviews the pull request has, and how many it needs. */
  readonly have?: number | undefined;
  readonly need?: number | undefined;
  /** Name of the check that has failed, or for which the code host waits. */
  readonly check?: string | undefined;
  /** Number of the pull request onto which this pull request must be rebased. */
  readonly ontoPrNumber?: number | undefined;
}

/** A service's forecast for a pull request, in the service's own words. */
export interface MergeEstimate extends WithAdditionalFields {
  /** `available` if there is a forecast. If it is `unavailable`, `reason` says why. */
  readonly status?: string | undefined;
  readonly reason?: string | undefined;
  /** The event that the service forecasts: `merge` or `pendingFailureResolution`. */
  readonly kind?: string | undefined;
  /** Expected time of the event: ISO 8601. */
  readonly estimatedAt?: string | undefined;
  readonly computedAt?: string | undefined;
}

/** One change of a pull request's state. The interface does not specify timelines. */
export interface TimelineEntry extends WithAdditionalFields {
  /** Time of the change, in the service's format. */
  readonly timestamp?: string | undefined;
  /** The new state, in lower case. A newer service may send another word. */
  readonly state?: PullRequestState | (string & {}) | undefined;
  /** Why the state changed, in lower case, such as `pr_pushed_to`. A newer service may send another word. */
  readonly reason?: string | undefined;
  /** The person who caused the change. Undefined if no person caused it, or if unknown. */
  readonly actor?: string | undefined;
  /** Id of the test run to which the change belongs. */
  readonly testRun?: string | undefined;
  /** Names of the statuses that made the tests fail. */
  readonly failureCausingStatuses?: readonly (string | undefined)[] | undefined;
}

/** A pull request as `/getSubmittedPullRequest` returns it. */
export interface SubmittedPullRequest extends PullRequest {
  readonly forceEnqueued?: boolean | undefined;
  /** Whether the pull request is in the queue now. */
  readonly isCurrentlySubmittedToQueue?: boolean | undefined;
  readonly readiness?: Readiness | undefined;
  /** Id of the test run that counted for the merge. Only live services send it; the interface lacks it. */
  readonly verifiedByTestRun?: string | undefined;
  /** Changes of state, newest first. Services send them only on request. */
  readonly timeline?: readonly TimelineEntry[] | undefined;
  /** Sent only on request, and only by the local service and by services with the second interface. */
  readonly estimate?: MergeEstimate | undefined;
}

/** A pull request by its number (an integer from 0 to 4294967295) or by its head branch, but not both. */
export type PullRequestSelector =
  | { readonly number: number; readonly branch?: never }
  | { readonly branch: string; readonly number?: never };

const NOT_MERGEABLE: readonly string[] = [
  "unspecified",
  "in_progress",
  "not_mergeable",
] satisfies HostMergeability[];

/** Tells whether a test can start. @returns undefined if a field that decides this is missing or unknown */
export function tryCanStartTesting(readiness: Readiness = {}): boolean | undefined {
  const { hasImpactedTargets, requiresImpactedTargets, doesBaseBranchMatch, hostMergeability } = readiness;
  const conditions = [
    doesBaseBranchMatch,
    hostMergeability === "mergeable" || (NOT_MERGEABLE.includes(hostMergeability ?? "") ? false : undefined),
    requiresImpactedTargets === false || hasImpactedTargets === true
      ? true
      : requiresImpactedTargets && hasImpactedTargets,
  ];
  if (conditions.includes(false)) return false;
  return conditions.includes(undefined) ? undefined : true;
}
