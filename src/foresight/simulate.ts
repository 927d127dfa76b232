import { isDeepStrictEqual } from "node:util";
import { markUncertain, toForecastBacktest } from "./backtest/apply-backtest";
import {
  Interrupted,
  type ReplicationResult,
  type ReplicationSetup,
  type RunReplications,
  tryUninterrupted,
} from "./drive/replication";
import type { Forecast, SettingsForecast, Shapes } from "./forecast";
import type { Load } from "./load";
import { changeLoad, type LoadChange } from "./load-change";
import type { LoadSource } from "./load-source";
import { compare, correlateTenths, describeShapes, type Pair } from "./measure/compare";
import { judgeLoads, type LoadVerdict } from "./measure/judge-loads";
import { listChangedSettings, type SimulatedSettings } from "./simulated-settings";
import { roundNumbers } from "./statistics/round-numbers";
import { computeMean } from "./statistics/sample";

/** Default number of replications, which is enough for intervals by the jackknife. */
const REPLICATIONS = 10;
/** Pull requests of a replication, unless the user gives them: at least, and at most for the steady state. */
const PULL_REQUESTS = { least: 2_000, most: 32_000 } as const;
/** Largest number of pull requests that a user can give. If more are needed, the forecast names no number. */
const MOST_GIVEN = 1_000_000;
const HOURS_OF_DAY = 24;

/** What to simulate. */
export interface SimulateOptions
  extends Pick<ReplicationSetup, "singleMode" | "seed">,
    Pick<LoadSource, "load" | "drawLoad" | "assumed" | "history">,
    Pick<Forecast, "queue" | "source" | "assumptions"> {
  readonly now: SimulatedSettings;
  readonly then: SimulatedSettings;
  /** How the load changes with the proposed settings. By default, it stays the same. */
  readonly loadChange?: LoadChange | undefined;
  /** Number of replications, 2 or more. If undefined: {@link REPLICATIONS}. */
  readonly replications: number | undefined;
  /** Number of pull requests in a replication, 10 or more. If undefined, as many as the load needs. */
  readonly pullRequests: number | undefined;
  /** If `pullRequests` is undefined: at most this number to reach the steady state. Default: 32000. */
  readonly mostPullRequests?: number | undefined;
}

/** How to run replications. */
export interface SimulateRun {
  readonly runReplications: RunReplications;
}

/** A forecast, and the data for its plots. */
export interface Simulated {
  readonly forecast: Forecast;
  readonly shapes: Shapes;
}

/** The number of pull requests in each replication, and the results of the pilots that determine it. */
export interface Extent {
  readonly pullRequests: number;
  readonly now: LoadVerdict;
  readonly then: LoadVerdict;
}

/**
 * Simulates the current and proposed settings. Pilots first measure the capacity, which decides whether the
 * queue keeps up and how long replications must be. @returns undefined if interrupted before two pairs ended
 */
export async function simulate(options: SimulateOptions, run: SimulateRun): Promise<Simulated | undefined> {
  return tryUninterrupted(async () => {
    const extent = await planExtent(options, run);
    const { replications = REPLICATIONS } = options;
    const results = await runPairs(options, extent, replications, run);
    if (results.length < 2) return undefined;
    const pairs = results.map(({ known }) => known);
    const drawn = results.flatMap((result) => result.drawn ?? []);
    const forecast = toForecast(options, extent, pairs, drawn.length === 0 ? undefined : drawn);
    const isInterrupted = pairs.length < replications;
    return {
      forecast: isInterrupted ? { ...forecast, interrupted: true } : forecast,
      shapes: describeShapes(pairs),
    };
  });
}

/** Runs pilots to find how long replications must be. @throws Interrupted */
export async function planExtent(options: SimulateOptions, run: SimulateRun): Promise<Extent> {
  const { singleMode, seed, load, mostPullRequests = PULL_REQUESTS.most } = options;
  const loads = [load, ...drawLoads(options)];
  const queues = listVariants(options).map(({ settings, toOwnLoad }) => {
    return { settings, singleMode, seed, loads: loads.map(toOwnLoad) };
  });
  const { pullRequests, replications = REPLICATIONS } = options;
  // A pilot is at most as long as the simulation itself.
  const longest = pullRequests === undefined ? undefined : pullRequests * replications;
  const verdicts = await judgeLoads(queues, run.runReplications, longest);
  const [ofNow, ofThen] = [verdicts[0], verdicts.at(-1)];
  if (ofNow === undefined || ofThen === undefined) throw new Interrupted();
  const lengths = verdicts.map(({ keepsUp, needed, least }) =>
    Math.max(PULL_REQUESTS.least, least, keepsUp === true ? Math.min(needed, mostPullRequests) : 0),
  );
  return { pullRequests: pullRequests ?? Math.max(...lengths), now: ofNow, then: ofThen };
}

