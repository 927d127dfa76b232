import type { ReplicationResult, ReplicationSetup, SingleMode } from "./drive/replication";
import { SIMULATED_SETTING_NAMES, type SimulatedSettings } from "./drive/simulated-settings";
import type { Forecast, Measured } from "./forecast";
import type { Load } from "./load";
import { compare, type Pair, type Summary } from "./measure/compare";
import { isPrecise } from "./measure/is-precise";
import type { Estimate } from "./statistics/interval";

/** Replications until which precision is not asked for: intervals from fewer are too often too narrow. */
const FIRST_REPLICATIONS = 8;

/** Replications between two checks of the precision. Independent of the number of workers, so that the result is too. */
const REPLICATIONS_PER_ROUND = 4;

/** Maximum number of replications unless their number is given. */
const MAX_REPLICATIONS = 20;

/** Digits of a number in a forecast: more than any simulation is worth, and equal on every machine. */
const DIGITS = 6;

/** What to simulate. */
export interface SimulateOptions extends Pick<Forecast, "queue" | "assumed" | "source" | "assumptions"> {
  readonly now: SimulatedSettings;
  readonly then: SimulatedSettings;
  readonly singleMode: SingleMode;
  /** Returns the load of a replication: the same one each time, or one drawn from what is known about its parameters. */
  readonly drawLoad: (replication: number) => Load;
  /** Pull requests in each replication, those that warm it up included: 10 or more. */
  readonly pullRequests: number;
  /** Number of replications, 2 or more. Undefined: as many as a precise result needs, at most {@link MAX_REPLICATIONS}. */
  readonly replications: number | undefined;
  readonly seed: string;
}

/** How replications are run. */
export interface SimulateRun {
  /**
   * Runs replications, as `ReplicationPool.run` does.
   * @param onProgress - called after each replication with the number of those that have ended
   * @returns their results in the order of the setups; undefined for those that an interrupt has prevented
   */
  readonly runReplications: (
    setups: readonly ReplicationSetup[],
    onProgress: (done: number) => void,
  ) => Promise<readonly (ReplicationResult | undefined)[]>;
  /**
   * Called with the number of pairs of replications that have ended.
   * @param most - how many pairs there will be at most
   */
  readonly onProgress?: (done: number, most: number) => void;
  /** Called at the end with all pairs of replications: plots show more of them than the forecast contains. */
  readonly onEnd?: (pairs: readonly Pair[]) => void;
}

/**
 * Simulates a queue with the settings of now and of then under the same load. Replications are added until the intervals are
 * narrow enough.
 * @returns undefined if it was interrupted before two pairs of replications were complete
 */
export async function simulate(options: SimulateOptions, run: SimulateRun): Promise<Forecast | undefined> {
  const most = options.replications ?? MAX_REPLICATIONS;
  const first = options.replications ?? FIRST_REPLICATIONS;
  const pairs: Pair[] = [];
  let planned = first;
  for (;;) {
    const done = pairs.length;
    const added = await runPairs(options, done, planned - done, run, (ended) => {
      run.onProgress?.(done + ended, most);
    });
    pairs.push(...added);
    if (pairs.length < planned) break;
    if (planned === most || isPrecise(compare(pairs))) {
      run.onEnd?.(pairs);
      return toForecast(options, pairs);
    }
    planned = Math.min(planned + REPLICATIONS_PER_ROUND, most);
  }
  return pairs.length < 2 ? undefined : { ...toForecast(options, pairs), interrupted: true };
}

/** Runs pairs of replications. @returns the complete ones, in order */
async function runPairs(
  options: SimulateOptions,
  from: number,
  count: number,
  run: SimulateRun,
  onProgress: (done: number) => void,
): Promise<Pair[]> {
  const { now, then, singleMode, pullRequests, seed } = options;
  // Equal settings have equal results.
  const isSame = SIMULATED_SETTING_NAMES.every((name) => now[name] === then[name]);
  const variants = isSame ? [now] : [now, then];
  const setups = Array.from({ length: count }, (_, index) => from + index).flatMap((replication) => {
    const load = options.drawLoad(replication);
    return variants.map((settings) => ({ settings, singleMode, load, pullRequests, seed, replication }));
  });
  const results = await run.runReplications(setups, (done) => {
    onProgress(Math.floor(done / variants.length));
  });
  return Array.from({ length: count }, (_, index) => index * variants.length).flatMap((at) => {
    const pair = { now: results[at], then: results[at + variants.length - 1] };
    return isComplete(pair) ? [pair] : [];
  });
}

function isComplete(pair: { readonly [Name in keyof Pair]: Pair[Name] | undefined }): pair is Pair {
  return pair.now !== undefined && pair.then !== undefined;
}

function toForecast(options: SimulateOptions, pairs: readonly Pair[]): Forecast {
  const { now, then, change } = compare(pairs);
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
    now: { settings: options.now, ...roundSummary(now) },
    then: { settings: options.then, ...roundSummary(then) },
    change: roundAll(change),
    source: options.source,
    assumptions: options.assumptions,
  };
}

function roundSummary({ keepsUp, measures }: Summary): Summary {
  return { keepsUp, measures: roundAll(measures) };
}

function roundAll<Value extends Estimate>(measured: Measured<Value>): Measured<Value> {
  const rounded = Object.entries(measured).map(([name, estimate]) => {
    const { value, low, high } = estimate;
    return [name, { ...estimate, value: round(value), low: round(low), high: round(high) }];
  });
  return Object.fromEntries(rounded) as Measured<Value>;
}

function round(value: number): number {
  // Adding 0 makes a negative zero positive.
  return Number(value.toPrecision(DIGITS)) + 0;
}
