import type { Queue, Submission } from "../../engine/engine-state";
import { findSubmission, isEnqueued, listEnqueued, wasBisected } from "../../engine/queue-contents";
import { HOUR_MS } from "../../text/milliseconds";
import { type ExposedMetric, type Histogram, type Labels, type Metric, measure } from "./exposition";

const BOUNDS_SECONDS = [60, 300, 600, 900, 1800, 3600, 5400, 7200, Number.POSITIVE_INFINITY];

/** The metrics that services with this interface publish (docs/assumptions.md, "Metrics"). */
const METRICS: readonly Metric<Readings>[] = [
  {
    name: "mq_depth_current",
    help: "Ready pull requests in the queue now.",
    read: ({ depth }) => depth,
  },
  {
    name: "mq_awaiting_mergeability",
    help: "Pull requests that are not ready now.",
    read: ({ awaitingMergeability }) => awaitingMergeability,
  },
  { name: "mq_testing_slots_active", help: "Pull requests in testing now.", read: ({ testing }) => testing },
  {
    name: "mq_pr_conclusions_1h_total",
    help: "Pull requests that left the queue in the last hour, by conclusion.",
    label: "conclusion",
    read: ({ concluded }) => concluded,
  },
  {
    name: "mq_pr_restarts_1h_total",
    help: "Pull requests whose tests were cancelled in the last hour and must run again.",
    read: ({ restarts }) => restarts,
  },
  {
    name: "mq_pr_wait_duration_1h_seconds",
    type: "histogram",
    help: "Seconds that pull requests waited in the queue for their first test run, if that run started in the last hour.",
    read: ({ waitsMs }) => countDurations(waitsMs),
  },
  {
    name: "mq_pr_test_duration_1h_seconds",
    type: "histogram",
    help: "Seconds that test runs took, if they passed or failed in the last hour. A run counts once for each of its pull requests.",
    read: ({ testsMs }) => countDurations(testsMs),
  },
  {
    name: "mq_pr_time_in_queue_1h_seconds",
    type: "histogram",
    help: "Seconds that pull requests spent in the queue, if they left it in the last hour.",
    label: "conclusion",
    read: ({ timesInQueueMs }) => countEach(timesInQueueMs),
  },
  {
    name: "mq_pr_state_duration_1h_seconds",
    type: "histogram",
    help: "Seconds that pull requests spent in a state, if they left that state in the last hour.",
    label: "state",
    read: ({ statesMs }) => countEach(statesMs),
  },
];

/** Computes the published metrics. No label names the host, so repositories of the same name are summed. */
export function measurePublished(queues: readonly Queue[], nowMs: number): ExposedMetric[] {
  const series = new Map<string, { labels: Labels; readings: ByType }>();
  for (const queue of queues) {
    const { repo, targetBranch } = queue.identity;
    const labels = { repo: `${repo.owner}/${repo.name}`, branch: targetBranch };
    // Neither owner nor name contains a slash.
    const key = `${labels.repo}/${targetBranch}`;
    const fresh = { labels, readings: { main: new Readings(), bisection: new Readings() } };
    const known = series.get(key) ?? fresh;
    addReadings(known.readings, queue, nowMs);
    series.set(key, known);
  }
  const sources = [...series.values()].flatMap(({ labels, readings }) =>
    QUEUE_TYPES.map((type) => ({ labels: { ...labels, queue_type: type }, source: readings[type] })),
  );
  return measure(METRICS, sources);
}

function countEach(durationsMs: Readonly<Record<string, readonly number[]>>): Record<string, Histogram> {
  const each = Object.entries(durationsMs);
  return Object.fromEntries(each.map(([key, durations]) => [key, countDurations(durations)]));
}

