import type { GetMergeQueueMetricsRequest } from "../../api/operations/get-merge-queue-metrics";
import { toRepositoryKey } from "../../engine/draft/engine-draft";
import { findTestRun, listRunIds, TIME_IN_QUEUE_BOUNDS_SECONDS } from "../../engine/draft/queue-draft";
import type { EngineOptions } from "../../engine/engine-options";
import type { EngineState, Queue } from "../../engine/engine-state";
import { countSlots } from "../../engine/line/line";
import { listEnqueued } from "../../engine/list-enqueued";
import { type Refused, tryRefuseRepository } from "../../engine/refusal";
import { parseRepository } from "../../queue/parse-queue-id";
import { CONCLUDED_STATES, PULL_REQUEST_STATES, type PullRequestState } from "../../queue/pull-request-state";
import type { Repository } from "../../queue/queue-identity";
import { toIdentityKey } from "../../queue/queue-identity";
import type { ServiceResponse } from "../http/service-response";
import { readShownState } from "../responses/queue-response";
import {
  EXPOSITION_TYPE,
  formatExposition,
  type Labels,
  listHistogramSamples,
  type MetricFamily,
  type Sample,
} from "./exposition";
import { measurePublished } from "./published-metrics";

const QUEUE_STATES = ["running", "paused", "draining", "switching_modes"] as const;
const OUTCOMES = ["merged", "failed", "cancelled"] as const;
const RUN_STATUSES = ["succeeded", "failed", "cancelled"] as const;
const QUEUED_STATES = PULL_REQUEST_STATES.filter((state) => !CONCLUDED_STATES.includes(state));

type MetricOptions = Pick<EngineOptions, "singleMode">;

type QueueMetric = Omit<MetricFamily, "samples"> & {
  readonly toSamples: (queue: Queue, labels: Labels, options: MetricOptions) => readonly Sample[];
};

/** The metrics that only the local service has (docs/assumptions.md, "Metrics"). */
const METRICS: readonly QueueMetric[] = [
  {
    name: "mergequeue_pull_requests",
    help: "Pull requests in the queue now, by state.",
    type: "gauge",
    toSamples: (queue, labels) => {
      const counts = countByState(queue);
      return QUEUED_STATES.map((state) => ({
        labels: { ...labels, state },
        value: counts.get(state) ?? 0,
      }));
    },
  },
  {
    name: "mergequeue_queue_state",
    help: "1 for the state that the queue is in, 0 for the others.",
    type: "gauge",
    toSamples: (queue, labels) =>
      QUEUE_STATES.map((state) => ({
        labels: { ...labels, state },
        value: readShownState(queue) === state ? 1 : 0,
      })),
  },
  {
    name: "mergequeue_test_runs_in_progress",
    help: "Test runs in progress now: of the queue, and of bisections of failed batches.",
    type: "gauge",
    toSamples: (queue, labels) => {
      const runs = listRunIds(queue).map((id) => findTestRun(queue, id));
      const bisecting = runs.filter(({ isBisection }) => isBisection).length;
      return [
        { labels: { ...labels, kind: "queue" }, value: runs.length - bisecting },
        { labels: { ...labels, kind: "bisection" }, value: bisecting },
      ];
    },
  },
  {
    name: "mergequeue_test_runs_allowed",
    help: "Test runs that may be in progress at once: concurrency and bisection concurrency of the queue.",
    type: "gauge",
    toSamples: ({ settings }, labels, options) => [
      { labels: { ...labels, kind: "queue" }, value: countSlots(settings, options) },
      { labels: { ...labels, kind: "bisection" }, value: settings.bisectionConcurrency },
    ],
  },
  {
    name: "mergequeue_pull_requests_concluded_total",
    help: "Pull requests that have left the queue, by outcome.",
    type: "counter",
    toSamples: ({ totals }, labels) =>
      OUTCOMES.map((outcome) => ({ labels: { ...labels, outcome }, value: totals[outcome] })),
  },
  {
    name: "mergequeue_time_in_queue_seconds",
    help: "Time that pull requests spent in the queue, from submission until they left it, in seconds.",
    type: "histogram",
    toSamples: ({ totals: { timeInQueueCounts, timeInQueueSumSeconds } }, labels) =>
      listHistogramSamples(
        { bounds: TIME_IN_QUEUE_BOUNDS_SECONDS, counts: timeInQueueCounts, sum: timeInQueueSumSeconds },
        labels,
      ),
  },
  {
    name: "mergequeue_test_runs_total",
    help: "Test runs that have ended, by status.",
    type: "counter",
    toSamples: ({ totals }, labels) =>
      RUN_STATUSES.map((status) => ({ labels: { ...labels, status }, value: totals.testRuns[status] })),
  },
];

/** Measures the queues of one repository, or of all, in a stable order: published metrics, then the local service's own. */
export function measureQueues(
  { queues, nowMs }: Pick<EngineState, "queues" | "nowMs">,
  repo: Repository | undefined,
  options: MetricOptions,
): MetricFamily[] {
  const wanted = repo === undefined ? undefined : toRepositoryKey(repo);
  const measured = [...queues.values()]
    .map((queue) => ({ queue, key: toIdentityKey(queue.identity) }))
    .filter(({ queue }) => wanted === undefined || toRepositoryKey(queue.identity.repo) === wanted)
    .sort((a, b) => (a.key < b.key ? -1 : 1))
    .map(({ queue }) => queue);
  const own = METRICS.map(({ toSamples, ...family }) => ({
    ...family,
    samples: measured.flatMap((queue) => toSamples(queue, toLabels(queue), options)),
  }));
  return [...measurePublished(measured, nowMs), ...own];
}

function toLabels({ identity: { repo, targetBranch } }: Queue): Labels {
  return { repo_host: repo.host, repo_owner: repo.owner, repo_name: repo.name, branch: targetBranch };
}

function countByState(queue: Queue): ReadonlyMap<PullRequestState, number> {
  const counts = new Map<PullRequestState, number>();
  for (const { state } of listEnqueued(queue)) counts.set(state, (counts.get(state) ?? 0) + 1);
  return counts;
}

/**
 * Returns the metrics of one repository, or of all. A repository without queues has metrics without samples; one
 * outside the organization is refused.
 */
export function viewMetrics(
  state: EngineState,
  { repo, repoHost }: GetMergeQueueMetricsRequest,
  options: Pick<EngineOptions, "repositories"> & MetricOptions,
): ServiceResponse | Refused {
  // The schema requires both or neither, with the right slashes.
  const wanted = repo === undefined ? undefined : parseRepository(`${repoHost ?? ""}/${repo}`);
  const refused = wanted && tryRefuseRepository(wanted, options);
  if (refused !== undefined) return refused;
  const body = formatExposition(measureQueues(state, wanted, options));
  return { status: 200, headers: { "content-type": EXPOSITION_TYPE }, body };
}
