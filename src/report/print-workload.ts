import type { Estimate } from "../foresight/measures";
import { PARAMETER_NAMES, type ParameterName } from "../foresight/queue-workload";
import { summarizeWorkload, type WorkloadSummary } from "../foresight/summarize-workload";
import type { QueueWorkload, Workload } from "../foresight/workload";
import { toCell } from "../text/to-cell";
import { count, formatDigits, formatPercent } from "./describe-counts";
import { describeBacktestError } from "./forecast/describe-forecast";
import { printFields, printTable } from "./print-table";
import type { View } from "./view";
import { wrapText } from "./wrap-text";

type Basis = Readonly<{ source: string; conclusions: number; days: number }>;

const WORDS: Readonly<Record<ParameterName, string>> = {
  arrivalsPerHour: "arrivals per hour",
  testMinutes: "test minutes",
  failureRate: "failure rate",
  flakeRate: "flake rate",
  priorities: "priorities",
  targets: "targets",
  ciSlots: "CI slots",
  conflictRate: "conflict rate",
};

const DAYS = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];

const COLUMNS = [
  { head: "" },
  { head: "value" },
  { head: "95 % interval" },
  { head: "source", importance: 1 },
  { head: "based on", importance: 0 },
];

/** Writes a workload as text: estimates, unknown numbers, and caveats. */
export function printWorkload({ queues }: Workload, view: View): string {
  return queues.map((queue) => printQueue(queue, view)).join("\n");
}

function printQueue(workload: QueueWorkload, view: View): string {
  const rows = PARAMETER_NAMES.flatMap((name) => toRows(workload, name));
  const unknown = PARAMETER_NAMES.filter((name) => workload[name] === undefined);
  const { caveats, backtest, testMinutes } = summarizeWorkload(workload);
  return [
    `Queue ${toCell(workload.queue)}\n\n`,
    ...(rows.length === 0 ? [] : [printTable(COLUMNS, rows, view), "\n"]),
    printFields(listDetails(workload, testMinutes), view),
    ...(unknown.length === 0 ? [] : [`  unknown: ${unknown.map((name) => WORDS[name]).join(", ")}\n`]),
    "\nKeep in mind:\n",
    ...[...caveats, describeBacktestError(backtest)].map((caveat) =>
      wrapText(`- ${caveat}`, "  ", view.columns),
    ),
  ].join("");
}

function toRows(workload: QueueWorkload, name: ParameterName): string[][] {
  const estimate = workload[name];
  if (estimate === undefined) return [];
  if (!("shares" in estimate)) {
    const format = name.endsWith("Rate") ? formatPercent : formatDigits;
    return [toRow(`  ${WORDS[name]}`, estimate, estimate, format)];
  }
  return estimate.shares.map((share) => {
    const label = "target" in share ? `target ${toCell(share.target)}` : `priority ${share.priority}`;
    return toRow(`  ${label}`, share, estimate, formatPercent);
  });
}

function toRow(
  name: string,
  { value, low, high }: Estimate,
  { source, conclusions, days }: Basis,
  format: (value: number) => string,
): string[] {
  const basedOn = source === "assumed" ? "" : `${conclusions} in ${count(days, "working day")}`;
  return [name, format(value), `${format(low)} … ${format(high)}`, source, basedOn];
}

function listDetails(
  { arrivalsPerHour, testMinutes }: QueueWorkload,
  percentiles: WorkloadSummary["testMinutes"],
): [string, string][] {
  const details: [string, string][] = [];
  const busiest = arrivalsPerHour?.byHourOfWeek?.reduce((most, hour) =>
    hour.value > most.value ? hour : most,
  );
  if (busiest !== undefined) {
    const { hourOfWeek, value } = busiest;
    const hour = `${DAYS[Math.floor(hourOfWeek / 24)]} ${String(hourOfWeek % 24).padStart(2, "0")}:00 UTC`;
    details.push(["busiest hour", `${hour}, ${formatDigits(value)} per hour`]);
  }
  if (testMinutes !== undefined) {
    const durations = percentiles.map(({ percent, minutes }) => `p${percent} ${formatDigits(minutes)} min`);
    const { censored = 0 } = testMinutes;
    const cut = censored === 0 ? "" : `; ${censored} further runs were cancelled or timed out`;
    details.push(["test durations", `${durations.join(", ")}${cut}`]);
  }
  return details;
}