function countDurations(durationsMs: readonly number[]): Histogram {
  const counts = BOUNDS_SECONDS.map(() => 0);
  let sumMs = 0;
  for (const durationMs of durationsMs) {
    const index = BOUNDS_SECONDS.findIndex((bound) => durationMs <= bound * 1000);
    counts[index] = (counts[index] ?? 0) + 1;
    sumMs += durationMs;
  }
  return { bounds: BOUNDS_SECONDS, counts, sum: sumMs / 1000 };
}

const QUEUE_TYPES = ["main", "bisection"] as const;

type QueueType = (typeof QUEUE_TYPES)[number];
type ByType = Record<QueueType, Readings>;
type Durations = Record<string, number[]>;

class Readings {
  depth = 0;
  awaitingMergeability = 0;
  testing = 0;
  readonly concluded: Record<string, number> = { merged: 0, failed: 0, cancelled: 0 };
  restarts = 0;
  readonly waitsMs: number[] = [];
  /** Durations of runs that passed or failed, listed once for each pull request of the run. */
  readonly testsMs: number[] = [];
  readonly timesInQueueMs: Durations = { merged: [], failed: [], cancelled: [] };
  /** Omits the state `not_ready`, which says nothing about the queue. */
  readonly statesMs: Durations = { pending: [], testing: [], tests_passed: [], pending_failure: [] };
}

/** Adds a queue's values to the readings. An event exactly one hour ago is not in the last hour. */
function addReadings(readings: ByType, queue: Queue, nowMs: number): void {
  const afterMs = nowMs - HOUR_MS;
  const bisecting = queue.line.filter(({ phase }) => phase === "bisecting");
  const bisected = new Set(bisecting.flatMap(({ sequences }) => sequences));
  const addWait = ({ firstTestedAtMs, waitedMs }: Submission): void => {
    if (firstTestedAtMs === undefined || waitedMs === undefined || firstTestedAtMs <= afterMs) return;
    readings.main.waitsMs.push(waitedMs);
  };
  for (const submission of listEnqueued(queue)) {
    const { sequence, state } = submission;
    const shown = readings[bisected.has(sequence) ? "bisection" : "main"];
    if (state === "not_ready") shown.awaitingMergeability += 1;
    else shown.depth += 1;
    if (state === "testing") shown.testing += 1;
    addWait(submission);
    addStates(readings, queue, submission, afterMs);
  }
  for (const [, sequence] of queue.concluded.entriesReversed()) {
    const submission = findSubmission(queue, sequence);
    const { state, stateChangedAtMs, enteredAtMs } = submission;
    if (stateChangedAtMs <= afterMs) break;
    const { concluded, timesInQueueMs } = readings[readType(queue, submission)];
    addWait(submission);
    addStates(readings, queue, submission, afterMs);
    concluded[state] = (concluded[state] ?? 0) + 1;
    if (enteredAtMs !== undefined) timesInQueueMs[state]?.push(stateChangedAtMs - enteredAtMs);
  }
  for (const { status, concludedAtMs, createdAtMs, sequences, isBisection } of queue.testRuns.values()) {
    if (concludedAtMs === undefined || concludedAtMs <= afterMs || status === "cancelled") continue;
    const durationsMs = sequences.map(() => concludedAtMs - createdAtMs);
    readings[isBisection ? "bisection" : "main"].testsMs.push(...durationsMs);
  }
  for (const [, { main, bisection }] of queue.restarts.entries(afterMs + 1)) {
    readings.main.restarts += main;
    readings.bisection.restarts += bisection;
  }
}

function addStates(readings: ByType, queue: Queue, { history }: Submission, afterMs: number): void {
  for (let index = history.length - 1; index > 0; index -= 1) {
    const [from, to] = [history[index - 1], history[index]];
    if (from === undefined || to === undefined || to.atMs <= afterMs || !isEnqueued(from)) return;
    const { statesMs } = readings[readType(queue, from)];
    statesMs[from.state]?.push(to.atMs - from.atMs);
  }
}

function readType(queue: Queue, { testRunId }: Pick<Submission, "testRunId">): QueueType {
  return wasBisected(queue, { testRunId }) ? "bisection" : "main";
}
