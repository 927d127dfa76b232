import type { EngineState, Queue, Submission } from "../../engine/engine-state";
import { estimateMerges } from "../../engine/estimate-merge";
import type { HostPullRequest } from "../../engine/host-pull-request";
import { findSubmission, isEnqueued, tryFindLatest } from "../../engine/queue-contents";
import { readReadiness } from "../../engine/readiness";
import { type Refused, refuse } from "../../engine/refusal";
import { toRepositoryKey } from "../../engine/repository-key";
import { formatQueueId } from "../../queue/queue-identity";
import type { OperationRequest } from "../../wire/first/operations";
import type { MergeEstimate, PullRequestSelector } from "../../wire/first/pull-request";
import type { EmulatorOptions } from "../emulator-options";
import { toPullRequestFields } from "./queue-response";
import { toTimeline } from "./timeline";

/** A pull request as `/getSubmittedPullRequest` returns it. */
export type SubmittedPullRequestResponse = ReturnType<typeof toResponse>;

type Asked = Pick<
  OperationRequest<"getSubmittedPullRequest">,
  "includeTimeline" | "includeEstimatedTimeToMerge"
>;

type Known = Readonly<{ state: EngineState; options: EmulatorOptions }>;

/** Shows the latest submission of a pull request, or refuses a pull request that was never submitted. */
export function viewSubmittedPullRequest(
  queue: Queue,
  { pr: { number, branch }, ...asked }: Asked & { readonly pr: PullRequestSelector },
  known: Known,
): SubmittedPullRequestResponse | Refused {
  const submission =
    branch === undefined ? tryFindLatest(queue, number) : tryFindByBranch(known.state, queue, branch);
  if (submission !== undefined) return toResponse(queue, submission, { ...known, ...asked });
  const from = `A pull request from the branch ${JSON.stringify(branch)}`;
  const what = branch === undefined ? `Pull request #${number}` : from;
  const id = formatQueueId(queue.identity);
  return refuse("pull_request_unknown", `${what} was never submitted to the queue ${id}.`);
}

/** Shows each pull request's latest submission, and the numbers that were never submitted. */
export function viewSubmittedPullRequests(
  queue: Queue,
  { prs, includeTimeline }: OperationRequest<"getSubmittedPullRequests">,
  known: Known,
): { readonly pullRequests: readonly SubmittedPullRequestResponse[]; readonly notFound: readonly number[] } {
  const numbers = [...new Set(prs.map(({ number }) => number))];
  const found = numbers.map((number) => tryFindLatest(queue, number)).filter((one) => one !== undefined);
  return {
    pullRequests: found.map((one) => toResponse(queue, one, { ...known, includeTimeline })),
    notFound: numbers.filter((number) => tryFindLatest(queue, number) === undefined),
  };
}

/** Finds a branch's latest open pull request, or else the last closed one (POST /getSubmittedPullRequest). */
function tryFindByBranch(state: EngineState, queue: Queue, branch: string): Submission | undefined {
  const wanted = branch.normalize("NFC");
  return (
    Array.from(queue.latestByNumber.values(), (sequence) => findSubmission(queue, sequence))
      .filter(({ pullRequest }) => pullRequest.headBranch.normalize("NFC") === wanted)
      // Open ones come after all closed ones.
      .map((one) => ({ one, closedAtMs: findAtHost(state, queue, one).closedAtMs ?? Infinity }))
      .sort((a, b) => a.closedAtMs - b.closedAtMs || a.one.sequence - b.one.sequence)
      .at(-1)?.one
  );
}

/** Returns the code host's current facts. A submission's own facts are frozen once it has left the queue. */
export function findAtHost(
  state: EngineState,
  queue: Queue,
  { number, pullRequest }: Pick<Submission, "number" | "pullRequest">,
): HostPullRequest {
  const known = state.pullRequests.get(toRepositoryKey(queue.identity.repo));
  return known?.get(number) ?? pullRequest;
}

/** Returns the expected time of merging. @param nowMs - milliseconds since 1970 (UTC) */
export function toEstimate(
  queue: Queue,
  submission: Submission,
  options: EmulatorOptions,
  nowMs: number,
): MergeEstimate {
  const computedAt = new Date(nowMs).toISOString();
  const forecast = estimateMerges(queue, options, nowMs)(submission);
  if (forecast.status === "unavailable") return { ...forecast, computedAt };
  const kind = submission.state === "pending_failure" ? "pendingFailureResolution" : "merge";
  const estimatedAt = new Date(forecast.estimatedAtMs).toISOString();
  return { status: "available", kind, estimatedAt, computedAt };
}

function toResponse(
  queue: Queue,
  submission: Submission,
  { state, options, includeTimeline, includeEstimatedTimeToMerge }: Known & Asked,
) {
  const pullRequest = findAtHost(state, queue, submission);
  const readiness = readReadiness(queue, { ...submission, pullRequest }, options);
  const { hasImpactedTargets, requiresImpactedTargets, doesBaseBranchMatch, hostMergeability } = readiness;
  return {
    ...toPullRequestFields(submission, options),
    forceEnqueued: submission.forceEnqueued,
    isCurrentlySubmittedToQueue: isEnqueued(submission),
    readiness: { hasImpactedTargets, requiresImpactedTargets, doesBaseBranchMatch, hostMergeability },
    ...(includeTimeline === true ? { timeline: toTimeline(queue, submission) } : {}),
    ...(includeEstimatedTimeToMerge === true
      ? { estimate: toEstimate(queue, submission, options, state.nowMs) }
      : {}),
  };
}
