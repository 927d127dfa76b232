import type { Queue } from "../../engine/engine-state";
import { type Histogram, type Labels, type Metric, type MetricFamily, measure } from "./exposition";
import { addReadings, QUEUE_TYPES, type QueueType, Readings } from "./read-last-hour";

/** Upper bounds of the published histograms, in seconds. */
const BOUNDS_SECONDS = [60, 300, 600, 900, 1800, 3600, 5400, 7200, Number.POSITIVE_INFINITY];

/** The metrics that services with this interface publish (docs/assumptions.md, "Metrics"). */
const METRICS: readonly Metric<Readings>[] = [
  {
    name: "mq_depth_current",
    type: "gauge",
    help: "Pull requests in the queue now, without those that are not ready.",
    read: ({ depth }) => depth,
  },
  {
    name: "mq_awaiting_mergeability",
    type: "gauge",
    help: "Pull requests that are not ready now.",
    read: ({ awaitingMergeability }) => awaitingMergeability,
  },
  {
    name: "mq_testing_slots_active",
    type: "gauge",
    help: "Pull requests in testing now.",
    read: ({ testing }) => testing,
  },
  {
    name: "mq_pr_conclusions_1h_total",
    type: "gauge",
    help: "Pull requests that left the queue in the last hour, by conclusion.",
    label: "conclusion",
    read: ({ concluded }) => concluded,
  },
  {
    name: "mq_pr_restarts_1h_total",
    type: "gauge",
    help: "Pull requests whose tests were cancelled in the last hour, to be tested again.",
    read: ({ restarts }) => restarts,
  },
  {
    name: "mq_pr_wait_duration_1h_seconds",
    type: "histogram",
    help: "Time from entering the queue until the first test run, of those that started in the last hour, in seconds.",
    read: ({ waitsMs }) => countDurations(waitsMs),
  },
  {
    name: "mq_pr_test_duration_1h_seconds",
    type: "histogram",
    help: "Duration of the test runs that passed or failed in the last hour, for each pull request, in seconds.",
    read: ({ testsMs }) => countDurations(testsMs),
  },
  {
    name: "mq_pr_time_in_queue_1h_seconds",
    type: "histogram",
    help: "Time from entering the queue until leaving it, of those that left in the last hour, in seconds.",
    read: ({ timesInQueueMs }) => countDurations(timesInQueueMs),
  },
];

/**
 * Measures queues as services publish it. The labels do not name the host, so queues of repositories with the same owner
 * and name on several hosts are added up.
 * @param nowMs - the end of the last hour, in milliseconds since 1970 (UTC)
 */
export function measurePublished(queues: readonly Queue[], nowMs: number): MetricFamily[] {
  const series = new Map<string, { labels: Labels; readings: Record<QueueType, Readings> }>();
  for (const queue of queues) {
    const { repo, targetBranch } = queue.identity;
    const labels = { repo: `${repo.owner}/${repo.name}`, branch: targetBranch };
    // Neither owner nor name contains a slash.
    const key = `${labels.repo}/${targetBranch}`;
    const fresh = { labels, readings: { main: new Readings(), bisection: new Readings() } };
    const known = series.get(key) ?? fresh;
    series.set(key, known);
    addReadings(known.readings, queue, nowMs);
  }
  const sources = [...series.values()].flatMap(({ labels, readings }) =>
    QUEUE_TYPES.map((type) => ({ labels: { ...labels, queue_type: type }, source: readings[type] })),
  );
  return measure(METRICS, sources);
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
