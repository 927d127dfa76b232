import { formatRepository, type QueueIdentity } from "../../queue/queue-identity";
import {
  findBranchVersion,
  makeSha,
  openQueuesWith,
  openRepository,
  tryOpenQueue,
} from "../draft/engine-draft";
import type { EngineDraft, QueueDraft } from "../draft/queue-draft";
import type { EventOf } from "../engine-event";
import { makePriority } from "../engine-options";
import type { HostPullRequest } from "../host-pull-request";
import { sendBack, tryFindEntry } from "../line/line";
import { cancelSubmission } from "../line/merge-passed";
import { tryFindEnqueued } from "../queue-contents";
import { isBase, readReadiness } from "../readiness";
import { type Effect, type Refused, refuse } from "../refusal";
import { toRepositoryKey } from "../repository-key";
import type { Cause } from "../state-change";
import { changeSubmission, putToWaiting } from "../waiting/waiting";

type Declaration = Omit<EventOf<"declarePullRequest">, "type">;

/** Records what the code host reports about a pull request, and updates the queues that contain it. */
export function applyDeclarePullRequest(draft: EngineDraft, event: Declaration): Effect {
  const { number } = event.pullRequest;
  const repositoryKey = toRepositoryKey(event.repo);
  const former = draft.pullRequests.get(repositoryKey)?.get(number);
  const known = former ?? describePullRequest(draft, guessIdentity(draft, event), number);
  const pullRequest = change(draft, event, { known, isNew: former === undefined });
  openRepository(draft, repositoryKey).set(number, pullRequest);
  for (const [key, { impactedTargets, otherTargets }] of draft.queues) {
    if (!key.startsWith(`${repositoryKey}/`) || known.sha === pullRequest.sha) continue;
    // Targets may be known before the submission.
    const hasTargets = impactedTargets.has(number) || otherTargets.has(number);
    const queue = hasTargets ? tryOpenQueue(draft, key) : undefined;
    if (queue !== undefined) swapTargets(queue, known, pullRequest.sha);
  }
  for (const queue of openQueuesWith(draft, repositoryKey, number)) applyChange(queue, pullRequest);
  return undefined;
}

/** Stores the targets of the former commit, and restores those of the new commit, if known. */
function swapTargets(queue: QueueDraft, { number, sha: former }: HostPullRequest, sha: string): void {
  const others = new Map(queue.otherTargets.get(number) ?? []);
  const present = queue.impactedTargets.get(number);
  if (present !== undefined) others.set(former, present);
  const known = others.get(sha);
  others.delete(sha);
  queue.otherTargets.set(number, others);
  queue.impactedTargets.delete(number);
  if (known !== undefined) queue.impactedTargets.set(number, known);
}

/** Replaces a made-up commit with the request's. @returns whether the request now names the latest commit */
export function nameCommit(within: QueueDraft, known: HostPullRequest, sha: string): boolean {
  const { engine, repositoryKey } = within;
  const { number, commitFrom } = known;
  if (commitFrom !== "made_up") return sha === known.sha;
  const named: HostPullRequest = { ...known, sha, commitFrom: "request" };
  openRepository(engine, repositoryKey).set(number, named);
  for (const queue of openQueuesWith(engine, repositoryKey, number)) {
    const submission = tryFindEnqueued(queue, number);
    if (submission !== undefined) changeSubmission(queue, submission.sequence, { pullRequest: named });
  }
  return true;
}

function change(
  draft: EngineDraft,
  { repo, pullRequest: { isOpen, ...given } }: Declaration,
  { known, isNew }: { readonly known: HostPullRequest; readonly isNew: boolean },
): HostPullRequest {
  const merged = { ...known, ...given };
  let { closedAtMs } = known;
  if (isOpen !== undefined) closedAtMs = isOpen ? undefined : (closedAtMs ?? draft.nowMs);
  const saysUpToDate = isNew || given.isUpToDate !== undefined;
  const base = { repo, targetBranch: merged.baseBranch };
  return {
    ...merged,
    commitFrom: given.sha === undefined ? known.commitFrom : "host",
    closedAtMs,
    isMerged: closedAtMs !== undefined && known.isMerged,
    // A new commit has not been checked yet.
    hasPassedChecks: given.hasPassedChecks ?? ((isNew || merged.sha === known.sha) && known.hasPassedChecks),
    // A pull request may be up to date with the former base branch, but not with this one.
    isUpToDate: merged.isUpToDate && (saysUpToDate || merged.baseBranch === known.baseBranch),
    baseVersion: saysUpToDate ? findBranchVersion(draft, base) : known.baseVersion,
  };
}

