import type {
  BacktestedMeasure,
  Change,
  Forecast,
  ForecastBacktest,
  SettingsForecast,
} from "../../foresight/forecast";
import type { LoadChange } from "../../foresight/load-change";
import type { MeasureName } from "../../foresight/measures";
import { listChangedSettings, type SimulatedSettings } from "../../foresight/simulated-settings";
import { formatDigits, formatPercent } from "../describe-counts";

/** One line of a forecast's table. No text in it has a line break. */
export interface ForecastRow {
  readonly name: string;
  readonly now: string;
  readonly then: string;
  /** A blank and the interval of `now` in brackets; empty if `now` has no interval. */
  readonly range: string;
  /** The change with its 95 % interval, or the reason why no change is shown. */
  readonly change: string;
}

type Unit = "min" | "%" | "";

interface RowDefinition {
  readonly measure: MeasureName;
  readonly name: string;
  readonly unit: Unit;
  /** Whether to omit the row if both its values are 0. */
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

/** Returns the lines of a forecast's table, at most six. */
export function listForecastRows({ now, then, change, saturated }: Forecast): ForecastRow[] {
  return ROWS.filter(({ measure, unit, isRare }) => {
    const isSomething = [now, then].some(({ measures }) => (measures[measure]?.value ?? 0) > 0);
    return isSomething || (isRare !== true && !(saturated === true && unit === "min"));
  }).map((row) => ({
    name: row.name,
    now: describeValue(row, now),
    then: describeValue(row, then),
    range: describeRange(row, now),
    change: describeMeasureChange(row.unit, change[row.measure]),
  }));
}

/** Lists the simulated settings that differ: `concurrency 2 → 4`. */
export function listSettingChanges(now: SimulatedSettings, then: SimulatedSettings): string[] {
  return listChangedSettings(now, then).map((name) => `${name} ${now[name]} → ${then[name]}`);
}

function listLoadChanges({ testMinutes, failureRate, arrivalsPerHour }: LoadChange = {}): string[] {
  const list = (
    name: string,
    write: (value: number) => string,
    change: LoadChange["testMinutes"],
  ): string[] => (change === undefined ? [] : [`${name} ${write(change.now)} → ${write(change.then)}`]);
  return [
    ...list("test time", (minutes) => `${formatDigits(minutes)} min`, testMinutes),
    ...list("failure rate", formatPercent, failureRate),
    ...list("arrivals", (perHour) => `${formatDigits(perHour)} per hour`, arrivalsPerHour),
  ];
}

/** Writes the changes of settings and load: `concurrency 2 → 4, test time 10 min → 9 min`. */
export function describeChanges({ now, then, loadChange }: Sides): string {
  const changes = [...listSettingChanges(now.settings, then.settings), ...listLoadChanges(loadChange)];
  return changes.length === 0 ? "nothing changes" : changes.join(", ");
}

type Sides = Pick<Forecast, "now" | "then" | "loadChange">;

/** Tells whether the two sides of a forecast differ in a setting or in the load. */
export function changesForecast({ now, then, loadChange }: Sides): boolean {
  return loadChange !== undefined || listChangedSettings(now.settings, then.settings).length > 0;
}

function describeValue({ measure, unit }: RowDefinition, { keepsUp, measures }: SettingsForecast): string {
  const estimate = measures[measure];
  if (estimate !== undefined) return withUnit(formatNumber(toShown(unit, estimate.value)), unit);
  if (unit !== "min" || keepsUp === true) return NONE;
  return keepsUp === null ? "too close to tell" : "does not keep up";
}

function describeRange({ measure, unit }: RowDefinition, { measures }: SettingsForecast): string {
  const estimate = measures[measure];
  if (estimate === undefined) return "";
  const [low, high] = [estimate.low, estimate.high].map((end) => formatNumber(toShown(unit, end)));
  return ` (${low} … ${high})`;
}

/** Describes a change: `−9 min (−11 … −7)`, or the reason why no change is shown. */
function describeMeasureChange(unit: Unit, change: Change | undefined): string {
  if (change === undefined) return NONE;
  if (!change.shown) return "no difference shown";
  const [low, high] = [toShown(unit, change.low), toShown(unit, change.high)];
  const digits = chooseDigits(low, high);
  const value = withUnit(formatSigned(toShown(unit, change.value), digits), unit);
  const mark = change.withinBacktestError === true ? ", not a result" : "";
  return `${value} (${formatSigned(low, digits)} … ${formatSigned(high, digits)})${mark}`;
}

function toShown(unit: Unit, value: number): number {
  return unit === "%" ? value * 100 : value;
}

function withUnit(number: string, unit: Unit): string {
  return unit === "" ? number : `${number} ${unit}`;
}

/** Writes a number below 20 with one decimal, and any other number with none. */
function formatNumber(value: number): string {
  return value.toFixed(value < 20 ? 1 : 0);
}

const MAX_DIGITS = 4;

/** Chooses the number of decimals by the interval's width. Rounding must not turn either end into 0. */
function chooseDigits(low: number, high: number): number {
  const halfWidth = (high - low) / 2;
  let digits = halfWidth >= 0.1 ? 1 : 2;
  if (halfWidth >= 2) digits = 0;
  const nearest = Math.min(Math.abs(low), Math.abs(high));
  while (digits < MAX_DIGITS && Number(nearest.toFixed(digits)) === 0) digits += 1;
  return digits;
}

export function formatSigned(value: number, digits: number): string {
  const text = Math.abs(value).toFixed(digits);
  if (Number(text) === 0) return text;
  return `${value < 0 ? "−" : "+"}${text}`;
}

/** Returns a forecast's caveats, then the sources of its numbers and its assumptions. */
export function describeBasis(forecast: Forecast): string[] {
  const { source, assumptions, interrupted, saturated, replications } = forecast;
  const sides = changesForecast(forecast) ? (["now", "then"] as const) : (["now"] as const);
  return [
    interrupted === true &&
      `Interrupted after ${replications} replications: the intervals are wider than those of a complete forecast.`,
    saturated === true &&
      "The simulation keeps a pull request waiting at all times. Therefore the forecast gives no time to merge, and the merges per hour are the capacity.",
    ...sides.flatMap((side) => describeDoubt(forecast, side)),
    describeTimeouts(forecast),
    isConcurrencyIdle(forecast) &&
      "Concurrency has no effect here, because mode single tests one group at a time. If your service tests several groups in one line, add " +
        "--single-mode one-line.",
    `${describeExtent(forecast)} ${source} ${describeBacktest(forecast)} Assumes: ${assumptions.join("; ")}.`,
  ].filter((line) => typeof line === "string");
}

const OPTIONS = { replications: "--replications", pullRequests: "--pull-requests" } as const;

function describeExtent({ replications, pullRequests, given }: Forecast): string {
  const options = given.map((name) => OPTIONS[name]).join(" and ");
  const extent = `Simulated: ${replications} replications of ${pullRequests} pull requests`;
  return `${extent}${options === "" ? "" : ` (${options})`}.`;
}

/** A correlation above this value causes a warning. */
const NOTABLE_CORRELATION = 0.3;

function describeDoubt(forecast: Forecast, side: "now" | "then"): string[] {
  const { keepsUp, steady, neededPullRequests, simulatedDays, correlation = 0 } = forecast[side];
  const when = side === "now" ? "Now" : "Then";
  const close = `${when}, the queue is close to its capacity:`;
  if (keepsUp === null)
    return [`${close} the simulation cannot tell whether it keeps up. No goal counts as met.`];
  if (keepsUp && !steady) {
    const days = `the simulated ${formatNumber(simulatedDays)} days`;
    const enough =
      neededPullRequests === undefined
        ? ""
        : ` To simulate long enough, set --pull-requests to ${neededPullRequests}.`;
    return [
      `${close} it reaches no steady state within ${days}. Times may be longer, and no goal counts as met.${enough}`,
    ];
  }
  if (correlation <= NOTABLE_CORRELATION) return [];
  const slowly = `${when}, times to merge change slowly compared with the simulated time`;
  return [`${slowly} (correlation ${correlation.toFixed(2)}), so the intervals may be too narrow.`];
}

/** If at least this share of the test runs times out, a warning says so. */
const NOTABLE_TIMEOUTS = 0.01;

/** Warns of timeouts, because they remove good changes and the table does not show them. */
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

/** Tells whether the concurrency changes but the simulation of mode single ignores it. */
function isConcurrencyIdle({ now, then, singleMode }: Forecast): boolean {
  const isSingle = now.settings.mode === "single" && then.settings.mode === "single";
  return isSingle && singleMode === "one-at-a-time" && now.settings.concurrency !== then.settings.concurrency;
}

/**
 * Sums up a change: `p90 −9 min (−31 %), CI minutes per merge +0.7 %`. Returns undefined if nothing changes.
 * @param isBrief - short form for lists: `p90 −31 %, CI +4.0 %`. A cost that stays about the same is omitted
 */
export function describeVerdict(forecast: Forecast, isBrief = false): string | undefined {
  if (!changesForecast(forecast)) return undefined;
  const cost = describeShare(forecast, "ciMinutesPerMerge");
  if (!isBrief) {
    const speed = describeSpeed(forecast, (minutes, share) => `${minutes} (${share})`);
    return `${speed}, CI minutes per merge ${cost}`;
  }
  const speed = describeSpeed(forecast, (_minutes, share) => share);
  return isResult(forecast.change.ciMinutesPerMerge) ? `${speed}, CI ${cost}` : speed;
}

function describeSpeed(forecast: Forecast, write: (minutes: string, share: string) => string): string {
  const { now, then, saturated } = forecast;
  if (saturated === true) return `merged per hour ${describeShare(forecast, "mergedPerHour")}`;
  if (then.keepsUp === null) return "unclear whether it keeps up (load close to the capacity)";
  if (!then.keepsUp) return now.keepsUp === false ? "still does not keep up" : "no longer keeps up";
  if (now.keepsUp === null) return "keeps up (now too close to tell)";
  if (!now.keepsUp) return "keeps up (now it does not)";
  const describe = (measure: (typeof SHOWN)[number][0]): string => {
    const [minutes = ""] = describeMeasureChange("min", forecast.change[measure]).split(" (");
    return write(minutes, describeShare(forecast, measure));
  };
  const { timeToMergeP50Minutes: p50, timeToMergeP90Minutes: p90 } = forecast.change;
  const slowest = `p90 ${isResult(p90) ? describe("timeToMergeP90Minutes") : "about the same"}`;
  // A change may help the slowest and harm most others.
  return isResult(p50) && p50.value > 0 ? `${slowest}, p50 ${describe("timeToMergeP50Minutes")}` : slowest;
}

function describeShare({ now, change: changes }: Forecast, measure: MeasureName): string {
  const change = changes[measure];
  const value = now.measures[measure]?.value;
  if (change === undefined || value === undefined || value === 0) return "unknown";
  if (!isResult(change)) return "about the same";
  const percent = (change.value / value) * 100;
  return `${percent < 0 ? "−" : "+"}${Math.abs(percent).toFixed(Math.abs(percent) < 10 ? 1 : 0)} %`;
}

function isResult(change: Change | undefined): change is Change {
  return change?.shown === true && change.withinBacktestError !== true;
}

const SHOWN = [
  ["timeToMergeP50Minutes", "p50"],
  ["timeToMergeP90Minutes", "p90"],
] as const;

/** Describes the backtest in sentences, and says which improvements are too small to count. */
export function describeBacktest({ backtest, change }: Pick<Forecast, "backtest" | "change">): string {
  const isUncertain = Object.values(change).some((each) => each.withinBacktestError === true);
  return `${describeBacktestError(backtest)}${isUncertain ? " Ignore an improvement that is smaller than the backtest's error." : ""}`;
}

/** Describes the error of a forecast: `Backtest: p50 within 4 %, p90 within 9 % (143 merges).` */
export function describeBacktestError(backtest: ForecastBacktest): string {
  if (backtest.kind === "none") return `Not backtested: ${backtest.reason}.`;
  const { keepsUp, merged, measures } = backtest;
  if (!keepsUp) {
    return `Backtest failed: the forecast said that the queue does not keep up, but ${merged} pull requests merged.`;
  }
  const errors = SHOWN.flatMap(([measure, name]) => {
    const compared = measures[measure];
    return compared === undefined ? [] : [`${name} within ${describeError(compared)}`];
  });
  return `Backtest: ${errors.join(", ")} (${merged} merges).`;
}

/** Describes a measure's error. Rounds the error up, so that the word "within" is true. */
function describeError({ error, observed, low, high }: BacktestedMeasure): string {
  const isOutside = observed < low || observed > high;
  return `${Math.max(1, Math.ceil(Number((error * 100).toPrecision(3))))} %${isOutside ? " but outside of its interval" : ""}`;
}
