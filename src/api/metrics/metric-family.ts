/** Kinds of metrics that the Prometheus text format 0.0.4 names. */
export const METRIC_TYPES = ["counter", "gauge", "histogram", "summary", "untyped"] as const;

/** One of {@link METRIC_TYPES}. */
export type MetricType = (typeof METRIC_TYPES)[number];

/** One measured value. */
export interface MetricSample {
  /** Name as its line has it: `queue_depth`, or `wait_seconds_bucket` in the family `wait_seconds`. */
  readonly name: string;
  /** Labels by name, in the order of the line; without a prototype, so that every name is safe to look up. */
  readonly labels: Readonly<Record<string, string>>;
  /** The value; may be `NaN`, `Infinity` or `-Infinity`. */
  readonly value: number;
  /** Milliseconds since 1970 (UTC), an integer; absent if the line has none. */
  readonly timestampMs?: number;
}

/** A metric with its samples: of a histogram also the buckets, the sum and the count. */
export interface MetricFamily {
  /** Name without the suffixes `_bucket`, `_sum` and `_count` of a histogram or summary. */
  readonly name: string;
  /** Its kind: `untyped` if no line says it, another word if a newer service does. */
  readonly type: MetricType | (string & {});
  /** What it measures, if a line says it. */
  readonly help?: string;
  /** Samples in the order of the text. */
  readonly samples: readonly MetricSample[];
}
