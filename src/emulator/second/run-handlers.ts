import type { EngineTest, Queue } from "../../engine/engine-state";
import { isEnqueued, tryFindLatest } from "../../engine/queue-contents";
import { RUN_STATUSES } from "../../wire/second/words";
import { jsonResponse, type ServiceResponse } from "../http/delivery";
import {
  type EndedTest,
  findOutcome,
  listEndedTests,
  readDurationMs,
} from "../responses/testing-results-response";
import { findEntered } from "./find-at-host";
import { findQueueById } from "./known-resources";
import { SecondError } from "./second-error";
import type { SecondContext, SecondHandlers } from "./second-handler";
import { showVerificationRun, showWholeRun } from "./show-verification-run";
import { NO_ITEMS, type PageRequest, toPage, toPlaceKey } from "./to-page";

/** Operations of runs. */
export const RUN_HANDLERS = {
  "GET /merge-queues/{id}/verification-runs": (request, context) => {
    const queue = findQueueById(context, request.id);
    return listRuns(context, request, queue, queue.testRuns.values());
  },
  "GET /pull-requests/{id}/verification-runs": (request, context) => {
    const { queue, pullRequest } = findEntered(context, request.id);
    const latest = queue && tryFindLatest(queue, pullRequest.number);
    if (queue === undefined || latest === undefined) return toPage(context, request, NO_ITEMS).response;
    const tested = latest.history.filter(({ state }) => state === "testing");
    const ids = new Set(tested.map(({ testRunId = "" }) => testRunId));
    const runs = [...ids].flatMap((id) => queue.testRuns.get(id) ?? []);
    return listRuns(context, request, queue, runs);
  },
  "GET /merge-queue-verification-runs/{id}": ({ id }, context) => {
    for (const queue of context.engine.state.queues.values()) {
      const run = queue.testRuns.get(id);
      if (run !== undefined) return jsonResponse(200, showWholeRun(context, queue, run));
    }
    throw new SecondError("VERIFICATION_RUN_NOT_FOUND", `There is no run with the id ${JSON.stringify(id)}.`);
  },
  "GET /merge-queues/{id}/testing-results": (request, context) => {
    const tests = listEndedTests(findQueueById(context, request.id), request, context.engine.state.nowMs);
    if ("refusal" in tests) throw new SecondError(tests.refusal.kind, tests.refusal.message);
    return toPage(context, request, {
      items: [...tests].sort((a, b) => (toTestKey(a) < toTestKey(b) ? 1 : -1)),
      toKey: toTestKey,
      isDescending: true,
      show: showTest,
    }).response;
  },
} satisfies Partial<SecondHandlers>;

interface RunFilter extends PageRequest {
  readonly status?: string | undefined;
  readonly createdAfter?: string | undefined;
}

/** Lists runs, newest first. */
function listRuns(
  context: SecondContext,
  request: RunFilter,
  queue: Queue,
  runs: Iterable<EngineTest>,
): ServiceResponse {
  const { status, createdAfter } = request;
  const afterMs = createdAfter === undefined ? Number.NEGATIVE_INFINITY : Date.parse(createdAfter);
  const items = [...runs]
    .filter((run) => status === undefined || RUN_STATUSES[run.status] === status)
    .filter(({ createdAtMs }) => createdAtMs > afterMs)
    .sort((a, b) => (toRunKey(a) < toRunKey(b) ? 1 : -1));
  return toPage(context, request, {
    items,
    toKey: toRunKey,
    isDescending: true,
    show: (run) => showVerificationRun(context, queue, run),
  }).response;
}

function toRunKey({ createdAtMs, id }: EngineTest): string {
  return `${toPlaceKey(createdAtMs)} ${id}`;
}

function toTestKey({ run, submission }: EndedTest): string {
  return `${toPlaceKey(run.endedAtMs)} ${toRunKey(run)} ${toPlaceKey(submission.sequence)}`;
}

function showTest(test: EndedTest): object {
  const { run, submission, isSplit } = test;
  const outcome = findOutcome(test);
  return {
    pullRequestNumber: submission.number,
    endedAt: new Date(run.endedAtMs).toISOString(),
    testingDurationMs: readDurationMs(run),
    ...(outcome === undefined ? {} : { outcome }),
    ...(isEnqueued(submission) ? {} : { entryConclusion: submission.state }),
    isBisection: run.isBisection,
    startedBisection: isSplit,
    verificationRunId: run.id,
  };
}
