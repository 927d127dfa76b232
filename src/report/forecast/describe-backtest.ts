import type { BacktestedMeasure, Forecast, ForecastBacktest } from "../../foresight/forecast";

const SHOWN = [
  ["timeToMergeP50Minutes", "p50"],
  ["timeToMergeP90Minutes", "p90"],
] as const;

/** Says in sentences how good a forecast of the past would have been, and that an improvement is not a result. */
export function describeBacktest({ backtest, change }: Pick<Forecast, "backtest" | "change">): string {
  const isUncertain = Object.values(change).some((each) => each.withinBacktestError === true);
  return `${describeBacktestError(backtest)}${isUncertain ? " An improvement that is smaller than its error is not a result." : ""}`;
}

/** Says how far a forecast was from what happened: `Backtest: p50 within 4 %, p90 within 9 % (143 merges).` */
export function describeBacktestError(backtest: ForecastBacktest): string {
  if (backtest.kind === "none") return `Not backtested: ${backtest.reason}.`;
  const { keepsUp, merged, measures } = backtest;
  if (!keepsUp) {
    return `Backtest failed: the forecast said that the queue does not keep up, but ${merged} pull requests merged.`;
  }
  const errors = SHOWN.flatMap(([measure, name]) => {
    const compared = measures[measure];
    return compared === undefined ? [] : [`${name} within ${describeShare(compared)}`];
  });
  return `Backtest: ${errors.join(", ")} (${merged} merges).`;
}

/** Rounds up, so that "within" is true. */
function describeShare({ error, observed, low, high }: BacktestedMeasure): string {
  const isOutside = observed < low || observed > high;
  return `${Math.max(1, Math.ceil(Number((error * 100).toPrecision(3))))} %${isOutside ? " but outside of its interval" : ""}`;
}
