import { formatQueueId, type QueueIdentity } from "../queue/queue-identity";
import { MINUTE_MS } from "../text/milliseconds";
import type { CiRun, ConcludedPullRequest, History, ObservedTest } from "./history";
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
import { listRunAttempts } from "./workload/history/list-run-attempts";
import { readCiRuns } from "./workload/history/read-ci-runs";
import { readMergeTimes } from "./workload/history/read-merge-times";
import { describeShortfall, requireEnough } from "./workload/history/working-days";

/** An estimated workload, and sentences about the parameters that are missing from the workload. */
export interface EstimatedWorkload {
  readonly workload: QueueWorkload;
  readonly notes: readonly string[];
}

/** CI systems round times to seconds. A run that seems to take no time gets this duration. */
const MIN_MINUTES = 1 / 60;

const NO_ARRIVALS =
  "The service does not say when pull requests were submitted, so the times at which they left the queue count as arrivals.";

/**
 * Estimates durations and rates from test runs, priorities from conclusions, and arrivals from timelines.
 * Without timelines, arrivals come from conclusions. Without enough test runs, rates come from conclusions.
 * @param nowMs - when the lists end: milliseconds since 1970 (UTC)
 * @throws MergeQueueError `history_too_small`
 */
export function estimateFromInterface(
  queue: QueueIdentity,
  { conclusions, arrivalsMs, runs }: History,
  nowMs: number,
): EstimatedWorkload {
  const timesMs = arrivalsMs ?? conclusions.map(({ atMs }) => atMs);
  const arrivalSource = arrivalsMs === undefined ? "interface" : "timelines";
  return combine(queue, [
    { known: {}, notes: arrivalsMs === undefined ? [NO_ARRIVALS] : [] },
    // The clock of the service may be a little ahead.
    toArrivalsSinceFirst(arrivalSource, timesMs, Math.max(nowMs, findLatest(timesMs))),
    ...(runs === undefined ? [] : [toTestMinutes("results", runs)]),
    toRatesOf(conclusions, runs),
    toPriorities("interface", conclusions),
  ]);
}

/**
 * Estimates arrivals, test durations and rates from CI runs in CSV. A commit arrives with its first run.
 * @throws MergeQueueError `history_too_small`, or `invalid_workload` for the reasons of {@link readCiRuns}
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

/** Estimates failure rate and flake rate from test runs or, if there are too few, from conclusions. */
function toRatesOf(conclusions: History["conclusions"], runs: History["runs"]): Parameters {
  if (runs === undefined) return toRates("interface", requireDecided(conclusions));
  const attempts = listRunAttempts(runs, conclusions);
  const timesMs = attempts.map(({ atMs }) => atMs);
  const shortfall = describeShortfall(timesMs, "test runs that passed or failed");
  if (shortfall === undefined) return toRates("results", attempts);
  const { known } = toRates("interface", requireDecided(conclusions));
  const note = `Failure rate and flake rate come from pull requests, not from test runs. ${shortfall}`;
  return { known, notes: [note] };
}

/** Converts merges and failures to attempts. Omits cancellations, which show nothing about the change. */
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

/** Estimates the rate of arrivals since the first one, which only marks the start and is not counted. */
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
