import type { Change, Forecast, SettingsForecast } from "../../foresight/forecast";
import type { MeasureName } from "../../foresight/measures";
import type { Estimate } from "../../foresight/statistics/interval";
import { describeBacktest } from "./describe-backtest";
import { listSettingChanges } from "./list-setting-changes";

/** One line of a forecast's table. Every text is in one line. */
export interface ForecastRow {
  readonly name: string;
  readonly now: string;
  readonly then: string;
  /** The interval of now in brackets, after a blank; empty if there is none. */
  readonly range: string;
  /** The difference with its 95 % interval, or why there is none. */
  readonly change: string;
}

interface RowDefinition {
  readonly measure: MeasureName;
  readonly name: string;
  readonly unit: "min" | "%" | "";
  /** Whether it is left out if it is 0 now and then. */
  readonly isRare?: true;
}

const ROWS: readonly RowDefinition[] = [
  { measure: "timeToMergeP50Minutes", name: "time to merge p50", unit: "min" },
  { measure: "timeToMergeP90Minutes", name: "time to merge p90", unit: "min" },
  { measure: "mergedPerHour", name: "merged per hour", unit: "" },
  { measure: "ciMinutesPerMerge", name: "CI minutes per merge", unit: "" },
  { measure: "wronglyEvictedShare", name: "wrongly evicted", unit: "%" },
  { measure: "brokenMergedShare", name: "broken merged", unit: "%", isRare: true },
];

const NONE = "–";

type Measures = Pick<SettingsForecast, "keepsUp" | "measures">;

/** Returns the lines of a forecast's table: six at most. */
export function listForecastRows({ now, then, change, saturated }: Forecast): ForecastRow[] {
  return ROWS.filter(({ measure, unit, isRare }) => {
    const isSomething = [now, then].some(({ measures }) => (measures[measure]?.value ?? 0) > 0);
    return isSomething || (isRare !== true && !(saturated === true && unit === "min"));
  }).map((row) => ({
    name: row.name,
    now: describeValue(row, now),
    then: describeValue(row, then),
    range: describeRange(row, now),
    change: describeChange(row, change[row.measure]),
  }));
}

/** Describes the difference of a measure that the table has a line for. */
export function describeChangeOf(measure: MeasureName, change: Change | undefined): string {
  return describeChange(findRow(measure), change);
}

function findRow(measure: MeasureName): RowDefinition {
  return ROWS.find((row) => row.measure === measure) ?? { measure, name: measure, unit: "" };
}

function listChanges({ now, then }: Pick<Forecast, "now" | "then">): string[] {
  return listSettingChanges(now.settings, then.settings);
}

/** Returns the settings that change in one line: `concurrency 2 → 4, batch false → true`. */
export function describeChanges(forecast: Pick<Forecast, "now" | "then">): string {
  return changesForecast(forecast) ? listChanges(forecast).join(", ") : "nothing changes";
}

/** Tells whether the proposed settings differ from the current ones. */
export function changesForecast(forecast: Pick<Forecast, "now" | "then">): boolean {
  return listChanges(forecast).length > 0;
}

function describeValue({ measure, unit }: RowDefinition, { keepsUp, measures }: Measures): string {
  const estimate = measures[measure];
  if (estimate !== undefined) return withUnit(formatNumber(toShown(unit, estimate.value)), unit);
  return !keepsUp && unit === "min" ? "does not keep up" : NONE;
}

function describeRange({ measure, unit }: RowDefinition, { measures }: Measures): string {
  const estimate = measures[measure];
  if (estimate === undefined) return "";
  const { low, high } = toShownEstimate(unit, estimate);
  return ` (${formatNumber(low)} … ${formatNumber(high)})`;
}

function describeChange({ unit }: RowDefinition, change: Change | undefined): string {
  if (change === undefined) return NONE;
  if (!change.shown) return "no difference shown";
  const { value, low, high } = toShownEstimate(unit, change);
  const digits = chooseDigits(low, high);
  const write = (number: number): string => formatSigned(number, digits);
  const mark = change.withinBacktestError === true ? ", not a result" : "";
  return `${withUnit(write(value), unit)} (${write(low)} … ${write(high)})${mark}`;
}

