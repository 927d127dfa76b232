import { markUncertain, toForecastBacktest } from "./backtest/apply-backtest";
import { Interrupted, type ReplicationSetup, type RunReplications } from "./drive/replication";
import type { Forecast, SettingsForecast, Shapes } from "./forecast";
import { changeLoad, type LoadChange } from "./load-change";
import type { LoadSource } from "./load-source";
import { compare, correlateTenths, type Pair } from "./measure/compare";
import { judgeLoads, type LoadVerdict } from "./measure/judge-loads";
import { describeShapes } from "./measure/shapes";
import { listChangedSettings, type SimulatedSettings } from "./simulated-settings";
import { roundNumbers } from "./statistics/round-numbers";

/** Enough for an interval by leaving out one at a time; more would each be shorter. */
const REPLICATIONS = 10;
/** Pull requests of a replication, unless a number is given: at least, and at most near the capacity. */
const PULL_REQUESTS = { least: 2_000, most: 32_000 } as const;
const HOURS_OF_DAY = 24;

/** What to simulate. */
export interface SimulateOptions
  extends Pick<ReplicationSetup, "singleMode" | "seed">,
    Pick<LoadSource, "drawLoad" | "assumed" | "history">,
    Pick<Forecast, "queue" | "source" | "assumptions"> {
  readonly now: SimulatedSettings;
  readonly then: SimulatedSettings;
  /** How the load with the proposed settings differs. Default: not at all. */
  readonly loadChange?: LoadChange | undefined;
  /** 2 or more. Undefined: {@link REPLICATIONS}. */
  readonly replications: number | undefined;
  /** Pull requests of a replication, 10 or more. Undefined: as many as the load needs. */
  readonly pullRequests: number | undefined;
  /** Most pull requests of a replication near the capacity. Default: 32000. */
  readonly mostPullRequests?: number | undefined;
}

/** How replications are run. */
export interface SimulateRun {
  readonly runReplications: RunReplications;
}

/** What a simulation shows: plots show more than the forecast contains. */
export interface Simulated {
  readonly forecast: Forecast;
  readonly shapes: Shapes;
}

/** How long the replications of a simulation are, and why. */
export interface Extent {
  readonly pullRequests: number;
  readonly now: LoadVerdict;
  readonly then: LoadVerdict;
}

/**
 * Simulates both settings: pilots find the capacity, from which follows whether the queue keeps up and how
 * long replications must be. @returns undefined after an interrupt before two pairs had ended
 */
export async function simulate(options: SimulateOptions, run: SimulateRun): Promise<Simulated | undefined> {
  try {
    const extent = await planExtent(options, run);
    const { replications = REPLICATIONS } = options;
    const pairs = await runPairs(options, extent, replications, run);
    if (pairs.length < 2) return undefined;
    const forecast = toForecast(options, extent, pairs);
    const isInterrupted = pairs.length < replications;
    return {
      forecast: isInterrupted ? { ...forecast, interrupted: true } : forecast,
      shapes: describeShapes(pairs),
    };
  } catch (error) {
    if (error instanceof Interrupted) return undefined;
    throw error;
  }
}

/** Finds how long replications must be, by pilots. @throws Interrupted */
export async function planExtent(options: SimulateOptions, run: SimulateRun): Promise<Extent> {
  const { singleMode, seed, mostPullRequests = PULL_REQUESTS.most } = options;
  const drawn = Math.max(options.replications ?? 0, REPLICATIONS);
  const variants = listVariants(options);
  const queues = variants.map(({ settings, drawLoad }) => {
    const loads = Array.from({ length: drawn }, (_, replication) => drawLoad(replication));
    return { settings, singleMode, seed, loads };
  });
  const verdicts = await judgeLoads(queues, run.runReplications);
  const [ofNow, ofThen] = [verdicts[0], verdicts.at(-1)];
  if (ofNow === undefined || ofThen === undefined) throw new Interrupted();
  const lengths = verdicts.map(({ keepsUp, needed, least }) =>
    Math.max(PULL_REQUESTS.least, least, keepsUp === true ? Math.min(needed, mostPullRequests) : 0),
  );
  return { pullRequests: options.pullRequests ?? Math.max(...lengths), now: ofNow, then: ofThen };
}