/** Draws the loads of the replications. @returns an empty list if no parameter is uncertain */
function drawLoads({ load, drawLoad, replications = 0 }: SimulateOptions): Load[] {
  const length = Math.max(replications, REPLICATIONS);
  const loads = Array.from({ length }, (_, replication) => drawLoad(replication));
  return loads.every((drawn) => isDeepStrictEqual(drawn, load)) ? [] : loads;
}

interface Variant extends Pick<ReplicationSetup, "settings"> {
  readonly toOwnLoad: (load: Load) => Load;
}

/** Lists the current and the proposed variant; only one if both have the same settings and load. */
function listVariants({ now, then, loadChange }: SimulateOptions): Variant[] {
  const current: Variant = { settings: now, toOwnLoad: (load) => load };
  if (loadChange !== undefined)
    return [current, { settings: then, toOwnLoad: (load) => changeLoad(load, loadChange) }];
  return listChangedSettings(now, then).length === 0 ? [current] : [current, { ...current, settings: then }];
}

/** Runs the pairs of replications. @returns complete pairs; `drawn` is undefined if the load is certain */
async function runPairs(
  options: SimulateOptions,
  extent: Extent,
  replications: number,
  run: SimulateRun,
): Promise<{ readonly known: Pair; readonly drawn: Pair | undefined }[]> {
  const { load, singleMode, seed } = options;
  const variants = listVariants(options);
  const drawn = drawLoads(options);
  const { pullRequests } = extent;
  const indices = Array.from({ length: replications }, (_, index) => index);
  const groups = indices.map((replication) =>
    [load, ...drawn.slice(replication, replication + 1)].flatMap((each) =>
      variants.map(({ settings, toOwnLoad }, index): ReplicationSetup => {
        const awaitsMerges = (index === 0 ? extent.now : extent.then).keepsUp === true;
        const common = { settings, singleMode, pullRequests, seed, replication, awaitsMerges };
        return { ...common, load: toOwnLoad(each) };
      }),
    ),
  );
  const results = await run.runReplications(groups.flat(), "comparison");
  return groups.flatMap((group, index) => {
    const own = results.slice(index * group.length, (index + 1) * group.length);
    const known = toPair(own.slice(0, variants.length));
    const other = toPair(own.slice(variants.length));
    return known === undefined || (drawn.length > 0 && other === undefined) ? [] : [{ known, drawn: other }];
  });
}

/** @param results - one result for both sides, or one for each side */
function toPair(results: readonly (ReplicationResult | undefined)[]): Pair | undefined {
  const [now, then] = [results[0], results.at(-1)];
  return now === undefined || then === undefined ? undefined : { now, then };
}

function toForecast(
  options: SimulateOptions,
  extent: Extent,
  pairs: readonly Pair[],
  drawn: readonly Pair[] | undefined,
): Forecast {
  const compared = roundNumbers(compare(pairs, drawn));
  const isSaturated = options.load.arrivals.kind === "saturated";
  const backtest = toForecastBacktest(options.history, options.now, options.singleMode);
  const describe = (side: "now" | "then"): SettingsForecast => ({
    settings: options[side],
    ...toSide(extent, side, pairs),
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
  pairs: readonly Pair[],
): Omit<SettingsForecast, "settings" | "measures"> {
  const { keepsUp, needed } = extent[side];
  const results = pairs.map((pair) => pair[side]);
  const correlation = correlateTenths(results);
  const hours = computeMean(results.map(({ durationHours }) => durationHours));
  const isLong = extent.pullRequests >= needed;
  const isLeft = keepsUp === true && results.some(({ unconcluded }) => unconcluded > 0);
  return roundNumbers({
    keepsUp,
    steady: isLong && !isLeft,
    ...(isLong || needed > MOST_GIVEN ? {} : { neededPullRequests: needed }),
    simulatedDays: hours / HOURS_OF_DAY,
    ...(correlation === undefined ? {} : { correlation }),
  });
}
