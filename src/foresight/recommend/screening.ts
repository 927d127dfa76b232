import type { ReplicationResult } from "../drive/replication";
import type { Goal } from "../goal";
import { compare, type Summary } from "../measure/compare";
import type { MeasureName } from "../measures";
import type { SimulateOptions, SimulateRun } from "../simulate";
import type { SimulatedSettings } from "../simulated-settings";

const REPLICATIONS = 3;
const PULL_REQUESTS = 500;
/** A candidate is excluded if it misses a goal by this factor in one replication, or by less in all. */
const CLEAR_FACTORS = { once: 2, several: 1.25 } as const;

export interface ScreeningOptions
  extends Pick<SimulateOptions, "singleMode" | "drawLoad" | "pullRequests" | "seed"> {
  readonly goals: readonly Goal[];
  readonly minimize: MeasureName;
}

/** What one short replication says about a candidate. */
export interface Screened {
  readonly settings: SimulatedSettings;
  /** Whether more replications may show that it meets the goals. */
  readonly isPossible: boolean;
  /** The cost to minimize; infinite if it cannot be computed. All candidates meet the same pull requests. */
  readonly cost: number;
  /** The worst ratio of a measure to its goal; infinite if the queue does not keep up. */
  readonly distance: number;
  readonly mergedPerHour: number;
}

/** Ends a search from any depth. */
export class Interrupted extends Error {}

/** Simulates all candidates once, in their order. @throws Interrupted */
export async function judgeOnce(
  candidates: readonly SimulatedSettings[],
  options: ScreeningOptions,
  run: SimulateRun,
): Promise<Screened[]> {
  const simulated = await screen(candidates, 1, options, run);
  return simulated.flatMap(({ settings, results }) =>
    results.map((result) => judge(settings, result, options)),
  );
}

/** Selects those that may meet all goals and cost less than `rival`, in their order. @throws Interrupted */
export async function selectPossible(
  candidates: readonly Screened[],
  rival: SimulatedSettings | undefined,
  options: ScreeningOptions,
  run: SimulateRun,
): Promise<(Screened & { readonly meanCost: number })[]> {
  const { goals, minimize } = options;
  const all = [...candidates.map(({ settings }) => settings), ...(rival === undefined ? [] : [rival])];
  const simulated = await screen(all, REPLICATIONS, options, run);
  const ofRival = simulated[candidates.length]?.results;
  return candidates.flatMap((candidate, index) => {
    const own = simulated[index]?.results ?? [];
    const { then, change: changes } = compare(
      own.map((result, replication) => ({ now: ofRival?.[replication] ?? result, then: result })),
    );
    const change = changes[minimize];
    const isPossible =
      !(change !== undefined && change.low > 0) &&
      own.some(({ keepsUp }) => keepsUp) &&
      goals.every((goal) => mayMeet(goal, then) && !isClearlyMissed(goal, then));
    return isPossible ? [{ ...candidate, meanCost: then.measures[minimize]?.value ?? candidate.cost }] : [];
  });
}

/** Runs short simulations, with other random numbers than long ones: the same would favour what was lucky. */
async function screen(
  candidates: readonly SimulatedSettings[],
  replications: number,
  { singleMode, drawLoad, pullRequests, seed }: ScreeningOptions,
  run: SimulateRun,
): Promise<{ readonly settings: SimulatedSettings; readonly results: readonly ReplicationResult[] }[]> {
  const setups = candidates.flatMap((settings) =>
    Array.from({ length: replications }, (_, replication) => ({
      settings,
      singleMode,
      load: drawLoad(replication),
      pullRequests: Math.min(pullRequests, PULL_REQUESTS),
      seed: `screening of ${seed}`,
      replication,
    })),
  );
  const results = await run.runReplications(setups, (done) => {
    run.onProgress?.(done, setups.length);
  });
  const complete = results.filter((result) => result !== undefined);
  if (complete.length < setups.length) throw new Interrupted();
  return candidates.map((settings, index) => ({
    settings,
    results: complete.slice(index * replications, (index + 1) * replications),
  }));
}

function judge(
  settings: SimulatedSettings,
  result: ReplicationResult,
  { goals, minimize }: ScreeningOptions,
): Screened {
  const { measures } = compare([{ now: result, then: result }]).now;
  const distances = goals.map(({ measure, limit }) => (measures[measure]?.value ?? Infinity) / limit);
  const distance = result.keepsUp ? Math.max(...distances) : Number.POSITIVE_INFINITY;
  return {
    settings,
    isPossible: distance < CLEAR_FACTORS.once,
    cost: measures[minimize]?.value ?? Number.POSITIVE_INFINITY,
    distance,
    mergedPerHour: measures.mergedPerHour?.value ?? 0,
  };
}

function isClearlyMissed({ measure, limit }: Goal, { measures }: Summary): boolean {
  return (measures[measure]?.value ?? 0) >= limit * CLEAR_FACTORS.several;
}

function mayMeet({ measure, limit }: Goal, { measures }: Summary): boolean {
  const estimate = measures[measure];
  return estimate === undefined || estimate.low < limit;
}
