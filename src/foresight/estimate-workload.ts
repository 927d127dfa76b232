import { formatQueueId, type QueueIdentity } from "../queue/queue-identity";
import { MINUTE_MS } from "../text/milliseconds";
import type { CiRun, ConcludedPullRequest, History, ListedRun, ObservedTest } from "./history";
import { roundNumbers } from "./statistics/round-numbers";
import type { QueueWorkload, WorkloadSource } from "./workload";
import type { Attempt } from "./workload/estimate/estimate-outcomes";
import {
  type Parameters,
  toArrivals,
  toPriorities,
  toRates,
  toTestMinutes,
} from "./workload/estimate/parameters";
import { listRunAttempts, SAME_MS } from "./workload/history/list-run-attempts";
import { readCiRuns } from "./workload/history/read-ci-runs";
import { readMergeTimes } from "./workload/history/read-merge-times";
import { describeShortfall, requireEnough } from "./workload/history/working-days";

/** An estimated workload. */
export interface EstimatedWorkload {
  readonly workload: QueueWorkload;
  readonly notes: readonly string[];
}

/** CI systems round times to seconds, so that a short run may end when it starts. */
const MIN_MINUTES = 1 / 60;

const NO_ARRIVALS =
  "Testing results say neither when a pull request was submitted nor how long it waited: arrivals are the times at which " +
  "pull requests left the queue. To see them as they happen, watch the queue with --recording.";

/**
 * Estimates a workload from what the service lists until `nowMs`. Rates of too few runs are those of
 * conclusions. @throws MergeQueueError `history_too_small`
 */
export function estimateFromInterface(
  queue: QueueIdentity,
  conclusions: readonly ConcludedPullRequest[],
  nowMs: number,
  runs?: readonly ListedRun[],
): EstimatedWorkload {
  const rates = toRatesOf("interface", conclusions, runs);
  const timesMs = conclusions.map(({ atMs }) => atMs);
  return combine(queue, [
    // The clock of the service may be a little ahead.
    toArrivalsSinceFirst("interface", timesMs, Math.max(nowMs, findLatest(timesMs))),
    ...(runs === undefined ? [] : [{ known: {}, notes: [NO_ARRIVALS] }, toTestMinutes("results", runs)]),
    rates,
    toPriorities("interface", conclusions),
  ]);
}

/** Estimates from a recording and lists of other times. @throws MergeQueueError `history_too_small` */
export function estimateFromRecording(
  queue: QueueIdentity,
  { recording, listed, runs }: History,
): EstimatedWorkload {
  const conclusions = mergeConclusions([...listed, ...recording.conclusions]);
  const rates = toRatesOf("recorder", conclusions, runs);
  const ofRuns = toTestMinutes("results", runs ?? []);
  return combine(queue, [
    toArrivals("recorder", recording.arrivalsMs, recording.windows),
    ofRuns.known.testMinutes === undefined ? toTestMinutes("recorder", recording.tests) : ofRuns,
    rates,
    toPriorities("recorder", conclusions),
  ]);
}

/**
 * Estimates a workload from a CSV file of CI runs; a commit that is tested again does not arrive again.
 * @throws MergeQueueError `history_too_small`; `invalid_workload` as {@link readCiRuns}
 */
export function estimateFromCiRuns(queue: QueueIdentity, csv: string): EstimatedWorkload {
  const runs = readCiRuns(csv);
  const decided = runs.filter(({ conclusion }) => conclusion !== "cut");
  const endsMs = decided.map(({ finishedMs }) => finishedMs);
  requireEnough(endsMs, "CI runs that passed or failed");
  const arrivalsMs = listFirstQueued(runs);
  return combine(queue, [
    toArrivalsSinceFirst("csv", arrivalsMs, findLatest(arrivalsMs)),
    toTestMinutes("csv", runs.map(toTimedRun)),
    toRates("csv", decided.map(toAttempt)),
  ]);
}

/** Estimates arrivals from git. @throws MergeQueueError `history_too_small`, `invalid_workload` */
export function estimateFromMerges(queue: QueueIdentity, gitLog: string): EstimatedWorkload {
  const timesMs = readMergeTimes(gitLog);
  requireEnough(timesMs, "merges");
  return combine(queue, [toArrivalsSinceFirst("git", timesMs, findLatest(timesMs))]);
}

