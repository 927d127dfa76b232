import { parseMetrics } from "../../api/metrics/parse-metrics";
import type { DurationHistogram } from "../../api/metrics/queue-metrics";
import { readQueueMetrics } from "../../api/metrics/read-queue-metrics";
import { createSnapshotLine, type SnapshotLine } from "../../foresight/workload/history/duration-snapshots";
import { MergeQueueError } from "../../queue/merge-queue-error";
import { formatQueueId, isSameQueue, type QueueIdentity } from "../../queue/queue-identity";
import type { Connection } from "../connection/connect";

/**
 * Reads the durations of the tests that ended within the last hour, those of bisections included, from the metrics of a queue.
 * @param at - the date, ISO 8601
 * @throws MergeQueueError `unexpected_response` if the service does not have these metrics of the queue
 */
export async function readTestDurations(
  { api, startCall }: Pick<Connection, "api" | "startCall">,
  queue: QueueIdentity,
  at: string,
): Promise<SnapshotLine> {
  const { host, owner, name } = queue.repo;
  const request = { repo: `${owner}/${name}`, repoHost: host };
  const metrics = readQueueMetrics(
    parseMetrics(await api.call("getMergeQueueMetrics", request, startCall())),
  );
  const histograms = metrics.flatMap(({ repo, branch, testSeconds1h }) => {
    const [ownerLabel = "", ...nameLabel] = repo.split("/");
    const labelled = {
      repo: { host, owner: ownerLabel, name: nameLabel.join("/") },
      targetBranch: branch,
    };
    return testSeconds1h !== undefined && isSameQueue(labelled, queue) ? [testSeconds1h] : [];
  });
  const parts = histograms.map((histogram) => toPart(histogram));
  if (parts.length === 0 || parts.includes(undefined)) throw createMissing(queue);
  const complete = parts.filter((part) => part !== undefined);
  return createSnapshotLine(formatQueueId(queue), at, {
    sumSeconds: complete.reduce((sum, part) => sum + part.sumSeconds, 0),
    buckets: addBuckets(complete.flatMap(({ buckets }) => buckets)),
  });
}

type Part = Pick<SnapshotLine, "sumSeconds" | "buckets">;

type Bucket = SnapshotLine["buckets"][number];

/** Counts each duration only in its own bucket. @returns undefined if the histogram is incomplete */
function toPart({ buckets, sumSeconds }: DurationHistogram): Part | undefined {
  const last = buckets.at(-1);
  if (sumSeconds === undefined || last?.upToSeconds !== Number.POSITIVE_INFINITY) return undefined;
  return {
    sumSeconds,
    buckets: buckets.map(({ upToSeconds, count }, index) => ({
      ...(upToSeconds === Number.POSITIVE_INFINITY ? {} : { upToSeconds }),
      count: Math.max(0, count - (buckets[index - 1]?.count ?? 0)),
    })),
  };
}

/** Adds up the buckets with the same limit. Histograms of one metric have the same limits. */
function addBuckets(buckets: readonly Bucket[]): Bucket[] {
  const added = new Map<number, Bucket>();
  for (const bucket of buckets) {
    const limit = bucket.upToSeconds ?? Number.POSITIVE_INFINITY;
    added.set(limit, { ...bucket, count: bucket.count + (added.get(limit)?.count ?? 0) });
  }
  return [...added].sort(([a], [b]) => a - b).map(([, bucket]) => bucket);
}

function createMissing(queue: QueueIdentity): MergeQueueError {
  return new MergeQueueError(
    "unexpected_response",
    `The service does not have the metric mq_pr_test_duration_1h_seconds of queue ${formatQueueId(queue)}. Nothing was ` +
      "written. To see the metrics that it has, run: mergequeue metrics --all",
    { operation: "getMergeQueueMetrics" },
  );
}
