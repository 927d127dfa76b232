import { resolveSettings } from "../../../src/cli/workload/resolve-settings";
import type { Backtest } from "../../../src/foresight/backtest/apply-backtest";
import { runBacktest, splitHistory } from "../../../src/foresight/run-backtest";
import { type Life, RECORDED_QUEUE, recordHistory } from "../../../test/foresight/support/record-history";
import { median } from "../bench-part";
import type { RunAll, Validation } from "./validate-forecasts";

/** A queue that is busy but keeps up; a forecast knows neither rate. */
const LIFE: Omit<Life, "seed"> = {
  days: 43,
  perHour: 0.6,
  testMinutes: [50, 90],
  failureRate: 0.1,
  flakeRate: 0.03,
  settings: { mode: "parallel", concurrency: 2, testingTimeoutMinutes: 240 },
};

/** Other settings before the last third begins, so that what is learned comes from the former ones. */
const CHANGED: typeof LIFE = { ...LIFE, change: { afterDays: 26, settings: { concurrency: 4 } } };

/** Failed batches are bisected, with further test runs. */
const BATCHES: typeof LIFE = {
  ...LIFE,
  perHour: 1,
  settings: {
    ...LIFE.settings,
    bisectionConcurrency: 2,
    batch: true,
    batchingMinSize: 4,
    batchingMaxWaitTimeMinutes: 30,
  },
};

const MEASURES = [
  ["timeToMergeP50Minutes", "p50"],
  ["timeToMergeP90Minutes", "p90"],
] as const;

/** Of so many forecasts, the interval must hold what happened; in theory it is 95 %. */
const LEAST_SHARE = 0.8;

const MAX_ERROR = 0.25;

/** Forecasts the last third of histories of the local service, with a hidden failure rate and flake rate. */
export async function validateBacktests(run: RunAll, histories: number): Promise<Validation[]> {
  return [
    ...(await validate(run, histories, LIFE, "settings that never change")),
    ...(await validate(run, histories, CHANGED, "concurrency 4 in the last third, and mostly 2 before it")),
    ...(await validate(run, histories, BATCHES, "batches of 4")),
  ];
}

async function validate(run: RunAll, count: number, life: typeof LIFE, words: string): Promise<Validation[]> {
  const backtests: Backtest[] = [];
  for (let seed = 1; seed <= count; seed += 1) backtests.push(await backtest(run, { ...life, seed }));
  const least = Math.floor(count * LEAST_SHARE);
  const rows = MEASURES.map(([measure, name]): Validation => {
    const holding = backtests
      .flatMap(({ measures }) => measures[measure] ?? [])
      .filter(({ low, observed, high }) => low <= observed && observed <= high);
    return {
      name: `histories with ${words}: number of forecasts whose interval contains the time to merge (${name}) of the last third`,
      expected: `95 % of ${count}`,
      value: `${holding.length}`,
      limit: `at least ${least}`,
      isKept: holding.length >= least,
    };
  });
  const errors = backtests.flatMap(({ measures: { timeToMergeP90Minutes: p90 } }) =>
    p90 === undefined ? [] : [Math.abs(p90.value / p90.observed - 1)],
  );
  const error = errors.length === 0 ? Number.POSITIVE_INFINITY : median(errors);
  const merges = Math.round(backtests.reduce((sum, { merged }) => sum + merged, 0) / count);
  return [
    ...rows,
    {
      name: `histories with ${words}: median error of the forecast p90, with ${merges} merges in the last third`,
      expected: "as by chance alone",
      value: `${(100 * error).toFixed(1)} %`,
      limit: `at most ${100 * MAX_ERROR} %`,
      isKept: error <= MAX_ERROR,
    },
  ];
}

async function backtest(run: RunAll, life: Life): Promise<Backtest> {
  const history = await recordHistory(life);
  const split = splitHistory(history);
  if ("reason" in split) throw new Error(`History ${life.seed} has no backtest: ${split.reason}.`);
  const result = await runBacktest(split, {
    queue: RECORDED_QUEUE,
    settings: resolveSettings(history.settings).settings,
    singleMode: "one-at-a-time",
    known: {},
    runReplications: run,
  });
  if (result === undefined || "reason" in result)
    throw new Error(`History ${life.seed} has no backtest: ${result?.reason ?? "interrupted"}.`);
  return result;
}