function toRatesOf(
  source: WorkloadSource,
  conclusions: readonly ConcludedPullRequest[],
  runs: readonly ListedRun[] | undefined,
): Parameters {
  if (runs === undefined) return toRates(source, requireDecided(conclusions));
  const attempts = listRunAttempts(runs, conclusions);
  const timesMs = attempts.map(({ atMs }) => atMs);
  const shortfall = describeShortfall(timesMs, "test runs that passed or failed");
  if (shortfall === undefined) return toRates("results", attempts);
  const { known } = toRates(source, requireDecided(conclusions));
  const note = `Failure rate and flake rate are those of pull requests, not of test runs. ${shortfall}`;
  return { known, notes: [note] };
}

/** Returns the attempts behind conclusions that say whether a change is broken. */
function requireDecided(conclusions: readonly ConcludedPullRequest[]): Attempt[] {
  const decided = conclusions.filter(({ conclusion }) => conclusion !== "cancelled");
  const timesMs = decided.map(({ atMs }) => atMs);
  requireEnough(timesMs, "pull requests that were merged or failed");
  return decided.map(({ number, sha, conclusion, atMs }, index) => ({
    // Without the commit, it is unknown whether a pull request was changed before it came back.
    key: sha === undefined ? `conclusion ${index}` : `${number} ${sha}`,
    isPassed: conclusion === "merged",
    changes: 1,
    atMs,
  }));
}

/** The service lists a pull request again that a recording has; often only one of them has the commit. */
function mergeConclusions(conclusions: readonly ConcludedPullRequest[]): ConcludedPullRequest[] {
  const distinct: ConcludedPullRequest[] = [];
  const lastIndexes = new Map<string, number>();
  for (const each of conclusions.toSorted((one, other) => one.atMs - other.atMs)) {
    const key = `${each.number} ${each.conclusion}`;
    const index = lastIndexes.get(key);
    const last = index === undefined ? undefined : distinct[index];
    if (index === undefined || last === undefined || each.atMs - last.atMs >= SAME_MS) {
      lastIndexes.set(key, distinct.push(each) - 1);
    } else if (last.sha === undefined) distinct[index] = each;
  }
  return distinct;
}

function toAttempt({ sha, changes = 1, conclusion, finishedMs }: CiRun, index: number): Attempt {
  const key = sha === undefined ? `run ${index}` : `commit ${sha}`;
  return { key, isPassed: conclusion === "passed", changes, atMs: finishedMs };
}

function toTimedRun({ startedMs, finishedMs, conclusion }: CiRun): ObservedTest {
  const minutes = Math.max(MIN_MINUTES, (finishedMs - startedMs) / MINUTE_MS);
  return { minutes, isCensored: conclusion === "cut", atMs: finishedMs };
}

function listFirstQueued(runs: readonly CiRun[]): number[] {
  const seen = new Set<string>();
  const inOrder = runs.toSorted((a, b) => a.queuedMs - b.queuedMs);
  return inOrder.flatMap(({ sha, changes = 1, queuedMs }) => {
    if (sha !== undefined && seen.has(sha)) return [];
    if (sha !== undefined) seen.add(sha);
    return Array.from({ length: changes }, () => queuedMs);
  });
}

/** The first arrival only says since when arrivals are known: it would count without the time before it. */
function toArrivalsSinceFirst(source: WorkloadSource, timesMs: readonly number[], toMs: number): Parameters {
  const [fromMs = toMs, ...others] = timesMs.toSorted((a, b) => a - b);
  return toArrivals(source, others, [{ fromMs, toMs }]);
}

function findLatest(timesMs: readonly number[]): number {
  return timesMs.reduce((max, ms) => Math.max(max, ms), 0);
}

function combine(queue: QueueIdentity, parts: readonly Parameters[]): EstimatedWorkload {
  const known = parts.reduce((all, part) => ({ ...all, ...part.known }), {});
  const workload = roundNumbers({ queue: formatQueueId(queue), ...known });
  return { workload, notes: parts.flatMap(({ notes }) => notes) };
}
