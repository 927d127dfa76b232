import type { MetricFamily, MetricSample } from "./metric-family";
import type { ConclusionCounts, DurationBucket, DurationHistogram, QueueMetrics } from "./queue-metrics";

type Writable<Value> = { -readonly [Name in keyof Value]: Value[Name] };

type HistogramName = "waitSeconds1h" | "testSeconds1h" | "timeInQueueSeconds1h";

type HistogramDraft = Writable<DurationHistogram> & { readonly buckets: DurationBucket[] };

type QueueDraft = Writable<Omit<QueueMetrics, HistogramName>> & { [Name in HistogramName]?: HistogramDraft };

const GAUGES = new Map<string, "depth" | "awaitingMergeability" | "activeTestingSlots" | "restarts1h">([
  ["mq_depth_current", "depth"],
  ["mq_awaiting_mergeability", "awaitingMergeability"],
  ["mq_testing_slots_active", "activeTestingSlots"],
  ["mq_pr_restarts_1h_total", "restarts1h"],
]);

const HISTOGRAMS = new Map<string, HistogramName>([
  ["mq_pr_wait_duration_1h_seconds", "waitSeconds1h"],
  ["mq_pr_test_duration_1h_seconds", "testSeconds1h"],
  ["mq_pr_time_in_queue_1h_seconds", "timeInQueueSeconds1h"],
]);

const CONCLUSIONS = new Map<string, keyof ConclusionCounts>([
  ["merged", "merged"],
  ["failed", "failed"],
  ["cancelled", "cancelled"],
]);

/**
 * Reads the published metrics `mq_*` as values, one for each queue and type of queue. Other metrics, samples without the
 * labels `repo` and `branch`, and values that are not finite are left out.
 * @param families - as `parseMetrics` returns them
 * @returns the queues in the order in which the metrics first name them; empty if there are no published metrics
 */
export function readQueueMetrics(families: readonly MetricFamily[]): QueueMetrics[] {
  const queues = new Map<string, QueueDraft>();
  for (const sample of families.flatMap(({ samples }) => samples)) {
    const add = Number.isFinite(sample.value) ? findReader(sample) : undefined;
    const queue = add === undefined ? undefined : tryOpenQueue(queues, sample.labels);
    if (queue !== undefined) add?.(queue);
  }
  const read = [...queues.values()];
  for (const queue of read) {
    for (const name of HISTOGRAMS.values()) {
      queue[name]?.buckets.sort((a, b) => (a.upToSeconds < b.upToSeconds ? -1 : 1));
    }
  }
  return read;
}

/** Finds what a sample adds to its queue. @returns undefined if it is not known */
function findReader({ name, labels, value }: MetricSample): ((queue: QueueDraft) => void) | undefined {
  const gauge = GAUGES.get(name);
  if (gauge !== undefined) return (queue) => (queue[gauge] = value);
  if (name === "mq_pr_conclusions_1h_total") {
    const conclusion = CONCLUSIONS.get(labels["conclusion"]?.toLowerCase() ?? "");
    if (conclusion === undefined) return undefined;
    return (queue) => (queue.concluded1h = { ...queue.concluded1h, [conclusion]: value });
  }
  const end = name.lastIndexOf("_");
  const histogram = HISTOGRAMS.get(name.slice(0, Math.max(end, 0)));
  const add = histogram === undefined ? undefined : findPartReader(name.slice(end), labels, value);
  if (histogram === undefined || add === undefined) return undefined;
  return (queue) => {
    add((queue[histogram] ??= { buckets: [] }));
  };
}

function findPartReader(
  suffix: string,
  labels: MetricSample["labels"],
  value: number,
): ((histogram: HistogramDraft) => void) | undefined {
  if (suffix === "_sum") return (histogram) => (histogram.sumSeconds = value);
  if (suffix === "_count") return (histogram) => (histogram.count = value);
  const upToSeconds = suffix === "_bucket" ? readBound(labels["le"]) : NaN;
  if (Number.isNaN(upToSeconds)) return undefined;
  return ({ buckets }) => buckets.push({ upToSeconds, count: value });
}

function readBound(le: string | undefined): number {
  if (le === undefined || le.trim() === "") return NaN;
  return /^\+?inf(inity)?$/i.test(le) ? Infinity : Number(le);
}

function tryOpenQueue(
  queues: Map<string, QueueDraft>,
  labels: MetricSample["labels"],
): QueueDraft | undefined {
  const { repo, branch } = labels;
  if (repo === undefined || branch === undefined) return undefined;
  const queueType = labels["queue_type"]?.toLowerCase() ?? "main";
  const key = JSON.stringify([repo, branch, queueType]);
  let queue = queues.get(key);
  if (queue === undefined) queues.set(key, (queue = { repo, branch, queueType }));
  return queue;
}
