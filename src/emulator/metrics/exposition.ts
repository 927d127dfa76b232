/** Labels of a sample, in the order in which they are written. */
export type Labels = Readonly<Record<string, string>>;

export interface Sample {
  /** Suffix of the metric's name, for samples of a histogram. Default: none. */
  readonly suffix?: "_bucket" | "_sum" | "_count";
  readonly labels: Labels;
  readonly value: number;
}

export interface ExposedMetric {
  readonly name: string;
  /** One line. */
  readonly help: string;
  /** Default: `gauge`. */
  readonly type?: "counter" | "histogram";
  readonly samples: readonly Sample[];
}

/** Observed values, counted by bucket. */
export interface Histogram {
  /** Upper bounds of the buckets, ascending; the last bound is infinite. */
  readonly bounds: readonly number[];
  /** Number of values in each bucket, without the values of lower buckets. */
  readonly counts: readonly number[];
  readonly sum: number;
}

type Reading = number | Histogram;

/** How to read a metric from a source. `read` returns one reading, or one for each value of `label`. */
export interface Metric<Source> extends Omit<ExposedMetric, "samples"> {
  readonly label?: string;
  readonly read: (source: Source) => Reading | Readonly<Record<string, Reading>>;
}

/** Reads each metric from all sources, in the order of the sources. */
export function measure<Source>(
  metrics: readonly Metric<Source>[],
  sources: readonly { readonly source: Source; readonly labels: Labels }[],
): ExposedMetric[] {
  return metrics.map(({ read, label = "", ...family }) => ({
    ...family,
    samples: sources.flatMap(({ source, labels }): readonly Sample[] => {
      const value = read(source);
      if (isReading(value)) return listSamples(value, labels);
      return Object.entries(value).flatMap(([key, each]) => listSamples(each, { ...labels, [label]: key }));
    }),
  }));
}

function isReading(value: object | number): value is Reading {
  return typeof value === "number" || "bounds" in value;
}

function listSamples(value: Reading, labels: Labels): Sample[] {
  if (typeof value === "number") return [{ labels, value }];
  const { bounds, counts, sum } = value;
  let count = 0;
  const buckets = bounds.map((bound, index): Sample => {
    count += counts[index] ?? 0;
    return { suffix: "_bucket", labels: { ...labels, le: formatValue(bound) }, value: count };
  });
  return [...buckets, { suffix: "_sum", labels, value: sum }, { suffix: "_count", labels, value: count }];
}

/** Content type of the Prometheus text format (interface, section "GET /getMergeQueueMetrics"). */
export const EXPOSITION_TYPE = "text/plain; version=0.0.4; charset=utf-8";

/** Formats metrics in the Prometheus text format, version 0.0.4, including metrics that have no samples. */
export function formatExposition(families: readonly ExposedMetric[]): string {
  return families.map(formatFamily).join("");
}

function formatFamily({ name, help, type, samples }: ExposedMetric): string {
  const lines = samples.map(
    ({ suffix = "", labels, value }) => `${name}${suffix}${formatLabels(labels)} ${formatValue(value)}\n`,
  );
  return `# HELP ${name} ${escapeHelp(help)}\n# TYPE ${name} ${type ?? "gauge"}\n${lines.join("")}`;
}

function formatLabels(labels: Labels): string {
  const format = (value: string): string => escapeHelp(value).replaceAll('"', '\\"');
  const written = Object.entries(labels).map(([name, value]) => `${name}="${format(value)}"`);
  return written.length === 0 ? "" : `{${written.join(",")}}`;
}

function escapeHelp(text: string): string {
  return text.replaceAll("\\", "\\\\").replaceAll("\n", "\\n");
}

function formatValue(value: number): string {
  if (value === Number.POSITIVE_INFINITY) return "+Inf";
  return value === Number.NEGATIVE_INFINITY ? "-Inf" : String(value);
}
