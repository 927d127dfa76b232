/**
 * The published metrics of one queue, of the queue itself or of its bisections. Fields are absent if the service does not
 * have the metric. Those with `1h` are about the last hour, by the service's clock.
 */
export interface QueueMetrics {
  /** Repository as `owner/name`; the metrics do not name its host. */
  readonly repo: string;
  /** Branch that the queue targets. */
  readonly branch: string;
  /** `bisection`: what the bisections of failed batches do. In lower case; may be a word of a newer service. */
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
