import type { QueueIdentity } from "../../queue/queue-identity";
import { formatRepository } from "../../queue/queue-identity";
import type { EngineState, HostPullRequest, PullRequestDescription } from "../engine-state";
import { type Refused, refuse } from "../transition";
import type { EngineDraft } from "./draft";
import {
  findBranchVersion,
  makeSha,
  openRepository,
  toRepositoryKey,
  tryFindHostPullRequest,
} from "./engine-draft";

/**
 * Returns what the code host knows about a pull request. Depending on an option, an undeclared one gets made-up
 * values and is known from then on, or is refused.
 */
export function findOrDescribe(
  draft: EngineDraft,
  identity: QueueIdentity,
  number: number,
): { readonly kind: "found"; readonly pullRequest: HostPullRequest } | Refused {
  const known = tryFindHostPullRequest(draft, toRepositoryKey(identity.repo), number);
  if (known !== undefined) return { kind: "found", pullRequest: known };
  if (draft.options.undeclaredPullRequests === "refuse") {
    const name = formatRepository(identity.repo);
    return refuse("pull_request_undeclared", `The repository ${name} has no pull request #${number}.`);
  }
  return { kind: "found", pullRequest: describePullRequest(draft, identity, number, {}) };
}

/**
 * Adds a pull request to the code host.
 * @param given - known fields; the option sets the others, then the engine does
 */
export function describePullRequest(
  draft: EngineDraft,
  identity: QueueIdentity,
  number: number,
  given: PullRequestDescription,
): HostPullRequest {
  const repositoryKey = toRepositoryKey(identity.repo);
  const known = { ...draft.options.describePullRequest(identity, number), ...given };
  const pullRequest: Omit<HostPullRequest, "baseVersion"> = {
    title: `Pull request ${number}`,
    sha: makeSha(`${repositoryKey}#${number}`),
    commitFrom: known.sha === undefined ? "made_up" : "host",
    author: "developer",
    headBranch: `pull-request-${number}`,
    baseBranch: identity.targetBranch,
    mergeability: "mergeable",
    isUpToDate: false,
    hasPassedChecks: true,
    skipTheLine: false,
    forceEnqueued: false,
    ...known,
    number,
    closedAtMs: undefined,
  };
  const base = { repo: identity.repo, targetBranch: pullRequest.baseBranch };
  const stored = { ...pullRequest, baseVersion: findBranchVersion(draft, base) };
  openRepository(draft, repositoryKey).set(number, stored);
  return stored;
}

/** Tells whether a pull request contains the latest commit of its base branch and has passed its own checks. */
export function isProvenByHost(
  state: Pick<EngineState, "branchVersions">,
  repo: QueueIdentity["repo"],
  pullRequest: HostPullRequest,
): boolean {
  if (!pullRequest.isUpToDate || !pullRequest.hasPassedChecks) return false;
  return findBranchVersion(state, { repo, targetBranch: pullRequest.baseBranch }) === pullRequest.baseVersion;
}
