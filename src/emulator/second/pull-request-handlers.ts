import type { EventOf } from "../../engine/engine-event";
import type { Queue, Submission } from "../../engine/engine-state";
import { findSubmission, tryFindEnqueued, tryFindLatest } from "../../engine/queue-contents";
import { isBase } from "../../engine/readiness";
import type { SecondRequest } from "../../wire/second/operations";
import { ENTRY_STATES } from "../../wire/second/words";
import { jsonResponse, type ServiceResponse } from "../http/delivery";
import { toHasLeft } from "../responses/list-response";
import { findAtHost } from "../responses/submitted-pull-request-response";
import { type EnteredPullRequest, findEntered, findQueueById, selectAtHost } from "./known-resources";
import { applySecond, type SecondContext, SecondError, type SecondHandlers } from "./second-error";
import { showPullRequest } from "./show-pull-request";
import { toPage, toPlaceKey } from "./to-page";

export const PULL_REQUEST_HANDLERS = {
  "GET /merge-queues/{id}/pull-requests": (request, context) => {
    const { state: states, author, concludedAfter, concludedBefore } = request;
    const queue = findQueueById(context, request.id);
    const hasLeft = toHasLeft(concludedAfter, concludedBefore);
    const items = Array.from(queue.latestByNumber.values(), (sequence) => findSubmission(queue, sequence))
      .filter(({ state }) => states?.includes(ENTRY_STATES[state]) ?? true)
      .filter(({ pullRequest }) => author === undefined || pullRequest.author === author)
      .filter(hasLeft);
    return toPage(context, request, {
      items,
      // Its first submission gives it the same place after a resubmission, so a walk shows it once.
      toKey: ({ firstSequence }) => toPlaceKey(firstSequence),
      isDescending: true,
      show: (submission) => showPullRequest(context, enter(context, queue, submission), "listed"),
    }).response;
  },
  "POST /merge-queues/{id}/pull-requests": (request, context) => {
    const { id, number } = request;
    const { identity } = findQueueById(context, id);
    const event = { type: "submitPullRequest", identity, number, ...toRank(request) } as const;
    requireSubmittable(context, event);
    const queue = applySecond(context, event);
    const entered = enter(context, queue, findSubmission(queue, queue.latestByNumber.get(number) ?? 0));
    return jsonResponse(201, showPullRequest(context, entered));
  },
  "GET /pull-requests": (request, context) =>
    toPage(context, request, {
      items: selectAtHost(context, request.repositoryId, request),
      toKey: ({ pullRequest }) => toPlaceKey(pullRequest.number),
      show: (one) => showPullRequest(context, one, (request.number?.length ?? 1) > 1 ? "listed" : "whole"),
    }).response,
  "GET /pull-requests/{id}": ({ id }, context) => show(context, id),
  "POST /pull-requests/{id}/dequeue": ({ id }, context) => change(context, id, { type: "cancelPullRequest" }),
  "POST /pull-requests/{id}/restart-tests": ({ id }, context) =>
    change(context, id, { type: "restartTests" }),
  "POST /pull-requests/{id}/reprioritize": changeRank,
  "PATCH /pull-requests/{id}/queue-entry": changeRank,
} satisfies Partial<SecondHandlers>;

type Rank = SecondRequest<"PATCH /pull-requests/{id}/queue-entry">;

function toRank({ priorityValue, priorityName, allowBatching, direct }: Omit<Rank, "id">) {
  const noBatch = allowBatching === undefined ? undefined : !allowBatching;
  return { priority: priorityValue ?? priorityName, noBatch, direct };
}

function changeRank(rank: Rank, context: SecondContext): ServiceResponse {
  return change(context, rank.id, { type: "changeSubmission", ...toRank(rank) });
}

function show(context: SecondContext, id: string): ServiceResponse {
  return jsonResponse(200, showPullRequest(context, findEntered(context, id)));
}

type Change = Omit<EventOf<"cancelPullRequest" | "restartTests" | "changeSubmission">, "identity" | "number">;

function change(context: SecondContext, id: string, event: Change): ServiceResponse {
  const { queue, pullRequest } = findEntered(context, id);
  const { number } = pullRequest;
  if (queue === undefined) {
    throw new SecondError("PR_NOT_IN_ACTIVE_STATE", `Pull request #${number} was never submitted.`);
  }
  applySecond(context, { ...event, identity: queue.identity, number });
  return show(context, id);
}

/** Refuses pull requests that are queued already or want another branch. The engine would accept them. */
function requireSubmittable({ engine }: SecondContext, event: EventOf<"submitPullRequest">): void {
  const { identity, number } = event;
  const queue = engine.tryFindQueue(identity);
  if (queue !== undefined && tryFindEnqueued(queue, number) !== undefined) {
    throw new SecondError("PR_ALREADY_ENQUEUED", `Pull request #${number} is in the queue already.`);
  }
  const after = engine.preview(event);
  const submission = after.kind === "done" && after.queue && tryFindLatest(after.queue, number);
  if (!submission || isBase({ identity }, submission.pullRequest)) return;
  const { baseBranch } = submission.pullRequest;
  throw new SecondError(
    "PR_NOT_ENQUEUEABLE",
    `Pull request #${number} wants to merge into ${baseBranch}, not into ${identity.targetBranch}.`,
  );
}

function enter({ engine }: SecondContext, queue: Queue, submission: Submission): EnteredPullRequest {
  const { repo } = queue.identity;
  return { repo, queue, pullRequest: findAtHost(engine.state, queue, submission) };
}
