import { formatValue, type Labels, type Sample } from "./exposition";

/** Observed values, counted by bucket. */
export interface Histogram {
  /** Upper bounds of the buckets, ascending; the last one is infinite. */
  readonly bounds: readonly number[];
  /** Number of values in each bucket; not cumulative. */
  readonly counts: readonly number[];
  readonly sum: number;
}

/** Returns the samples of a histogram, whose buckets are cumulative in the text format. */
export function listHistogramSamples({ bounds, counts, sum }: Histogram, labels: Labels): Sample[] {
  let count = 0;
  const buckets = bounds.map((bound, index): Sample => {
    count += counts[index] ?? 0;
    return { suffix: "_bucket", labels: { ...labels, le: formatValue(bound) }, value: count };
  });
  return [...buckets, { suffix: "_sum", labels, value: sum }, { suffix: "_count", labels, value: count }];
}
