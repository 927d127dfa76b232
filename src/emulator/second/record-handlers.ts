import type { EngineTest, ImpactedTargets, Queue } from "../../engine/engine-state";
import { findSubmission, tryFindLatest } from "../../engine/queue-contents";
import { toRepositoryKey } from "../../engine/repository-key";
import { makeUuid } from "../../engine/stable-ids";
import { toIdentityKey } from "../../queue/queue-identity";
import type { SecondRequest } from "../../wire/second/operations";
import { MAX_TARGETS } from "../../wire/second/request-fields";
import { RUN_STATUSES, STATUSES_SOURCES } from "../../wire/second/words";
import { jsonResponse, type ServiceResponse } from "../http/delivery";
import { findAtHost, toEstimate } from "../responses/submitted-pull-request-response";
import { listCheckRuns, withDeciding } from "../responses/test-run-response";
import { listEndedTests } from "../responses/testing-results-response";
import type { ServedEngine } from "../service/handle-request";
import {
  type EnteredPullRequest,
  findEntered,
  findQueueById,
  findRepositoryById,
  selectAtHost,
  showPullRequestName,
  tryFindEntered,
} from "./known-resources";
import { applySecond, type SecondContext, SecondError, type SecondHandlers } from "./second-error";
import { type EntryTransition, showTransition } from "./show-pull-request";
import { toPage, toPlaceKey } from "./to-page";

/** Operations that read or write records: test runs, histories, targets, estimates. */
export const RECORD_HANDLERS = {
  "GET /merge-queues/{id}/verification-runs": (request, context) =>
    listRuns(context, request, [findQueueById(context, request.id)]),
  "GET /pull-requests/{id}/verification-runs": (request, context) => {
    const { repo, pullRequest } = findEntered(context, request.id);
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
      items: results,
      toKey: ({ endedAt, testRunId, prNumber }) => `${endedAt} ${testRunId} ${toPlaceKey(prNumber)}`,
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
  "GET /pull-requests/{id}/queue-entry-history": (request, context) => {
    const { id, direction } = request;
    return toPage(context, request, {
      items: listHistory(findEntered(context, id), direction),
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
        const history = listHistory(tryFindEntered(context, pullRequestId), direction);
        return { pullRequestId, transitions: history.map((one) => showTransition(context, one)) };
      },
    }).response;
  },
  "GET /pull-requests/{id}/queue-entry-estimate": ({ id }, context) => {
    const { queue, pullRequest } = findEntered(context, id);
    const latest = queue && tryFindLatest(queue, pullRequest.number);
    const { nowMs } = context.engine.state;
    const estimate = queue && latest && toEstimate(queue, latest, context.options, nowMs);
    return jsonResponse(200, estimate ?? { status: "unavailable", reason: "notInQueue" });
  },
  "GET /pull-requests/{id}/impacted-targets": ({ id }, context) => {
    const { repo, pullRequest, queue } = findEntered(context, id);
    // Targets may be reported before the pull request is submitted.
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
    const wanted = { branch, baseBranch: targetBranch, number: [request.number ?? []].flat() };
    const [known] = selectAtHost(context, repositoryId, wanted);
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

function listHistory(
  known: EnteredPullRequest | undefined,
  direction: string | undefined,
): readonly EntryTransition[] {
  const { queue } = known ?? {};
  const submission = known && queue && tryFindLatest(queue, known.pullRequest.number);
  if (queue === undefined || submission === undefined) return [];
  const transitions = submission.history.map((change, index) => ({ queue, submission, change, index }));
  return direction === "newest" ? transitions.toReversed() : transitions;
}

function listRuns(
  context: SecondContext,
  request: SecondRequest<"GET /merge-queues/{id}/verification-runs">,
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
      .filter(({ queue, run: { sequences } }) => {
        const isHere = (sequence: number): boolean => findSubmission(queue, sequence).number === number;
        return number === undefined || sequences.some(isHere);
      }),
    toKey: ({ run }) => `${toPlaceKey(run.createdAtMs)} ${run.id}`,
    isDescending: true,
    show: ({ queue, run }) => showVerificationRun(context, queue, run),
  }).response;
}

function showVerificationRun(service: ServedEngine, queue: Queue, test: EngineTest): object {
  const run = withDeciding(test, service.options);
  const { createdAtMs, concludedAtMs, checks } = run;
  const updatedAtMs = concludedAtMs ?? Math.max(createdAtMs, ...checks.map((one) => one.reportedAtMs));
  const show = (sequence: number): object =>
    showPullRequestName(service, queue.identity, findSubmission(queue, sequence).pullRequest);
  return {
    id: run.id,
    isBisection: run.isBisection,
    testBranch: run.testBranch,
    testBranchSha: run.testBranchSha,
    createdAt: new Date(createdAtMs).toISOString(),
    updatedAt: new Date(updatedAtMs).toISOString(),
    status: RUN_STATUSES[run.status],
    requiredStatusesSource: STATUSES_SOURCES[run.requiredStatusesSource],
    requiredStatuses: run.requiredStatuses,
    checks: listCheckRuns(run).map((check) => showCheck(run, check)),
    testedPullRequests: run.sequences.map(show),
    dependentPullRequests: run.beneath.map(show),
  };
}

/** Shows a single run, with the targets that were reported for the run's commits. */
function showWholeRun(service: ServedEngine, queue: Queue, run: EngineTest): object {
  const list = (sequences: readonly number[]): ImpactedTargets[] =>
    sequences.flatMap((sequence) => {
      const targets = tryFindUpload(service, queue, findSubmission(queue, sequence).pullRequest);
      return targets === undefined ? [] : [targets];
    });
  const tested = list(run.sequences);
  const all = [...list(run.beneath), ...tested];
  const only = tested.length === 0 ? {} : { testedPullRequestsOnly: showTargets(tested) };
  return {
    ...showVerificationRun(service, queue, run),
    ...(all.length === 0 ? {} : { impactedTargets: { all: showTargets(all), ...only } }),
  };
}

function showCheck({ id }: EngineTest, check: ReturnType<typeof listCheckRuns>[number]): object {
  const { name, conclusion: given, url = null } = check;
  const common = { id: makeUuid(`${id}\n${name}`), name, kind: "checkRun", url, provider: "github" };
  // As published, a missing conclusion is neutral.
  if (given === undefined) return { ...common, status: "inProgress", conclusion: "neutral" };
  const conclusion = given === "timed_out" ? "timeout" : given;
  return { ...common, status: "completed", conclusion, providerConclusion: given.toUpperCase() };
}

/** Returns the reported targets of a pull request's commit; undefined if no targets were reported. */
function tryFindUpload(
  { engine }: ServedEngine,
  queue: Queue,
  pullRequest: Parameters<typeof findAtHost>[2]["pullRequest"],
): ImpactedTargets | undefined {
  const { number, sha } = pullRequest;
  const isHead = findAtHost(engine.state, queue, { number, pullRequest }).sha === sha;
  return isHead ? queue.impactedTargets.get(number) : queue.otherTargets.get(number)?.get(sha);
}

function showTargets(uploads: readonly ImpactedTargets[]): object {
  const impactsAllTargets = uploads.includes("ALL");
  const targets = impactsAllTargets ? [] : [...new Set(uploads.flat())].sort();
  return {
    impactsAllTargets,
    impactedTargets: targets.slice(0, MAX_TARGETS),
    totalImpactedTargets: targets.length,
  };
}
