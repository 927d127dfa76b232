import { markUncertain, toForecastBacktest } from "./backtest/apply-backtest";
import type { ReplicationSetup, RunReplications } from "./drive/replication";
import type { Forecast, Shapes } from "./forecast";
import type { LoadSource } from "./load-source";
import { compare, isPrecise, type Pair } from "./measure/compare";
import { describeShapes } from "./measure/shapes";
import { listChangedSettings, type SimulatedSettings } from "./simulated-settings";
import { roundNumbers } from "./statistics/round-numbers";

/** Replications until which precision is not asked for: intervals from fewer are too often too narrow. */
const FIRST_REPLICATIONS = 8;
/** Replications between precision checks. Independent of the number of workers, so that the result is too. */
const REPLICATIONS_PER_ROUND = 4;
const MAX_REPLICATIONS = 20;

/** What to simulate. */
export interface SimulateOptions
  extends Pick<ReplicationSetup, "singleMode" | "pullRequests" | "seed">,
    Pick<LoadSource, "drawLoad" | "assumed" | "history">,
    Pick<Forecast, "queue" | "source" | "assumptions"> {
  readonly now: SimulatedSettings;
  readonly then: SimulatedSettings;
  /** 2 or more. Undefined: as many as a precise result needs, at most {@link MAX_REPLICATIONS}. */
  readonly replications: number | undefined;
}

/** How replications are run. */
export interface SimulateRun {
  readonly runReplications: RunReplications;
  /** Called with the number of pairs of replications that have ended, and how many there will be at most. */
  readonly onProgress?: (done: number, most: number) => void;
}

/** What a simulation shows: plots show more than the forecast contains. */
export interface Simulated {
  readonly forecast: Forecast;
  readonly shapes: Shapes;
}

/** Simulates both settings until the intervals are narrow. @returns undefined after an early interrupt */
export async function simulate(options: SimulateOptions, run: SimulateRun): Promise<Simulated | undefined> {
  const most = options.replications ?? MAX_REPLICATIONS;
  const pairs: Pair[] = [];
  let planned = options.replications ?? FIRST_REPLICATIONS;
  for (;;) {
    pairs.push(...(await runPairs(options, { from: pairs.length, to: planned, most }, run)));
    const isInterrupted = pairs.length < planned;
    if (isInterrupted || planned === most || isPrecise(compare(pairs))) {
      if (pairs.length < 2) return undefined;
      const forecast = toForecast(options, pairs);
      const shapes = describeShapes(pairs);
      return { forecast: isInterrupted ? { ...forecast, interrupted: true } : forecast, shapes };
    }
    planned = Math.min(planned + REPLICATIONS_PER_ROUND, most);
  }
}

/** Runs the pairs of replications `from` to `to`, exclusive. @returns the complete ones, in order */
async function runPairs(
  { now, then, drawLoad, singleMode, pullRequests, seed }: SimulateOptions,
  { from, to, most }: Readonly<Record<"from" | "to" | "most", number>>,
  { runReplications, onProgress }: SimulateRun,
): Promise<Pair[]> {
  // Equal settings have equal results.
  const variants = listChangedSettings(now, then).length === 0 ? [now] : [now, then];
  const indices = Array.from({ length: to - from }, (_, index) => index);
  const setups = indices.flatMap((index) => {
    const replication = from + index;
    const load = drawLoad(replication);
    return variants.map((settings) => ({ settings, singleMode, load, pullRequests, seed, replication }));
  });
  const results = await runReplications(setups, (done) => {
    onProgress?.(from + Math.floor(done / variants.length), most);
  });
  return indices.flatMap((index) => {
    const at = index * variants.length;
    const [ofNow, ofThen] = [results[at], results[at + variants.length - 1]];
    return ofNow === undefined || ofThen === undefined ? [] : [{ now: ofNow, then: ofThen }];
  });
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
