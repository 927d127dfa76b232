import { isMergeQueueError } from "../queue/merge-queue-error";
import type { QueueIdentity } from "../queue/queue-identity";
import { MINUTE_MS } from "../text/milliseconds";
import type { Backtest, NoBacktest } from "./backtest/apply-backtest";
import { type ReplicationResult, type RunReplications, runAll, tryUninterrupted } from "./drive/replication";
import { WARM_UP_SHARE } from "./drive/run-replication";
import { estimateFromInterface } from "./estimate-workload";
import type { ConcludedPullRequest, History } from "./history";
import type { Load } from "./load";
import { createLoadSource } from "./load-source";
import { measureTimes, poolMinutes } from "./measure/compare";
import { judgeLoads } from "./measure/judge-loads";
import { BACKTESTED_MEASURES } from "./measures";
import type { SimulatedSettings, SingleMode } from "./simulated-settings";
import { predictNext } from "./statistics/interval";
import { roundNumbers } from "./statistics/round-numbers";
import type { QueueWorkload } from "./workload";

const REPLICATIONS = 20;
const SEED = "backtest";
const MEASURED_SHARE = 1 - WARM_UP_SHARE;
/** A simulation needs at least `min` pull requests. More than `max` would only make it slower. */
const PULL_REQUESTS = { min: 10, max: 2_000 } as const;

/** How to forecast the last third of a history. */
export interface BacktestOptions {
  readonly queue: QueueIdentity;
  readonly settings: SimulatedSettings;
  readonly singleMode: SingleMode;
  /** Parameters that a history cannot show. */
  readonly known: Pick<QueueWorkload, "targets" | "ciSlots" | "conflictRate">;
  /** Runs replications; see `ReplicationPool.run`. */
  readonly runReplications: RunReplications;
}

/** Forecasts the last third of a history from the rest. @returns undefined after an interrupt */
export async function runBacktest(
  { before, sinceMs, merges }: SplitHistory,
  options: BacktestOptions,
): Promise<Backtest | NoBacktest | undefined> {
  const prepared = prepare(before, sinceMs, options);
  if ("reason" in prepared) return prepared;
  const { load, drawLoad } = prepared;
  const { settings, singleMode, runReplications } = options;
  const pullRequests = countPullRequests(merges.length, load);
  const loads = Array.from({ length: REPLICATIONS }, (_, replication) => drawLoad(replication));
  const common = { settings, singleMode, pullRequests, seed: SEED, awaitsMerges: true };
  const setups = loads.map((each, replication) => ({ ...common, load: each, replication }));
  return tryUninterrupted(async () => {
    const [verdict] = await judgeLoads([{ settings, singleMode, seed: SEED, loads }], runReplications);
    // A history is short. Near the capacity, its times are like those of a queue that keeps up.
    const keepsUp = verdict?.keepsUp !== false;
    const results = keepsUp ? await runAll(setups, "comparison", runReplications) : [];
    return roundNumbers<Backtest>({
      merged: merges.length,
      since: new Date(sinceMs).toISOString(),
      settings,
      settingsFrom: "queue",
      singleMode,
      keepsUp,
      measures: keepsUp ? compareTimes(merges, results) : {},
    });
  });
}

function prepare(
  before: History,
  sinceMs: number,
  { queue, known }: BacktestOptions,
): Pick<ReturnType<typeof createLoadSource>, "load" | "drawLoad"> | NoBacktest {
  try {
    const { workload } = estimateFromInterface(queue, before, sinceMs);
    return createLoadSource({ workload: { ...workload, ...known }, given: {}, seed: SEED });
  } catch (error) {
    if (!isMergeQueueError(error)) throw error;
    return { reason: "the first two thirds of the history are too little to forecast the last third" };
  }
}

function countPullRequests(merges: number, { failureRate }: Load): number {
  const submitted = merges / Math.max(1 - failureRate, MEASURED_SHARE / PULL_REQUESTS.max);
  const count = Math.ceil(submitted / MEASURED_SHARE);
  return Math.min(Math.max(count, PULL_REQUESTS.min), PULL_REQUESTS.max);
}

function compareTimes(
  merges: SplitHistory["merges"],
  results: readonly ReplicationResult[],
): Backtest["measures"] {
  const minutes = merges.map(({ arrivedMs, atMs }) => (atMs - arrivedMs) / MINUTE_MS);
  const observed = measureTimes(Float64Array.from(minutes).sort());
  const forecast = results.map((result) => measureTimes(poolMinutes([result])));
  const entries = BACKTESTED_MEASURES.flatMap((name) => {
    const happened = observed[name];
    const values = forecast.flatMap((measured) => measured[name] ?? []);
    if (happened === undefined || values.length < results.length) return [];
    const { value, low, high } = predictNext(values);
    return [[name, { observed: happened, value, low: Math.max(low, 0), high }]];
  });
  return Object.fromEntries(entries) as Backtest["measures"];
}

/** Minimum number of merges in the last third. Below 29, the 90th percentile has no upper 95 % bound. */
const MIN_MERGES = 30;

type ObservedMerge = ConcludedPullRequest & { readonly arrivedMs: number };

/** A history without its last third, and the merges of its last third, the earliest first. */
export interface SplitHistory {
  readonly before: History;
  /** When the last third begins: milliseconds since 1970 (UTC). */
  readonly sinceMs: number;
  readonly merges: readonly ObservedMerge[];
}

/** Splits off the last third of the merges with a known arrival. @returns a reason if there are too few */
export function splitHistory({ conclusions, arrivalsMs, runs }: History): SplitHistory | NoBacktest {
  const all = conclusions
    .filter((each): each is ObservedMerge => each.conclusion === "merged" && each.arrivedMs !== undefined)
    .sort((one, other) => one.atMs - other.atMs);
  const merges = all.slice(all.length - Math.floor(all.length / 3));
  const [first] = merges;
  if (first === undefined || merges.length < MIN_MERGES) {
    const reason = `the last third of the history must have at least ${MIN_MERGES} pull requests whose arrival and merge are known, but it has ${merges.length}`;
    return { reason };
  }
  const sinceMs = first.atMs;
  const isBefore = ({ atMs }: { readonly atMs: number }): boolean => atMs < sinceMs;
  const before = {
    conclusions: conclusions.filter(isBefore),
    arrivalsMs: arrivalsMs?.filter((ms) => ms < sinceMs),
    runs: runs?.filter(isBefore),
  };
  return { before, sinceMs, merges };
}
