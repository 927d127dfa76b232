import { tryFindLatest } from "../../engine/queue-contents";
import { toIdentityKey } from "../../queue/queue-identity";
import { jsonResponse } from "../http/delivery";
import { findEntered, selectAtHost } from "./find-at-host";
import {
  findRepositoryById,
  type KnownPullRequest,
  tryFindPullRequestById,
  tryFindQueueOfPullRequest,
} from "./known-resources";
import { SecondError } from "./second-error";
import { applySecond, type SecondContext, type SecondHandlers } from "./second-handler";
import { type EntryTransition, showTransition } from "./show-transition";
import { showTargets, tryFindUpload } from "./show-verification-run";
import { toPage, toPlaceKey } from "./to-page";

/** Operations of what is recorded about pull requests: histories, targets, estimates. */
export const RECORD_HANDLERS = {
  "GET /pull-requests/{id}/queue-entry-history": (request, context) => {
    const { id, direction } = request;
    return toPage(context, request, {
      items: listHistory(context, findEntered(context, id), direction),
      toKey: ({ index }) => toPlaceKey(index),
      isDescending: direction === "newest",
      show: (transition) => showTransition(context, transition),
    }).response;
  },
  "GET /queue-entry-history": (request, context) => {
    const { pullRequestIds, direction } = request;
    const items = [...new Set(pullRequestIds.map((id) => id.toLowerCase()))].sort();
    const asked = { ...request, pullRequestIds: items };
    return toPage(context, asked, {
      items,
      toKey: (id) => id,
      show: (pullRequestId) => {
        const history = listHistory(context, tryFindPullRequestById(context, pullRequestId), direction);
        return { pullRequestId, transitions: history.map((one) => showTransition(context, one)) };
      },
    }).response;
  },
  "GET /pull-requests/{id}/queue-entry-estimate": ({ id }, context) => {
    findEntered(context, id);
    throw new SecondError("ESTIMATE_NOT_ENABLED", "The local service makes no estimates.");
  },
  "GET /pull-requests/{id}/impacted-targets": ({ id }, context) => {
    const { repo, pullRequest, queue } = findEntered(context, id);
    // They may be reported before it is submitted.
    const key = toIdentityKey({ repo, targetBranch: pullRequest.baseBranch });
    const reportedTo = queue ?? context.engine.state.queues.get(key);
    const targets = reportedTo && tryFindUpload(context, reportedTo, pullRequest);
    if (targets !== undefined) return jsonResponse(200, showTargets([targets]));
    const message = `No impacted targets were reported for the latest commit of #${pullRequest.number}.`;
    throw new SecondError("IMPACTED_TARGETS_NOT_FOUND", message);
  },
  "PUT /impacted-targets": (request, context) => {
    const { repositoryId, targetBranch, sha, branch, impactedTargets, impactsAllTargets } = request;
    const repo = findRepositoryById(context, repositoryId);
    if (repo.host.toLowerCase() !== "github.com") {
      const message = `Impacted targets are reported for repositories on github.com, not on ${repo.host}.`;
      throw new SecondError("IMPACTED_TARGETS_UNSUPPORTED", message);
    }
    const ofBranch = { branch, baseBranch: targetBranch };
    const [known] = selectAtHost(context, repositoryId, { ...ofBranch, number: request.number });
    const number = known?.pullRequest.number ?? request.number;
    const isUnknown = known === undefined && context.options.undeclaredPullRequests === "refuse";
    if (number === undefined || isUnknown) {
      throw new SecondError("PR_NOT_FOUND", "The repository has no such pull request.");
    }
    const targets = impactsAllTargets === true ? "ALL" : (impactedTargets ?? []);
    const identity = { repo, targetBranch };
    applySecond(context, { type: "setImpactedTargets", identity, number, sha, targets });
    return { status: 202, headers: {}, body: "" };
  },
} satisfies Partial<SecondHandlers>;

/** Oldest first, unless the direction says otherwise. */
function listHistory(
  context: SecondContext,
  known: KnownPullRequest | undefined,
  direction: string | undefined,
): readonly EntryTransition[] {
  const queue = known && tryFindQueueOfPullRequest(context, known);
  const submission = queue && tryFindLatest(queue, known.pullRequest.number);
  if (queue === undefined || submission === undefined) return [];
  const transitions = submission.history.map((change, index) => ({ queue, submission, change, index }));
  return direction === "newest" ? transitions.toReversed() : transitions;
}
