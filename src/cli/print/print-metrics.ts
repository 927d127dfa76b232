import type { MetricFamily } from "../../api/metrics/parse-metrics";
import { printTable } from "../../report/terminal/print-table";
import type { View } from "../../report/terminal/view";
import { toCell } from "../../text/to-cell";

/** Writes metrics as one table for each family, below the family's meaning. */
export function printMetrics(families: readonly MetricFamily[], view: View, repository?: string): string {
  const shown = families.filter(({ samples }) => samples.length > 0);
  if (shown.length === 0) {
    return `There are no metrics${repository === undefined ? "" : ` of ${toCell(repository)}`}.\n`;
  }
  return shown.map((family) => printFamily(family, view)).join("\n");
}

/** Returns metrics as JSON can write them: numbers that are not finite become the words of the text format. */
export function spellInfinite(metrics: unknown): unknown {
  const spell = (_name: string, value: unknown): unknown =>
    typeof value === "number" ? toJsonNumber(value) : value;
  return JSON.parse(JSON.stringify(metrics, spell));
}

function printFamily({ name, type, help, samples }: MetricFamily, view: View): string {
  const meaning = help === undefined ? "" : `: ${toCell(help)}`;
  // The samples of a histogram or summary have their own names.
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
  return Number.isNaN(value) ? "NaN" : `${value > 0 ? "+" : "-"}Inf`;
}