function toShown(unit: RowDefinition["unit"], value: number): number {
  return unit === "%" ? value * 100 : value;
}

function toShownEstimate(unit: RowDefinition["unit"], { value, low, high }: Estimate): Estimate {
  return { value: toShown(unit, value), low: toShown(unit, low), high: toShown(unit, high) };
}

function withUnit(number: string, unit: RowDefinition["unit"]): string {
  return unit === "" ? number : `${number} ${unit}`;
}

/** Writes a number of at least 0 with one decimal, or none from 20 on. */
function formatNumber(value: number): string {
  return value.toFixed(value < 20 ? 1 : 0);
}

/**
 * Returns how many decimals an interval is shown with: its width says how many make sense, and neither end may look like 0,
 * because the interval excludes 0.
 */
function chooseDigits(low: number, high: number): number {
  const halfWidth = (high - low) / 2;
  let digits = halfWidth >= 0.1 ? 1 : 2;
  if (halfWidth >= 2) digits = 0;
  const nearest = Math.min(Math.abs(low), Math.abs(high));
  while (digits < MAX_DIGITS && Number(nearest.toFixed(digits)) === 0) digits += 1;
  return digits;
}

/** Decimals that are shown at most. */
const MAX_DIGITS = 4;

/** Writes a number with its sign, `+1.50` or `−1.50`, and 0 without one. */
export function formatSigned(value: number, digits: number): string {
  const text = Math.abs(value).toFixed(digits);
  if (Number(text) === 0) return text;
  return `${value < 0 ? "−" : "+"}${text}`;
}

/** Returns where the numbers come from and what was assumed, after what the reader should know first. */
export function describeBasis(forecast: Forecast): string[] {
  const { source, assumptions, interrupted, saturated, replications } = forecast;
  const lines = [`${source} ${describeBacktest(forecast)} Assumes: ${assumptions.join("; ")}.`];
  if (isConcurrencyIdle(forecast)) {
    lines.unshift(
      "Concurrency changes nothing while mode single tests one group at a time. If your service tests several in one line, add " +
        "--single-mode one-line.",
    );
  }
  const timeouts = describeTimeouts(forecast);
  if (timeouts !== undefined) lines.unshift(timeouts);
  if (saturated === true) {
    lines.unshift(
      "There is always a pull request waiting, so there is no time to merge. What merges per hour is the capacity.",
    );
  }
  if (interrupted === true) {
    lines.unshift(`Interrupted after ${replications} replications: the intervals are wider than asked for.`);
  }
  return lines;
}

/** From this share of the test runs on, timeouts are worth a sentence. */
const NOTABLE_TIMEOUTS = 0.01;

/** Says that tests time out: good changes are then removed, and nothing else in the table shows why. */
function describeTimeouts({ now, then }: Forecast): string | undefined {
  const shares = [now, then].map(({ measures }) => measures.timedOutShare?.value ?? 0);
  if (Math.max(...shares) < NOTABLE_TIMEOUTS) return undefined;
  const written = [...new Set(shares.map((share) => `${formatNumber(share * 100)} %`))].join(" → ");
  const limits = [now, then].map(({ settings }) => settings.testingTimeoutMinutes);
  return (
    `${written} of the test runs take longer than testing_timeout_minutes (${[...new Set(limits)].join(" → ")}) and count as ` +
    "failed, so good changes are removed. Raise testing_timeout_minutes first."
  );
}

/** Whether a change of the concurrency has no effect, because of how single mode is simulated. */
function isConcurrencyIdle({ now, then, singleMode }: Forecast): boolean {
  const isSingle = now.settings.mode === "single" && then.settings.mode === "single";
  return isSingle && singleMode === "one-at-a-time" && now.settings.concurrency !== then.settings.concurrency;
}
