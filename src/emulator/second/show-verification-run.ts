import type { EngineTest, ImpactedTargets, Queue } from "../../engine/engine-state";
import { findSubmission } from "../../engine/queue-contents";
import { makeUuid } from "../../engine/stable-ids";
import { MAX_TARGETS } from "../../wire/second/request-fields";
import { RUN_STATUSES, STATUSES_SOURCES } from "../../wire/second/words";
import { findAtHost } from "../responses/submitted-pull-request-response";
import { listCheckRuns, withDeciding } from "../responses/test-run-response";
import type { ServedEngine } from "../service/handle-request";
import { showPullRequestName } from "./known-resources";

export function showVerificationRun(service: ServedEngine, queue: Queue, test: EngineTest): object {
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

/** Shows a single run: with the targets that were reported for its commits, if any were. */
export function showWholeRun(service: ServedEngine, queue: Queue, run: EngineTest): object {
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

function showCheck(
  { id }: EngineTest,
  { name, conclusion: given }: ReturnType<typeof listCheckRuns>[number],
): object {
  const common = { id: makeUuid(`${id}\n${name}`), name, kind: "checkRun", url: null, provider: "github" };
  // As published, neutral stands for the conclusion that it does not have yet.
  if (given === undefined) return { ...common, status: "inProgress", conclusion: "neutral" };
  const conclusion = given === "timed_out" ? "timeout" : given;
  return { ...common, status: "completed", conclusion, providerConclusion: given.toUpperCase() };
}

/** Looks up what was reported for a commit of a pull request. @returns undefined if nothing was */
export function tryFindUpload(
  { engine }: ServedEngine,
  queue: Queue,
  pullRequest: Parameters<typeof findAtHost>[2]["pullRequest"],
): ImpactedTargets | undefined {
  const { number, sha } = pullRequest;
  const isHead = findAtHost(engine.state, queue, { number, pullRequest }).sha === sha;
  return isHead ? queue.impactedTargets.get(number) : queue.otherTargets.get(number)?.get(sha);
}

/** Shows reports of targets as one, sorted. */
export function showTargets(uploads: readonly ImpactedTargets[]): object {
  const impactsAllTargets = uploads.includes("ALL");
  const targets = impactsAllTargets ? [] : [...new Set(uploads.flat())].sort();
  return {
    impactsAllTargets,
    impactedTargets: targets.slice(0, MAX_TARGETS),
    totalImpactedTargets: targets.length,
  };
}
