import { markUncertain, toForecastBacktest } from "./backtest/apply-backtest";
import type { Forecast } from "./forecast";
import { compare, isPrecise, type Pair } from "./measure/compare";
import { type PairOptions, type RunReplications, runPairs } from "./run-pairs";
import { roundNumbers } from "./statistics/round-numbers";
import type { Backtest, NoBacktest } from "./workload/find-backtest";

/** Replications until which precision is not asked for: intervals from fewer are too often too narrow. */
const FIRST_REPLICATIONS = 8;

/** Replications between two checks of the precision. Independent of the number of workers, so that the result is too. */
const REPLICATIONS_PER_ROUND = 4;

/** Maximum number of replications unless their number is given. */
const MAX_REPLICATIONS = 20;

/** What to simulate. */
export interface SimulateOptions
  extends PairOptions,
    Pick<Forecast, "queue" | "assumed" | "source" | "assumptions"> {
  /** Number of replications, 2 or more. Undefined: as many as a precise result needs, at most {@link MAX_REPLICATIONS}. */
  readonly replications: number | undefined;
  /** How good a forecast of the past would have been, or why that is unknown. */
  readonly history: Backtest | NoBacktest;
}

/** How replications are run. */
export interface SimulateRun {
  readonly runReplications: RunReplications;
  /**
   * Called with the number of pairs of replications that have ended.
   * @param most - how many pairs there will be at most
   */
  readonly onProgress?: (done: number, most: number) => void;
  /** Called at the end with all pairs of replications: plots show more of them than the forecast contains. */
  readonly onEnd?: (pairs: readonly Pair[]) => void;
}

/**
 * Simulates a queue with the current and the proposed settings under the same load. Replications are added until the intervals are
 * narrow enough.
 * @returns undefined if it was interrupted before two pairs of replications were complete
 */
export async function simulate(options: SimulateOptions, run: SimulateRun): Promise<Forecast | undefined> {
  const most = options.replications ?? MAX_REPLICATIONS;
  const pairs: Pair[] = [];
  let planned = options.replications ?? FIRST_REPLICATIONS;
  for (;;) {
    const done = pairs.length;
    const added = await runPairs(options, done, planned - done, run.runReplications, (ended) => {
      run.onProgress?.(done + ended, most);
    });
    pairs.push(...added);
    const isInterrupted = pairs.length < planned;
    if (isInterrupted || planned === most || isPrecise(compare(pairs))) {
      if (pairs.length < 2) return undefined;
      run.onEnd?.(pairs);
      return { ...toForecast(options, pairs), ...(isInterrupted ? { interrupted: true } : {}) };
    }
    planned = Math.min(planned + REPLICATIONS_PER_ROUND, most);
  }
}

function toForecast(options: SimulateOptions, pairs: readonly Pair[]): Forecast {
  const { now, then, change } = roundNumbers(compare(pairs));
  const backtest = toForecastBacktest(options.history, options.now, options.singleMode);
  return {
    format: "mergequeue-forecast",
    version: 1,
    queue: options.queue,
    assumed: options.assumed,
    ...(options.drawLoad(0).arrivals.kind === "saturated" ? { saturated: true } : {}),
    seed: options.seed,
    replications: pairs.length,
    pullRequests: options.pullRequests,
    singleMode: options.singleMode,
    now: { settings: options.now, ...now },
    then: { settings: options.then, ...then },
    change: markUncertain({ now, change }, backtest),
    backtest,
    source: options.source,
    assumptions: options.assumptions,
  };
}
