import { measureErrors } from "../../foresight/backtest/apply-backtest";
import type { Estimate } from "../../foresight/statistics/interval";
import { findPercentile } from "../../foresight/statistics/percentile";
import { PARAMETER_NAMES, type ParameterName } from "../../foresight/workload/add-to-workload";
import { findBacktest } from "../../foresight/workload/find-backtest";
import { formatWorkingDays } from "../../foresight/workload/history/working-days";
import { listCaveats } from "../../foresight/workload/list-caveats";
import type { QueueWorkload, Workload } from "../../foresight/workload/workload-schema";
import { describeBacktestError } from "../../report/forecast/describe-forecast";
import { printFields, printTable } from "../../report/terminal/print-table";
import type { View } from "../../report/terminal/view";
import { wrapText } from "../../report/terminal/wrap-text";
import { toCell } from "../../text/to-cell";

interface Basis {
  readonly source: string;
  readonly conclusions: number;
  readonly days: number;
}

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

/** Writes a workload for people: estimates, what is unknown, and what to keep in mind. */
export function printWorkload({ queues }: Workload, view: View): string {
  return queues.map((queue) => printQueue(queue, view)).join("\n");
}

function printQueue(workload: QueueWorkload, view: View): string {
  const rows = PARAMETER_NAMES.flatMap((name) => toRows(workload, name));
  const unknown = PARAMETER_NAMES.filter((name) => workload[name] === undefined);
  const found = findBacktest(workload);
  const history = describeBacktestError(
    "reason" in found ? { kind: "none", ...found } : measureErrors(found),
  );
  return [
    `Queue ${toCell(workload.queue)}\n\n`,
    ...(rows.length === 0 ? [] : [printTable(COLUMNS, rows, view), "\n"]),
    printFields(toDetails(workload), view),
    ...(unknown.length === 0 ? [] : [`  unknown: ${unknown.map((name) => WORDS[name]).join(", ")}\n`]),
    "\nKeep in mind:\n",
    ...[...listCaveats(workload), history].map((caveat) => wrapText(`- ${caveat}`, "  ", view.columns)),
  ].join("");
}

function toRows(workload: QueueWorkload, name: ParameterName): string[][] {
  const estimate = workload[name];
  if (estimate === undefined) return [];
  if (!("shares" in estimate)) {
    const format = name.endsWith("Rate") ? formatShare : formatNumber;
    return [toRow(`  ${WORDS[name]}`, estimate, estimate, format)];
  }
  return estimate.shares.map((share) => {
    const label = "target" in share ? `target ${toCell(share.target)}` : `priority ${share.priority}`;
    return toRow(`  ${label}`, share, estimate, formatShare);
  });
}

function toRow(
  name: string,
  { value, low, high }: Estimate,
  basis: Basis,
  format: (value: number) => string,
): string[] {
  return [name, format(value), `${format(low)} … ${format(high)}`, basis.source, describeBasis(basis)];
}

function describeBasis({ source, conclusions, days }: Basis): string {
  return source === "assumed" ? "" : `${conclusions} in ${formatWorkingDays(days)}`;
}

/** Returns what a distribution looks like, in a few numbers. */
function toDetails({ arrivalsPerHour, testMinutes }: QueueWorkload): [string, string][] {
  const details: [string, string][] = [];
  const busiest = arrivalsPerHour?.byHourOfWeek?.reduce((most, hour) =>
    hour.value > most.value ? hour : most,
  );
  if (busiest !== undefined) {
    const { hourOfWeek, value } = busiest;
    const hour = `${DAYS[Math.floor(hourOfWeek / 24)]} ${String(hourOfWeek % 24).padStart(2, "0")}:00 UTC`;
    details.push(["busiest hour", `${hour}, ${formatNumber(value)} per hour`]);
  }
  if (testMinutes !== undefined) {
    const sorted = testMinutes.minutes.toSorted((a, b) => a - b);
    const percentiles = [0.5, 0.9, 0.95].map(
      (share) => `p${share * 100} ${formatNumber(findPercentile(sorted, share))} min`,
    );
    const { censored = 0 } = testMinutes;
    const cut = censored === 0 ? "" : `; ${censored} further runs were cut off`;
    details.push(["test durations", `${percentiles.join(", ")}${cut}`]);
  }
  return details;
}

function formatNumber(value: number): string {
  return String(Number(value.toPrecision(3)));
}

function formatShare(value: number): string {
  return `${formatNumber(value * 100)} %`;
}
