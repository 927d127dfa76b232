import type { MetricFamily, MetricSample } from "./parse-metrics";

/**
 * The published metrics of one queue, of the queue itself or of its bisections. Fields are absent if the
 * service does not have the metric. Those with `1h` are about the last hour, by the service's clock.
 */
export interface QueueMetrics {
  /** Repository as `owner/name`; the metrics do not name its host. */
  readonly repo: string;
  /** Branch that the queue targets. */
  readonly branch: string;
  /** `bisection`: what bisections of failed batches do. In lower case; may be a word of a newer service. */
  readonly queueType: "main" | "bisection" | (string & {});
  /** Pull requests in the queue now, without those of {@link awaitingMergeability}. */
  readonly depth?: number | undefined;
  /** Pull requests that wait to become mergeable now (`not_ready`). */
  readonly awaitingMergeability?: number | undefined;
  /** Pull requests in testing now. */
  readonly activeTestingSlots?: number | undefined;
  /** Pull requests that left the queue. */
  readonly concluded1h?: ConclusionCounts | undefined;
  /** Pull requests that went from testing back to waiting. */
  readonly restarts1h?: number | undefined;
  /** Time from entering the queue until the start of testing. */
  readonly waitSeconds1h?: DurationHistogram | undefined;
  /** Time in testing. */
  readonly testSeconds1h?: DurationHistogram | undefined;
  /** Time from entering the queue until leaving it. */
  readonly timeInQueueSeconds1h?: DurationHistogram | undefined;
}

/** Number of pull requests by how they left a queue; absent if the service does not say. */
export interface ConclusionCounts {
  readonly merged?: number | undefined;
  readonly failed?: number | undefined;
  readonly cancelled?: number | undefined;
}

/** How many durations there were, by length. */
export interface DurationHistogram {
  /** By ascending length. */
  readonly buckets: readonly DurationBucket[];
  /** Sum of all durations in seconds; absent if the service does not say. */
  readonly sumSeconds?: number | undefined;
  /** Number of all durations; absent if the service does not say. */
  readonly count?: number | undefined;
}

/** Number of durations up to a length. */
export interface DurationBucket {
  /** In seconds; `Infinity` in the last bucket. */
  readonly upToSeconds: number;
  /** Number of durations up to this length; includes those of the previous buckets. */
  readonly count: number;
}

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

const CONCLUSIONS: ReadonlySet<string> = new Set(["merged", "failed", "cancelled"]);

/**
 * Reads the published metrics `mq_*` as values, one for each queue and type of queue. Other metrics, samples
 * without the labels `repo` and `branch`, and values that are not finite are left out.
 * @param families - as `parseMetrics` returns them
 * @returns the queues in the order in which the metrics first name them; empty without published metrics
 */
export function readQueueMetrics(families: readonly MetricFamily[]): QueueMetrics[] {
  const queues = new Map<string, QueueDraft>();
  for (const sample of families.flatMap(({ samples }) => samples)) {
    const { repo, branch, queue_type = "main" } = sample.labels;
    const add = Number.isFinite(sample.value) ? findReader(sample) : undefined;
    if (add === undefined || repo === undefined || branch === undefined) continue;
    const queueType = queue_type.toLowerCase();
    const key = JSON.stringify([repo, branch, queueType]);
    const queue = queues.get(key) ?? { repo, branch, queueType };
    queues.set(key, queue);
    add(queue);
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
    const conclusion = labels["conclusion"]?.toLowerCase() ?? "";
    if (!CONCLUSIONS.has(conclusion)) return undefined;
    return (queue) => (queue.concluded1h = { ...queue.concluded1h, [conclusion]: value });
  }
  const [, base = "", part] = /^(.*)_(sum|count|bucket)$/s.exec(name) ?? [];
  const histogram = HISTOGRAMS.get(base);
  if (histogram === undefined) return undefined;
  const upToSeconds = readBound(labels["le"]);
  if (part === "bucket" && Number.isNaN(upToSeconds)) return undefined;
  return (queue) => {
    const draft = (queue[histogram] ??= { buckets: [] });
    if (part === "sum") draft.sumSeconds = value;
    else if (part === "count") draft.count = value;
    else draft.buckets.push({ upToSeconds, count: value });
  };
}

function readBound(le = ""): number {
  if (le.trim() === "") return NaN;
  return /^\+?inf(inity)?$/i.test(le) ? Infinity : Number(le);
}
