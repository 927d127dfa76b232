import type { Forecast, MeasureName, SensitiveParameter, SensitivityEnd } from "../../foresight/forecast";
import { describeChangeOf, describeEstimateOf, hasChanges } from "./describe-forecast";

/** What one measure does at both ends of one parameter. Every text is in one line. */
export interface SensitivityLine {
  /** The parameter with its ends: `failure rate 3.5 … 7.8 %`. */
  readonly name: string;
  readonly low: string;
  readonly high: string;
}

/** What one measure does, by parameter. */
export interface SensitivityTable {
  /** What the cells show: `change of time to merge p90`. */
  readonly title: string;
  readonly lines: readonly SensitivityLine[];
}

const SHOWN = [
  { measure: "timeToMergeP90Minutes", name: "time to merge p90" },
  { measure: "ciMinutesPerMerge", name: "CI minutes per merge" },
] as const satisfies readonly { readonly measure: MeasureName; readonly name: string }[];

const NAMES: Readonly<Record<SensitiveParameter, string>> = {
  failureRate: "failure rate",
  flakeRate: "flake rate",
  conflictRate: "conflict rate",
  testMinutes: "test durations",
  ciSlots: "CI slots",
  arrivals: "arrivals",
};

/** Returns the tables of a sensitivity, the main measure first; none if it was not asked for. */
export function listSensitivityTables(forecast: Forecast): SensitivityTable[] {
  const rows = forecast.sensitivity?.rows ?? [];
  if (rows.length === 0) return [];
  const isChange = hasChanges(forecast);
  const shown = SHOWN.filter(({ measure }) => forecast.saturated !== true || !isTime(measure));
  return shown.map(({ measure, name }) => ({
    title: isChange ? `change of ${name}` : name,
    lines: rows.map(({ parameter, low, high }) => ({
      name: `${NAMES[parameter]} ${formatRange(parameter, low.value, high.value)}`,
      low: describeEnd(measure, low, isChange),
      high: describeEnd(measure, high, isChange),
    })),
  }));
}

/** Returns sentences about a sensitivity: whether a difference changes its sign, and whether something is missing. */
export function describeSensitivity(forecast: Forecast): string[] {
  const { sensitivity } = forecast;
  if (sensitivity === undefined) return [];
  return [
    ...(sensitivity.interrupted === true ? ["Interrupted: what depends on the load is incomplete."] : []),
    ...SHOWN.flatMap(({ measure, name }) => describeTurn(forecast, measure, name)),
  ];
}

/** Says that a difference changes its sign within what the load may be; nothing if it does not. */
function describeTurn(forecast: Forecast, measure: MeasureName, name: string): string[] {
  const ends = (forecast.sensitivity?.rows ?? []).flatMap(({ parameter, low, high }) =>
    [low, high].map((end) => ({
      name: `${NAMES[parameter]} ${formatEnd(parameter, end.value)}`,
      sign: findSign(end, measure),
    })),
  );
  const usual = findSign(forecast, measure);
  const falls = ends.filter(({ sign }) => sign < 0).map((end) => end.name);
  const rises = ends.filter(({ sign }) => sign > 0).map((end) => end.name);
  const parts = [
    ...(usual < 0 ? [] : listWith("falls", falls)),
    ...(usual > 0 ? [] : listWith("rises", rises)),
  ];
  const signs = new Set([usual, ...ends.map(({ sign }) => sign)]);
  if (!signs.has(-1) || !signs.has(1)) return [];
  return [`Whether the ${name} falls or rises depends on the load: it ${parts.join(" and ")}.`];
}

function listWith(verb: string, names: readonly string[]): string[] {
  return names.length === 0 ? [] : [`${verb} with ${names.join(", ")}`];
}

type Compared = Pick<SensitivityEnd, "now" | "then" | "change">;

/** Returns -1 if a measure falls, 1 if it rises; 0: no difference is shown. */
function findSign({ now, then, change }: Compared, measure: MeasureName): -1 | 0 | 1 {
  // A queue that does not keep up becomes longer and longer.
  if (isTime(measure) && now.keepsUp !== then.keepsUp) return now.keepsUp ? 1 : -1;
  const difference = change[measure];
  if (difference?.shown !== true) return 0;
  return difference.value < 0 ? -1 : 1;
}

function describeEnd(measure: MeasureName, { now, then, change }: Compared, isChange: boolean): string {
  const isLate = [now, then].map(({ keepsUp }) => isTime(measure) && !keepsUp);
  const [isLateNow = false, isLateThen = false] = isLate;
  if (isLateNow && isLateThen) return "does not keep up";
  if (isLateNow) return "now does not keep up";
  if (isLateThen) return "then does not keep up";
  return isChange ? describeChangeOf(measure, change[measure]) : describeEstimateOf(measure, now);
}

function isTime(measure: MeasureName): boolean {
  return measure.startsWith("timeToMerge");
}

function formatRange(parameter: SensitiveParameter, low: number, high: number): string {
  // The unit is the same at both ends.
  return `${formatEnd(parameter, low).replace(/ (%|min)$/, "")} … ${formatEnd(parameter, high)}`;
}

function formatEnd(parameter: SensitiveParameter, value: number): string {
  switch (parameter) {
    case "arrivals":
      return `x${value}`;
    case "ciSlots":
      return String(value);
    case "testMinutes":
      return `${formatNumber(value)} min`;
    case "failureRate":
    case "flakeRate":
    case "conflictRate":
      return `${formatNumber(value * 100)} %`;
  }
}

function formatNumber(value: number): string {
  return String(Number(value.toPrecision(2)));
}
