/** Metric types of the Prometheus text format 0.0.4. */
export const METRIC_TYPES = ["counter", "gauge", "histogram", "summary", "untyped"] as const;

/** One of {@link METRIC_TYPES}. */
export type MetricType = (typeof METRIC_TYPES)[number];

/** One measured value. */
export interface MetricSample {
  /** Name in its line: `queue_depth`, or `wait_seconds_bucket` of the family `wait_seconds`. */
  readonly name: string;
  /** Labels by name, in the order of the line. The object has no prototype, so that every name is safe to look up. */
  readonly labels: Readonly<Record<string, string>>;
  /** The value; may be `NaN`, `Infinity` or `-Infinity`. */
  readonly value: number;
  /** Milliseconds since 1970 (UTC), an integer; absent if the line has none. */
  readonly timestampMs?: number;
}

/** A metric with its samples; those of a histogram include buckets, sum and count. */
export interface MetricFamily {
  /** Name without the suffixes `_bucket`, `_sum` and `_count` of a histogram or summary. */
  readonly name: string;
  /** `untyped` if the text does not declare it; may be a word of a newer service. */
  readonly type: MetricType | (string & {});
  /** Description, if the text has one. */
  readonly help?: string;
  /** Samples in the order of the text. */
  readonly samples: readonly MetricSample[];
}
