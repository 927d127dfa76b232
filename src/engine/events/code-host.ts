import type { QueueIdentity } from "../../queue/queue-identity";
import { formatRepository } from "../../queue/queue-identity";
import {
  findBranchVersion,
  makeSha,
  openRepository,
  toRepositoryKey,
  tryFindHostPullRequest,
} from "../draft/engine-draft";
import type { EngineDraft, QueueDraft } from "../draft/queue-draft";
import type { HostPullRequest } from "../engine-state";
import { type Refused, refuse } from "../refusal";

/**
 * Returns what the code host knows about a pull request. Depending on an option, an undeclared one gets made-up
 * values and is known from then on, or is refused.
 */
export function findOrDescribe(
  { engine, identity, repositoryKey }: QueueDraft,
  number: number,
): HostPullRequest | Refused {
  const known = tryFindHostPullRequest(engine, repositoryKey, number);
  if (known !== undefined) return known;
  if (engine.options.undeclaredPullRequests === "accept")
    return describePullRequest(engine, identity, number);
  const name = formatRepository(identity.repo);
  return refuse("pull_request_undeclared", `The repository ${name} has no pull request #${number}.`);
}

/** Adds a pull request to the code host. The option sets its fields; the others are made up. */
export function describePullRequest(
  draft: EngineDraft,
  identity: QueueIdentity,
  number: number,
): HostPullRequest {
  const repositoryKey = toRepositoryKey(identity.repo);
  const known = draft.options.describePullRequest(identity, number);
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
