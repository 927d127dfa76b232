import type { Queue } from "../../engine/engine-state";
import { type Labels, listHistogramSamples, type MetricFamily, type Sample } from "./exposition";
import {
  addReadings,
  CONCLUSIONS,
  createReadings,
  QUEUE_TYPES,
  type QueueType,
  type Readings,
} from "./read-last-hour";

/** Upper bounds of the published histograms, in seconds. */
const BOUNDS_SECONDS = [60, 300, 600, 900, 1800, 3600, 5400, 7200, Number.POSITIVE_INFINITY];

type PublishedMetric = Omit<MetricFamily, "samples"> & {
  readonly toSamples: (readings: Readings, labels: Labels) => readonly Sample[];
};

/** The metrics that services with this interface publish (docs/assumptions.md, "Metrics"). */
const METRICS: readonly PublishedMetric[] = [
  gauge(
    "mq_depth_current",
    "Pull requests in the queue now, without those that are not ready.",
    (readings) => readings.depth,
  ),
  gauge(
    "mq_awaiting_mergeability",
    "Pull requests that are not ready now.",
    (readings) => readings.awaitingMergeability,
  ),
  gauge("mq_testing_slots_active", "Pull requests in testing now.", (readings) => readings.testing),
  {
    name: "mq_pr_conclusions_1h_total",
    help: "Pull requests that left the queue in the last hour, by conclusion.",
    type: "gauge",
    toSamples: ({ concluded }, labels) =>
      CONCLUSIONS.map((conclusion) => ({ labels: { ...labels, conclusion }, value: concluded[conclusion] })),
  },
  gauge(
    "mq_pr_restarts_1h_total",
    "Pull requests whose tests were cancelled in the last hour, to be tested again.",
    (readings) => readings.restarts,
  ),
  histogram(
    "mq_pr_wait_duration_1h_seconds",
    "Time from entering the queue until the first test run, of those that started in the last hour, in seconds.",
    (readings) => readings.waitsMs,
  ),
  histogram(
    "mq_pr_test_duration_1h_seconds",
    "Duration of the test runs that passed or failed in the last hour, for each pull request, in seconds.",
    (readings) => readings.testsMs,
  ),
  histogram(
    "mq_pr_time_in_queue_1h_seconds",
    "Time from entering the queue until leaving it, of those that left in the last hour, in seconds.",
    (readings) => readings.timesInQueueMs,
  ),
];

/**
 * Measures queues as services publish it. The labels do not name the host, so queues of repositories with the same owner
 * and name on several hosts are added up.
 * @param nowMs - the end of the last hour, in milliseconds since 1970 (UTC)
 */
export function measurePublished(queues: readonly Queue[], nowMs: number): MetricFamily[] {
  const series = new Map<
    string,
    { readonly labels: Labels; readonly readings: Record<QueueType, Readings> }
  >();
  for (const queue of queues) {
    const { repo, targetBranch } = queue.identity;
    const labels = { repo: `${repo.owner}/${repo.name}`, branch: targetBranch };
    // Neither owner nor name contains a slash.
    const key = `${labels.repo}/${targetBranch}`;
    const known = series.get(key) ?? {
      labels,
      readings: { main: createReadings(), bisection: createReadings() },
    };
    series.set(key, known);
    addReadings(known.readings, queue, nowMs);
  }
  const measured = [...series.values()].flatMap(({ labels, readings }) =>
    QUEUE_TYPES.map((type) => ({ labels: { ...labels, queue_type: type }, readings: readings[type] })),
  );
  return METRICS.map(({ toSamples, ...family }) => ({
    ...family,
    samples: measured.flatMap(({ labels, readings }) => toSamples(readings, labels)),
  }));
}

function gauge(name: string, help: string, read: (readings: Readings) => number): PublishedMetric {
  return { name, help, type: "gauge", toSamples: (readings, labels) => [{ labels, value: read(readings) }] };
}

function histogram(
  name: string,
  help: string,
  read: (readings: Readings) => readonly number[],
): PublishedMetric {
  return {
    name,
    help,
    type: "histogram",
    toSamples: (readings, labels) => listHistogramSamples(countDurations(read(readings)), labels),
  };
}

function countDurations(durationsMs: readonly number[]): Parameters<typeof listHistogramSamples>[0] {
  const counts = BOUNDS_SECONDS.map(() => 0);
  let sumMs = 0;
  for (const durationMs of durationsMs) {
    const index = BOUNDS_SECONDS.findIndex((bound) => durationMs <= bound * 1000);
    counts[index] = (counts[index] ?? 0) + 1;
    sumMs += durationMs;
  }
  return { bounds: BOUNDS_SECONDS, counts, sum: sumMs / 1000 };
}