/** Returns the declared base branch. Default: the branch of the repository's first queue, or `main`. */
function guessIdentity(draft: EngineDraft, { repo, pullRequest }: Declaration): QueueIdentity {
  const { baseBranch } = pullRequest;
  if (baseBranch !== undefined) return { repo, targetBranch: baseBranch };
  for (const [key, queue] of draft.queues) {
    if (key.startsWith(`${toRepositoryKey(repo)}/`)) return queue.identity;
  }
  return { repo, targetBranch: "main" };
}

function applyChange(queue: QueueDraft, pullRequest: HostPullRequest): void {
  const before = tryFindEnqueued(queue, pullRequest.number);
  if (before === undefined) return;
  const { sequence } = before;
  const isRaised = pullRequest.skipTheLine && !before.pullRequest.skipTheLine;
  const priority = isRaised ? makePriority(0, queue.engine.options) : before.priority;
  const forceEnqueued = before.isDirect || pullRequest.forceEnqueued;
  const cause = findExit(queue, pullRequest, before.pullRequest);
  // A pull request that leaves keeps the commit that was tested.
  const shown = cause === undefined ? pullRequest : { ...pullRequest, sha: before.pullRequest.sha };
  const submission = changeSubmission(queue, sequence, { pullRequest: shown, forceEnqueued, priority });
  queue.engine.unsettled.add(queue);
  if (cause !== undefined) {
    cancelSubmission(queue, submission, cause);
    return;
  }
  const entry = tryFindEntry(queue, sequence);
  if (entry === undefined) putToWaiting(queue, sequence);
  else if (readReadiness(queue, submission, queue.engine.options).obstacle === "not_mergeable") {
    const reason = `Waits for its turn again, because #${submission.number} cannot be merged.`;
    sendBack(queue, entry, { reason, word: "PREREQUISITE_MERGE_ITEM_CANCELLED" });
  }
}

/** Returns why a pull request must leave its queue; undefined if the pull request stays. */
function findExit(queue: QueueDraft, now: HostPullRequest, known: HostPullRequest): Cause | undefined {
  const { closedAtMs, draft, sha, baseBranch } = now;
  if (closedAtMs !== undefined) return { reason: "Was closed at the code host.", word: "PR_CLOSED" };
  if (draft && !known.draft) return { reason: "Was converted to a draft.", word: "PR_CONVERTED_TO_DRAFT" };
  if (sha !== known.sha) return { reason: "A push changed its branch.", word: "PR_PUSHED_TO" };
  if (!isBase(queue, known) || isBase(queue, now)) return undefined;
  return { reason: `Its base branch is now ${baseBranch}.`, word: "PR_BASE_BRANCH_CHANGED" };
}

/** Returns a pull request. If it was never declared, makes it up, or refuses it if an option says so. */
export function findOrDescribe(queue: QueueDraft, number: number): HostPullRequest | Refused {
  const { engine, identity, repositoryKey } = queue;
  const known = engine.pullRequests.get(repositoryKey)?.get(number);
  const isRefused = engine.options.undeclaredPullRequests === "refuse";
  if (known !== undefined || !isRefused) return known ?? describePullRequest(engine, identity, number);
  const name = formatRepository(identity.repo);
  return refuse("pull_request_undeclared", `The repository ${name} has no pull request #${number}.`);
}

function describePullRequest(draft: EngineDraft, identity: QueueIdentity, number: number): HostPullRequest {
  const repositoryKey = toRepositoryKey(identity.repo);
  const known = draft.options.describePullRequest(identity, number);
  const { baseBranch = identity.targetBranch } = known;
  // A literal with spread fields and others would take ten times as long.
  const pullRequest: HostPullRequest = {
    title: known.title ?? `Pull request ${number}`,
    sha: known.sha ?? makeSha(`${repositoryKey}#${number}`),
    commitFrom: known.sha === undefined ? "made_up" : "host",
    author: known.author ?? "developer",
    headBranch: known.headBranch ?? `pull-request-${number}`,
    baseBranch,
    mergeability: known.mergeability ?? "mergeable",
    isUpToDate: known.isUpToDate ?? false,
    hasPassedChecks: known.hasPassedChecks ?? true,
    skipTheLine: known.skipTheLine ?? false,
    forceEnqueued: known.forceEnqueued ?? false,
    draft: known.draft ?? false,
    number,
    closedAtMs: undefined,
    isMerged: false,
    baseVersion: findBranchVersion(draft, { repo: identity.repo, targetBranch: baseBranch }),
  };
  openRepository(draft, repositoryKey).set(number, pullRequest);
  return pullRequest;
}