type Variant = Pick<ReplicationSetup, "settings"> & Pick<SimulateOptions, "drawLoad">;

/** Equal settings with an equal load have equal results. */
function listVariants({ now, then, drawLoad, loadChange = {} }: SimulateOptions): Variant[] {
  const current = { settings: now, drawLoad };
  const isSame = Object.keys(loadChange).length === 0 && listChangedSettings(now, then).length === 0;
  if (isSame) return [current];
  return [
    current,
    { settings: then, drawLoad: (replication) => changeLoad(drawLoad(replication), loadChange) },
  ];
}

/** Runs the pairs of replications. @returns the complete ones, in order */
async function runPairs(
  options: SimulateOptions,
  extent: Extent,
  replications: number,
  run: SimulateRun,
): Promise<Pair[]> {
  const { singleMode, seed } = options;
  const variants = listVariants(options);
  const { pullRequests } = extent;
  const indices = Array.from({ length: replications }, (_, index) => index);
  const setups = indices.flatMap((replication) =>
    variants.map(({ settings, drawLoad }, index): ReplicationSetup => {
      const awaitsMerges = (index === 0 ? extent.now : extent.then).keepsUp === true;
      const load = drawLoad(replication);
      return { settings, singleMode, load, pullRequests, seed, replication, awaitsMerges };
    }),
  );
  const results = await run.runReplications(setups, "comparison");
  return indices.flatMap((index) => {
    const at = index * variants.length;
    const [ofNow, ofThen] = [results[at], results[at + variants.length - 1]];
    return ofNow === undefined || ofThen === undefined ? [] : [{ now: ofNow, then: ofThen }];
  });
}

function toForecast(options: SimulateOptions, extent: Extent, pairs: readonly Pair[]): Forecast {
  const compared = roundNumbers(compare(pairs));
  const isSaturated = options.drawLoad(0).arrivals.kind === "saturated";
  const backtest = toForecastBacktest(options.history, options.now, options.singleMode);
  const describe = (side: "now" | "then"): SettingsForecast => ({
    settings: options[side],
    ...toSide(extent, side, isSaturated, pairs),
    measures: compared[side],
  });
  return {
    format: "mergequeue-forecast",
    version: 1,
    queue: options.queue,
    assumed: options.assumed,
    ...(isSaturated ? { saturated: true } : {}),
    ...(options.loadChange && { loadChange: roundNumbers(options.loadChange) }),
    seed: options.seed,
    replications: pairs.length,
    pullRequests: extent.pullRequests,
    given: (["replications", "pullRequests"] as const).filter((name) => options[name] !== undefined),
    singleMode: options.singleMode,
    now: describe("now"),
    then: describe("then"),
    change: markUncertain(compared, backtest),
    backtest,
    source: options.source,
    assumptions: options.assumptions,
  };
}

function toSide(
  extent: Extent,
  side: "now" | "then",
  isSaturated: boolean,
  pairs: readonly Pair[],
): Omit<SettingsForecast, "settings" | "measures"> {
  const { keepsUp, needed } = extent[side];
  const results = pairs.map((pair) => pair[side]);
  const correlation = correlateTenths(results);
  const hours = results.reduce((sum, { durationHours }) => sum + durationHours, 0) / results.length;
  const isLong = extent.pullRequests >= needed;
  const isLeft = keepsUp === true && results.some(({ unconcluded }) => unconcluded > 0);
  return roundNumbers({
    keepsUp,
    steady: (keepsUp === true || isSaturated) && isLong && !isLeft,
    ...(isLong || !Number.isFinite(needed) ? {} : { neededPullRequests: needed }),
    simulatedDays: hours / HOURS_OF_DAY,
    ...(correlation === undefined ? {} : { correlation }),
  });
}
