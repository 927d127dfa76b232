import type { BacktestedMeasure, Change, Forecast, ForecastBacktest } from "../forecast";
import type { Comparison } from "../measure/compare";
import { BACKTESTED_MEASURES } from "../measures";
import type { SimulatedSettings, SingleMode } from "../simulated-settings";
import type { QueueWorkload } from "../workload";

/** A forecast of the last third of a history, made from the first two thirds, and what really happened. */
export type Backtest = NonNullable<QueueWorkload["backtest"]>;

export interface NoBacktest {
  /** Why there is no backtest, as a sentence without a full stop: `the numbers were given by hand`. */
  readonly reason: string;
}

/** Returns the backtest of a workload, or the reason why there is none. */
export function findBacktest(workload: QueueWorkload | undefined): Backtest | NoBacktest {
  if (workload === undefined) return { reason: "the numbers were given by hand" };
  const { backtest, arrivalsPerHour: { source } = {} } = workload;
  if (backtest !== undefined) return backtest;
  return {
    reason:
      source === "timelines" || source === "recorder"
        ? "the history was too short for a backtest, or the workload was changed afterwards"
        : "only the service's timelines show how long pull requests took to merge",
  };
}

const DIGITS = 3;

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

export function measureErrors({ merged, since, keepsUp, measures }: Backtest): ForecastBacktest {
  const entries = BACKTESTED_MEASURES.flatMap((name): [string, BacktestedMeasure][] => {
    const compared = measures[name];
    if (compared === undefined || compared.observed === 0) return [];
    const error = Math.abs(compared.value / compared.observed - 1);
    return [[name, { ...compared, error: Number(error.toPrecision(DIGITS)) }]];
  });
  return { kind: "tested", merged, since, keepsUp, measures: Object.fromEntries(entries) };
}

/** Marks improvements of the time to merge that are smaller than the backtest's error. */
export function markUncertain(
  { now, change: changes }: Pick<Comparison, "now" | "change">,
  backtest: ForecastBacktest,
): Forecast["change"] {
  if (backtest.kind === "none") return changes;
  const marked = BACKTESTED_MEASURES.flatMap((name): [string, Change][] => {
    const change = changes[name];
    if (change?.shown !== true || change.value >= 0) return [];
    const error = backtest.keepsUp ? (backtest.measures[name]?.error ?? 0) : Number.POSITIVE_INFINITY;
    const isUncertain = -change.value < error * Number(now[name]?.value);
    return isUncertain ? [[name, { ...change, withinBacktestError: true }]] : [];
  });
  return { ...changes, ...Object.fromEntries(marked) };
}
