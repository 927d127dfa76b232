import type { DurationHistogram, QueueMetrics } from "../../api/metrics/queue-metrics";
import { type Column, printTable } from "../../report/terminal/print-table";
import type { View } from "../../report/terminal/view";
import { formatDuration } from "../../text/format-duration";
import { toCell } from "../../text/to-cell";

const QUEUE: Column = { head: "QUEUE", importance: 1 };

/** Writes the published metrics of queues: what is in them now, and the last hour. Bisections are shown where there are any. */
export function printQueueMetrics(queues: readonly QueueMetrics[], view: View): string {
  const shown = queues.filter((queue) => queue.queueType === "main" || isActive(queue));
  const now = printTable(
    [QUEUE, ...toColumns("DEPTH", "TESTING", "NOT READY")],
    shown.map((queue) => [
      toName(queue),
      ...[queue.depth, queue.activeTestingSlots, queue.awaitingMergeability].map(toCount),
    ]),
    view,
  );
  const lastHour = printTable(
    [QUEUE, ...toColumns("MERGED", "FAILED", "CANCELLED", "RESTARTS", "WAIT", "TEST", "IN QUEUE")],
    shown.map((queue) => [
      toName(queue),
      ...[queue.concluded1h?.merged, queue.concluded1h?.failed, queue.concluded1h?.cancelled].map(toCount),
      toCount(queue.restarts1h),
      ...[queue.waitSeconds1h, queue.testSeconds1h, queue.timeInQueueSeconds1h].map(toAverage),
    ]),
    view,
  );
  return `Now\n${now}\nLast hour (times are averages)\n${lastHour}`;
}

/** Returns metrics as JSON can write them: the last bucket's infinite bound becomes the word of the text format. */
export function toJsonQueueMetrics(queues: readonly QueueMetrics[]): unknown {
  return queues.map(({ waitSeconds1h, testSeconds1h, timeInQueueSeconds1h, ...queue }) => ({
    ...queue,
    waitSeconds1h: toJsonHistogram(waitSeconds1h),
    testSeconds1h: toJsonHistogram(testSeconds1h),
    timeInQueueSeconds1h: toJsonHistogram(timeInQueueSeconds1h),
  }));
}

function toJsonHistogram(histogram: DurationHistogram | undefined): unknown {
  if (histogram === undefined) return undefined;
  const buckets = histogram.buckets.map(({ upToSeconds, count }) => ({
    upToSeconds: Number.isFinite(upToSeconds) ? upToSeconds : "+Inf",
    count,
  }));
  return { ...histogram, buckets };
}

/** Tells whether any metric differs from 0. */
function isActive(queue: QueueMetrics): boolean {
  const { merged, failed, cancelled } = queue.concluded1h ?? {};
  return [
    ...[queue.depth, queue.awaitingMergeability, queue.activeTestingSlots],
    ...[merged, failed, cancelled, queue.restarts1h],
    ...[queue.waitSeconds1h?.count, queue.testSeconds1h?.count, queue.timeInQueueSeconds1h?.count],
  ].some((value) => value !== undefined && value !== 0);
}

function toColumns(...heads: readonly string[]): Column[] {
  return heads.map((head) => ({ head }));
}

function toName({ repo, branch, queueType }: QueueMetrics): string {
  return toCell(`${repo}/${branch}${queueType === "main" ? "" : ` (${queueType})`}`);
}

function toCount(value: number | undefined): string {
  return value === undefined ? "-" : String(value);
}

function toAverage(histogram: DurationHistogram | undefined): string {
  const { sumSeconds, count } = histogram ?? {};
  if (sumSeconds === undefined || count === undefined || count === 0) return "-";
  return formatDuration((sumSeconds / count) * 1000);
}
