import type { MetricFamily, MetricSample } from "./parse-metrics";

/**
 * The published metrics of a queue or of its bisections. A field is absent if the service lacks the metric.
 * Fields with `1h` cover the last hour, by the service's clock.
 */
export interface QueueMetrics {
  /** Repository as `owner/name`. The metrics do not contain the repository's host. */
  readonly repo: string;
  /** Target branch of the queue. */
  readonly branch: string;
  /** `bisection` for bisections of failed batches. Newer services may add other lower-case words. */
  readonly queueType: "main" | "bisection" | (string & {});
  /** Ready pull requests in the queue now. {@link awaitingMergeability} counts the others. */
  readonly depth?: number | undefined;
  /** Pull requests that wait to become mergeable now (`not_ready`). */
  readonly awaitingMergeability?: number | undefined;
  /** Pull requests that are being tested now. */
  readonly activeTestingSlots?: number | undefined;
  /** Pull requests that left the queue. */
  readonly concluded1h?: ConclusionCounts | undefined;
  /** Pull requests that went from testing back to waiting. */
  readonly restarts1h?: number | undefined;
  /** Time from entering the queue until the start of testing. */
  readonly waitSeconds1h?: DurationHistogram | undefined;
  /** Time in testing. */
  readonly testSeconds1h?: DurationHistogram | undefined;
  /** Time from entering the queue until leaving it, merged or not. */
  readonly timeInQueueSeconds1h?: DurationHistogram | undefined;
  /** How long pull requests spent in each state. The keys are the states in lower case. */
  readonly stateSeconds1h?: { readonly [state: string]: DurationHistogram } | undefined;
}

/** How many pull requests left a queue, by outcome. A field is absent if the service does not send it. */
export interface ConclusionCounts {
  readonly merged?: number | undefined;
  readonly failed?: number | undefined;
  readonly cancelled?: number | undefined;
}

/** How many durations were measured, by length. */
export interface DurationHistogram {
  /** By ascending length. */
  readonly buckets: readonly DurationBucket[];
  /** Sum of all durations in seconds. Absent if the service sends no sum. */
  readonly sumSeconds?: number | undefined;
  /** How many durations were measured. Absent if the service sends no count. */
  readonly count?: number | undefined;
}

/** How many durations were at most `upToSeconds` long. */
export interface DurationBucket {
  /** `Infinity` in the last bucket. */
  readonly upToSeconds: number;
  /** Includes the durations of the previous buckets. */
  readonly count: number;
}

type Writable<Value> = { -readonly [Name in keyof Value]: Value[Name] };

type HistogramName = "waitSeconds1h" | "testSeconds1h" | "timeInQueueSeconds1h";

interface HistogramDraft extends Writable<Omit<DurationHistogram, "buckets">> {
  /** How many durations were at most as long as each upper bound. */
  readonly counts: Map<number, number>;
}

interface Read {
  readonly queue: Writable<Omit<QueueMetrics, HistogramName | "stateSeconds1h">>;
  readonly histograms: Map<string, HistogramDraft>;
  readonly states: Map<string, HistogramDraft>;
}

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
 * Reads the published metrics `mq_*` for each queue and type of queue. Leaves out other metrics, samples
 * without the labels `repo` and `branch`, and values that are not finite.
 * @param families - as `parseMetrics` returns them
 * @returns the queues in the order in which the metrics first name them
 */
export function readQueueMetrics(families: readonly MetricFamily[]): QueueMetrics[] {
  const queues = new Map<string, Read>();
  for (const sample of families.flatMap(({ samples }) => samples)) {
    const { repo, branch, queue_type = "main" } = sample.labels;
    if (!Number.isFinite(sample.value) || repo === undefined || branch === undefined) continue;
    const queueType = queue_type.toLowerCase();
    const key = JSON.stringify([repo, branch, queueType]);
    const read = queues.get(key) ?? {
      queue: { repo, branch, queueType },
      histograms: new Map(),
      states: new Map(),
    };
    if (addSample(read, sample)) queues.set(key, read);
  }
  return [...queues.values()].map(({ queue, histograms, states }) => {
    const own = { ...queue, ...toHistograms(histograms) };
    return states.size === 0 ? own : { ...own, stateSeconds1h: toHistograms(states) };
  });
}

function toHistograms(drafts: ReadonlyMap<string, HistogramDraft>): { [name: string]: DurationHistogram } {
  const histograms = [...drafts].map(([name, { counts, ...totals }]) => {
    const buckets = [...counts].map(([upToSeconds, count]) => ({ upToSeconds, count }));
    buckets.sort((a, b) => (a.upToSeconds < b.upToSeconds ? -1 : 1));
    return [name, { buckets, ...totals }] as const;
  });
  return Object.fromEntries(histograms);
}

function addSample(read: Read, sample: MetricSample): boolean {
  const { queue } = read;
  const { name, labels, value } = sample;
  const gauge = GAUGES.get(name);
  const conclusion = labels["conclusion"]?.toLowerCase() ?? "";
  if (gauge !== undefined) queue[gauge] = value;
  else if (name !== "mq_pr_conclusions_1h_total") return addToHistogram(read, sample);
  else if (CONCLUSIONS.has(conclusion)) queue.concluded1h = { ...queue.concluded1h, [conclusion]: value };
  else return false;
  return true;
}

/** Adds up series that differ only in a label that is not used, such as the conclusion. */
function addToHistogram({ histograms, states }: Read, { name, labels, value }: MetricSample): boolean {
  const [, base = "", part] = /^(.*)_(sum|count|bucket)$/s.exec(name) ?? [];
  const upToSeconds = readBound(labels["le"]);
  const field = HISTOGRAMS.get(base);
  const state = base === "mq_pr_state_duration_1h_seconds" ? labels["state"]?.toLowerCase() : undefined;
  const key = field ?? state;
  if (key === undefined || (part === "bucket" && Number.isNaN(upToSeconds))) return false;
  const drafts = field === undefined ? states : histograms;
  const draft: HistogramDraft = drafts.get(key) ?? { counts: new Map() };
  drafts.set(key, draft);
  if (part === "sum") draft.sumSeconds = (draft.sumSeconds ?? 0) + value;
  else if (part === "count") draft.count = (draft.count ?? 0) + value;
  else draft.counts.set(upToSeconds, (draft.counts.get(upToSeconds) ?? 0) + value);
  return true;
}

function readBound(le = ""): number {
  if (le.trim() === "") return NaN;
  return /^\+?inf(inity)?$/i.test(le) ? Infinity : Number(le);
}
