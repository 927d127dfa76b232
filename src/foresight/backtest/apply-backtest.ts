import type { SingleMode } from "../drive/replication";
import type { SimulatedSettings } from "../drive/simulated-settings";
import type { BacktestedMeasure, Change, Forecast, ForecastBacktest } from "../forecast";
import type { Comparison } from "../measure/compare";
import { BACKTESTED_MEASURES } from "../measures";
import type { Backtest, NoBacktest } from "../workload/find-backtest";

/** Digits of an error: more than it is worth. */
const DIGITS = 3;

/** Returns what a backtest says about a forecast with these settings. */
export function toForecastBacktest(
  backtest: Backtest | NoBacktest,
  { mode }: SimulatedSettings,
  singleMode: SingleMode,
): ForecastBacktest {
  if ("reason" in backtest) return { kind: "none", reason: backtest.reason };
  if (mode === "single" && backtest.singleMode !== singleMode) {
    return { kind: "none", reason: `the workload was tested with --single-mode ${backtest.singleMode}` };
  }
  return measureErrors(backtest);
}

/** Compares what was forecast with what happened. */
export function measureErrors({ merged, since, keepsUp, measures }: Backtest): ForecastBacktest {
  const entries = BACKTESTED_MEASURES.flatMap((name): [string, BacktestedMeasure][] => {
    const compared = measures[name];
    if (compared === undefined || compared.observed === 0) return [];
    const error = Math.abs(compared.value / compared.observed - 1);
    return [[name, { ...compared, error: Number(error.toPrecision(DIGITS)) }]];
  });
  return { kind: "tested", merged, since, keepsUp, measures: Object.fromEntries(entries) };
}

/** Marks the improvements of the time to merge that are smaller than the error of the backtest. */
export function markUncertain(
  { now, change }: Pick<Comparison, "now" | "change">,
  backtest: ForecastBacktest,
): Forecast["change"] {
  if (backtest.kind === "none") return change;
  const marked = BACKTESTED_MEASURES.flatMap((name): [string, Change][] => {
    const difference = change[name];
    if (difference?.shown !== true || difference.value >= 0) return [];
    const error = backtest.keepsUp ? (backtest.measures[name]?.error ?? 0) : Number.POSITIVE_INFINITY;
    const isUncertain = -difference.value < error * Number(now.measures[name]?.value);
    return isUncertain ? [[name, { ...difference, withinBacktestError: true }]] : [];
  });
  return { ...change, ...Object.fromEntries(marked) };
}
