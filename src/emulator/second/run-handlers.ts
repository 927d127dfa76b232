import type { EngineTest, Queue } from "../../engine/engine-state";
import { findSubmission } from "../../engine/queue-contents";
import { toRepositoryKey } from "../../engine/repository-key";
import type { TestingResult } from "../../wire/first/list-merge-queue-testing-results";
import { RUN_STATUSES } from "../../wire/second/words";
import { jsonResponse, type ServiceResponse } from "../http/delivery";
import { listEndedTests } from "../responses/testing-results-response";
import { findPullRequestById, findQueueById } from "./known-resources";
import { SecondError } from "./second-error";
import type { SecondContext, SecondHandlers } from "./second-handler";
import { showVerificationRun, showWholeRun } from "./show-verification-run";
import { type ListedRequest, toPage, toPlaceKey } from "./to-page";

/** Operations of runs. */
export const RUN_HANDLERS = {
  "GET /merge-queues/{id}/verification-runs": (request, context) =>
    listRuns(context, request, [findQueueById(context, request.id)]),
  "GET /pull-requests/{id}/verification-runs": (request, context) => {
    const { repo, pullRequest } = findPullRequestById(context, request.id);
    const key = toRepositoryKey(repo);
    const queues = [...context.engine.state.queues.values()];
    const ofRepository = queues.filter(({ identity }) => toRepositoryKey(identity.repo) === key);
    return listRuns(context, request, ofRepository, pullRequest.number);
  },
  "GET /merge-queue-verification-runs/{id}": ({ id }, context) => {
    for (const queue of context.engine.state.queues.values()) {
      const run = queue.testRuns.get(id);
      if (run !== undefined) return jsonResponse(200, showWholeRun(context, queue, run));
    }
    throw new SecondError("VERIFICATION_RUN_NOT_FOUND", `There is no run with the id ${JSON.stringify(id)}.`);
  },
  "GET /merge-queues/{id}/testing-results": (request, context) => {
    const queue = findQueueById(context, request.id);
    const results = listEndedTests(queue, request, context.engine.state);
    if ("refusal" in results) throw new SecondError(results.refusal.kind, results.refusal.message);
    return toPage(context, request, {
      items: [...results].sort((a, b) => (toResultKey(a) < toResultKey(b) ? 1 : -1)),
      toKey: toResultKey,
      isDescending: true,
      show: ({ prNumber, testRunId = "", bisection, cycleConclusion, ...same }) => ({
        ...same,
        pullRequestNumber: prNumber,
        ...(cycleConclusion === undefined ? {} : { entryConclusion: cycleConclusion }),
        isBisection: queue.testRuns.get(testRunId)?.isBisection ?? false,
        startedBisection: bisection === "entered_bisection",
        verificationRunId: testRunId,
      }),
    }).response;
  },
} satisfies Partial<SecondHandlers>;

function toResultKey({ endedAt, testRunId, prNumber }: TestingResult): string {
  return `${endedAt} ${testRunId} ${toPlaceKey(prNumber)}`;
}

interface RunFilter extends ListedRequest {
  readonly status?: string | undefined;
  readonly createdAfter?: string | undefined;
}

/** Lists runs, newest first. @param number - of a pull request that they tested; undefined: of any */
function listRuns(
  context: SecondContext,
  request: RunFilter,
  queues: readonly Queue[],
  number?: number,
): ServiceResponse {
  const { status, createdAfter } = request;
  const afterMs = createdAfter === undefined ? Number.NEGATIVE_INFINITY : Date.parse(createdAfter);
  const runs = queues.flatMap((queue) => Array.from(queue.testRuns.values(), (run) => ({ queue, run })));
  return toPage(context, request, {
    items: runs
      .filter(({ run }) => status === undefined || RUN_STATUSES[run.status] === status)
      .filter(({ run }) => run.createdAtMs > afterMs)
      .filter(({ queue, run }) => number === undefined || hasTested(queue, run, number))
      .sort((a, b) => (toRunKey(a) < toRunKey(b) ? 1 : -1)),
    toKey: toRunKey,
    isDescending: true,
    show: ({ queue, run }) => showVerificationRun(context, queue, run),
  }).response;
}

function hasTested(queue: Queue, { sequences }: EngineTest, number: number): boolean {
  return sequences.some((sequence) => findSubmission(queue, sequence).number === number);
}

function toRunKey({ run: { createdAtMs, id } }: { readonly run: EngineTest }): string {
  return `${toPlaceKey(createdAtMs)} ${id}`;
}
