import type { EngineOptions } from "../../engine/engine-options";
import { type EngineState, type Queue, TIME_IN_QUEUE_BOUNDS_SECONDS } from "../../engine/engine-state";
import { findTestRun, listEnqueued, listRunIds } from "../../engine/queue-contents";
import { type Refused, tryRefuseRepository } from "../../engine/refusal";
import { toRepositoryKey } from "../../engine/repository-key";
import { countSlots } from "../../engine/slots";
import { parseRepository } from "../../queue/parse-queue-id";
import { CONCLUDED_STATES, PULL_REQUEST_STATES } from "../../queue/pull-request-state";
import type { Repository } from "../../queue/queue-identity";
import type { GetMergeQueueMetricsRequest } from "../../wire/first/get-merge-queue-metrics";
import type { ServiceResponse } from "../http/delivery";
import { readShownState } from "../responses/queue-response";
import { EXPOSITION_TYPE, type ExposedMetric, formatExposition, type Metric, measure } from "./exposition";
import { measurePublished } from "./published-metrics";

const QUEUE_STATES = ["running", "paused", "draining", "switching_modes"] as const;
const QUEUED_STATES = PULL_REQUEST_STATES.filter((state) => !CONCLUDED_STATES.includes(state));

/** The metrics that only the local service has (docs/assumptions.md, "Metrics"). */
const METRICS: readonly Metric<Queue & { readonly options: EngineOptions }>[] = [
  {
    name: "mergequeue_pull_requests",
    help: "Pull requests in the queue now, by state.",
    label: "state",
    read: (queue) => {
      const counts = Object.fromEntries(QUEUED_STATES.map((state) => [state, 0]));
      for (const { state } of listEnqueued(queue)) counts[state] = (counts[state] ?? 0) + 1;
      return counts;
    },
  },
  {
    name: "mergequeue_queue_state",
    help: "1 for the state that the queue is in, 0 for the others.",
    label: "state",
    read: (queue) =>
      Object.fromEntries(QUEUE_STATES.map((state) => [state, readShownState(queue) === state ? 1 : 0])),
  },
  {
    name: "mergequeue_test_runs_in_progress",
    help: "Test runs in progress now, by kind: runs of the queue itself, and runs that bisect failed batches.",
    label: "kind",
    read: (queue) => {
      const runs = listRunIds(queue).map((id) => findTestRun(queue, id));
      const bisection = runs.filter(({ isBisection }) => isBisection).length;
      return { queue: runs.length - bisection, bisection };
    },
  },
  {
    name: "mergequeue_test_runs_allowed",
    help: "Test runs that may be in progress at once, by kind: the queue's concurrency and bisection concurrency.",
    label: "kind",
    read: ({ settings, options }) => {
      return { queue: countSlots(settings, options), bisection: settings.bisectionConcurrency };
    },
  },
  {
    name: "mergequeue_pull_requests_concluded_total",
    type: "counter",
    help: "Pull requests that have left the queue, by outcome.",
    label: "outcome",
    read: ({ totals: { merged, failed, cancelled } }) => ({ merged, failed, cancelled }),
  },
  {
    name: "mergequeue_time_in_queue_seconds",
    type: "histogram",
    help: "Time that pull requests spent in the queue, from submission until they left it, in seconds.",
    read: ({ totals: { timeInQueueCounts: counts, timeInQueueSumSeconds: sum } }) => ({
      bounds: TIME_IN_QUEUE_BOUNDS_SECONDS,
      counts,
      sum,
    }),
  },
  {
    name: "mergequeue_test_runs_total",
    type: "counter",
    help: "Test runs that have ended, by status.",
    label: "status",
    read: ({ totals }) => {
      const { succeeded, failed, cancelled } = totals.testRuns;
      return { succeeded, failed, cancelled };
    },
  },
];

/** Measures one repository's queues, or all queues, in a stable order. The published metrics come first. */
export function measureQueues(
  { queues, nowMs }: EngineState,
  repo: Repository | undefined,
  options: EngineOptions,
): ExposedMetric[] {
  const start = repo === undefined ? "" : `${toRepositoryKey(repo)}/`;
  const measured = [...queues]
    .filter(([key]) => key.startsWith(start))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, queue]) => queue);
  const sources = measured.map((queue) => {
    const { repo, targetBranch: branch } = queue.identity;
    const labels = { repo_host: repo.host, repo_owner: repo.owner, repo_name: repo.name, branch };
    return { source: { ...queue, options }, labels };
  });
  return [...measurePublished(measured, nowMs), ...measure(METRICS, sources)];
}

/** Returns the metrics of one repository, or of all. Refuses a repository outside the organization. */
export function viewMetrics(
  state: EngineState,
  { repo, repoHost }: GetMergeQueueMetricsRequest,
  options: EngineOptions,
): ServiceResponse | Refused {
  // The schema requires both or neither, with the right slashes.
  const wanted = repo === undefined ? undefined : parseRepository(`${repoHost ?? ""}/${repo}`);
  const refused = wanted && tryRefuseRepository(wanted, options);
  return refused ?? expose(state, wanted, options);
}

export function expose(
  state: EngineState,
  repo: Repository | undefined,
  options: EngineOptions,
): ServiceResponse {
  const body = formatExposition(measureQueues(state, repo, options));
  return { status: 200, headers: { "content-type": EXPOSITION_TYPE }, body };
}
