import { type ReplicationResult, runAll } from "../drive/replication";
import type { Goal } from "../goal";
import { compare, measureReplications } from "../measure/compare";
import { judgeLoads } from "../measure/judge-loads";
import type { Estimate, Measured, MeasureName } from "../measures";
import type { SimulateOptions, SimulateRun } from "../simulate";
import type { SimulatedSettings } from "../simulated-settings";

const REPLICATIONS = 3;
/** Number of pull requests in each pilot and in each replication. */
const PULL_REQUESTS = 500;
/**
 * A candidate is excluded if it misses a goal by the factor `once` in one replication, or by the factor
 * `several` in several replications.
 */
const CLEAR_FACTORS = { once: 2, several: 1.25 } as const;

export interface ScreeningOptions extends Pick<SimulateOptions, "singleMode" | "load" | "seed"> {
  readonly goals: readonly Goal[];
  readonly minimize: MeasureName;
}

/** The result of one short replication of a candidate. */
export interface Screened {
  readonly settings: SimulatedSettings;
  /** Whether more replications may show that the candidate meets the goals. */
  readonly isPossible: boolean;
  /** The cost to minimize, with the same pull requests for all candidates. Infinite if it is unknown. */
  readonly cost: number;
  /** The highest ratio of a measure to the limit of its goal; infinite if the queue does not keep up. */
  readonly distance: number;
  readonly mergedPerHour: number;
}

/** Simulates all candidates once, in their order. @throws Interrupted */
export async function judgeOnce(
  candidates: readonly SimulatedSettings[],
  options: ScreeningOptions,
  run: SimulateRun,
): Promise<Screened[]> {
  const { singleMode, seed, load } = options;
  const queues = candidates.map((settings) => ({ settings, singleMode, seed, loads: [load] }));
  const verdicts = await judgeLoads(queues, run.runReplications, PULL_REQUESTS);
  const screened = candidates.map((settings, index) => {
    return { settings, keepsUp: verdicts[index]?.keepsUp !== false };
  });
  const simulated = await screen(screened, 1, options, run);
  return screened.flatMap((candidate, index) =>
    (simulated[index] ?? []).map((result) => judge(candidate, result, options)),
  );
}

/** Selects candidates that may meet all goals and are not clearly dearer than `rival`. @throws Interrupted */
export async function selectPossible(
  candidates: readonly Screened[],
  rival: SimulatedSettings | undefined,
  options: ScreeningOptions,
  run: SimulateRun,
): Promise<(Screened & { readonly meanCost: number })[]> {
  const { goals, minimize } = options;
  const all = [...candidates, ...(rival === undefined ? [] : [{ settings: rival }])];
  const simulated = await screen(all, REPLICATIONS, options, run);
  const ofRival = simulated[candidates.length];
  return candidates.flatMap((candidate, index) => {
    const own = simulated[index] ?? [];
    const { then: measures, change: changes } = compare(
      own.map((result, replication) => ({ now: ofRival?.[replication] ?? result, then: result })),
    );
    const change = changes[minimize];
    const isDearer = change !== undefined && change.low > 0;
    const isPossible = !isDearer && goals.every((goal) => mayMeet(goal, measures));
    return isPossible ? [{ ...candidate, meanCost: measures[minimize]?.value ?? candidate.cost }] : [];
  });
}

interface Candidate {
  readonly settings: SimulatedSettings;
  /** Whether the queue keeps up. If it does not, times to merge are not measured. Default: true */
  readonly keepsUp?: boolean;
}

/**
 * Simulates each candidate briefly. The long simulations that follow use other random numbers, so that no
 * candidate is chosen by luck. @returns the results, by candidate
 */
async function screen(
  candidates: readonly Candidate[],
  replications: number,
  { singleMode, load, seed }: ScreeningOptions,
  run: SimulateRun,
): Promise<ReplicationResult[][]> {
  const setups = candidates.flatMap(({ settings, keepsUp = true }) =>
    Array.from({ length: replications }, (_, replication) => ({
      settings,
      singleMode,
      load,
      pullRequests: PULL_REQUESTS,
      seed: `screening of ${seed}`,
      replication,
      awaitsMerges: keepsUp,
    })),
  );
  const results = await runAll(setups, "screening", run.runReplications);
  return candidates.map((_, index) => results.slice(index * replications, (index + 1) * replications));
}

function judge(
  { settings, keepsUp = true }: Candidate,
  result: ReplicationResult,
  { goals, minimize }: ScreeningOptions,
): Screened {
  const measures = measureReplications([result]);
  const distances = goals.map(({ measure, limit }) => (measures[measure] ?? Infinity) / limit);
  const distance = keepsUp ? Math.max(...distances) : Number.POSITIVE_INFINITY;
  return {
    settings,
    isPossible: distance < CLEAR_FACTORS.once,
    cost: measures[minimize] ?? Number.POSITIVE_INFINITY,
    distance,
    mergedPerHour: measures.mergedPerHour ?? 0,
  };
}

function mayMeet({ measure, limit }: Goal, measures: Measured<Estimate>): boolean {
  const { value = 0, low = 0 } = measures[measure] ?? {};
  return low < limit && value < limit * CLEAR_FACTORS.several;
}
