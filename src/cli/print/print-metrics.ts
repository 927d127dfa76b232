import type { MetricFamily } from "../../api/parse-metrics";
import type { DurationHistogram, QueueMetrics } from "../../api/read-queue-metrics";
import { type Column, printTable } from "../../report/print-table";
import type { View } from "../../report/view";
import { formatDuration } from "../../text/format-duration";
import { toCell } from "../../text/to-cell";

/** Writes each family of metrics as a table, below the family's name and description. */
export function printMetrics(families: readonly MetricFamily[], view: View, repository?: string): string {
  const shown = families.filter(({ samples }) => samples.length > 0);
  if (shown.length === 0) {
    return `There are no metrics${repository === undefined ? "" : ` of ${toCell(repository)}`}.\n`;
  }
  return shown.map((family) => printFamily(family, view)).join("\n");
}

/** Returns metrics for JSON. Writes infinite numbers and NaN as the text format does. */
export function toJsonMetrics(queues: readonly QueueMetrics[], metrics: readonly MetricFamily[]): unknown {
  // Histograms come last.
  const ordered = queues.map(({ waitSeconds1h, testSeconds1h, timeInQueueSeconds1h, ...queue }) => {
    return { ...queue, waitSeconds1h, testSeconds1h, timeInQueueSeconds1h };
  });
  const spell = (_name: string, value: unknown): unknown =>
    typeof value === "number" ? toJsonNumber(value) : value;
  return JSON.parse(JSON.stringify({ queues: ordered, metrics }, spell));
}

function printFamily({ name, type, help, samples }: MetricFamily, view: View): string {
  const meaning = help === undefined ? "" : `: ${toCell(help)}`;
  // Samples of a histogram or summary have other names than the family.
  const hasParts = samples.some((sample) => sample.name !== name);
  const labels = [...new Set(samples.flatMap((sample) => Object.keys(sample.labels)))];
  const heads = [...(hasParts ? ["PART"] : []), ...labels.map((label) => toCell(label)), "VALUE"];
  const columns = heads.map((head) => ({ head }));
  const rows = samples.map((sample) => [
    ...(hasParts ? [toCell(sample.name.slice(name.length).replace(/^_/, "") || "-")] : []),
    ...labels.map((label) => toCell(sample.labels[label] ?? "-")),
    String(toJsonNumber(sample.value)),
  ]);
  return `${toCell(name)} (${toCell(type)})${meaning}\n${printTable(columns, rows, view)}`;
}

function toJsonNumber(value: number): number | string {
  if (Number.isFinite(value)) return value;
  if (Number.isNaN(value)) return "NaN";
  return value > 0 ? "+Inf" : "-Inf";
}

/** A narrow terminal shows fewer columns. The column of restarts is left out first. */
const LAST_HOUR = ["MERGED", "FAILED", "CANCELLED", "RESTARTS", "WAIT", "TEST", "IN QUEUE"].map((head) =>
  head === "RESTARTS" ? { head, importance: 1 } : { head },
);

/** Finds the hosts of repositories (`owner/name`). The published metrics contain no hosts; others may. */
export function findHosts(families: readonly MetricFamily[]): ReadonlyMap<string, string> {
  const labels = families.flatMap(({ samples }) => samples.map((sample) => sample.labels));
  return new Map(
    labels.flatMap(({ repo_host: host, repo_owner: owner, repo_name: name }) =>
      host === undefined ? [] : [[`${owner ?? ""}/${name ?? ""}`, host] as const],
    ),
  );
}

/** Writes the published metrics of queues: present values, the last hour, and active bisections. */
export function printQueueMetrics(
  queues: readonly QueueMetrics[],
  view: View,
  hosts: ReadonlyMap<string, string> = new Map(),
): string {
  const shown = queues.filter((queue) => queue.queueType === "main" || isActive(queue));
  // With the host, so that a name is an id for other commands.
  const print = (columns: readonly Column[], toCells: (queue: QueueMetrics) => readonly string[]): string => {
    const rows = shown.map((queue) => [toName(queue, hosts.get(queue.repo)), ...toCells(queue)]);
    return printTable([{ head: "QUEUE" }, ...columns], rows, view);
  };
  const now = print([{ head: "DEPTH" }, { head: "TESTING" }, { head: "NOT READY" }], (queue) =>
    listNow(queue).map(toCount),
  );
  const hour = print(LAST_HOUR, (one) => [...listCounts(one).map(toCount), ...listTimes(one).map(toAverage)]);
  const isShort = shown.some(({ repo }) => !hosts.has(repo));
  const note = isShort
    ? "\nThe service does not show every host. Other commands need it: write host/owner/name/branch.\n"
    : "";
  return `Now\n${now}\nLast hour (times are averages)\n${hour}${note}`;
}

function listNow(queue: QueueMetrics): readonly (number | undefined)[] {
  return [queue.depth, queue.activeTestingSlots, queue.awaitingMergeability];
}

function listCounts({ concluded1h, restarts1h }: QueueMetrics): readonly (number | undefined)[] {
  return [concluded1h?.merged, concluded1h?.failed, concluded1h?.cancelled, restarts1h];
}

function listTimes(queue: QueueMetrics): readonly (DurationHistogram | undefined)[] {
  return [queue.waitSeconds1h, queue.testSeconds1h, queue.timeInQueueSeconds1h];
}

function isActive(queue: QueueMetrics): boolean {
  const counts = listTimes(queue).map((histogram) => histogram?.count);
  return [...listNow(queue), ...listCounts(queue), ...counts].some((value) => (value ?? 0) !== 0);
}

function toName({ repo, branch, queueType }: QueueMetrics, host: string | undefined): string {
  return toCell(
    `${host === undefined ? "" : `${host}/`}${repo}/${branch}${queueType === "main" ? "" : ` (${queueType})`}`,
  );
}

function toCount(value: number | undefined): string {
  return String(value ?? "-");
}

function toAverage({ sumSeconds, count }: Partial<DurationHistogram> = {}): string {
  if (sumSeconds === undefined || count === undefined || count === 0) return "-";
  return formatDuration((sumSeconds / count) * 1000);
}
