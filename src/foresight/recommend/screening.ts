import type { ReplicationResult } from "../drive/replication";
import type { SimulatedSettings } from "../drive/simulated-settings";
import type { Goal } from "../goal";
import { compare, type Pair, type Summary } from "../measure/compare";
import type { MeasureName } from "../measures";
import type { SimulateOptions, SimulateRun } from "../simulate";

/** Replications that decide whether a candidate is worth a long simulation. */
const REPLICATIONS = 3;

/** Pull requests in each of them, at most. */
const PULL_REQUESTS = 500;

/** One replication excludes a candidate that misses a goal by this factor, and all of them one that does so by less. */
const CLEAR_FACTORS = { once: 2, several: 1.25 } as const;

/** What short simulations need to know. */
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

/** A candidate after a few replications. */
interface Selected extends Screened {
  /** The cost in all of these replications. */
  readonly meanCost: number;
}

/** Ends a search from any depth. */
export class Interrupted extends Error {}

/** Short simulations, with other random numbers than the long ones: the same would favour what was lucky. */
export class Screening {
  readonly #options: ScreeningOptions;
  readonly #run: SimulateRun;

  /** @param run - should remember replications */
  constructor(options: ScreeningOptions, run: SimulateRun) {
    this.#options = options;
    this.#run = run;
  }

  /** Simulates all candidates once. @returns in their order @throws Interrupted */
  async judgeOnce(candidates: readonly SimulatedSettings[]): Promise<Screened[]> {
    const simulated = await this.#simulate(candidates, 1);
    return simulated.flatMap(({ settings, results }) =>
      results.map((result) => this.#judge(settings, result)),
    );
  }

  /**
   * Simulates candidates a few times more and selects those that are still possible: those whose interval begins below the
   * limit of every goal, and whose mean is not far above it.
   * @param rival - the cheapest one that is known: what is shown to cost more is not possible. Default: none
   * @returns in the same order
   * @throws Interrupted
   */
  async selectPossible(candidates: readonly Screened[], rival?: SimulatedSettings): Promise<Selected[]> {
    const { goals, minimize } = this.#options;
    const settings = candidates.map((candidate) => candidate.settings);
    const all = rival === undefined ? settings : [...settings, rival];
    const simulated = await this.#simulate(all, REPLICATIONS);
    const ofRival = simulated[candidates.length]?.results;
    return candidates.flatMap((candidate, index) => {
      const own = simulated[index]?.results ?? [];
      const { then, change } = compare(toPairs(ofRival ?? own, own));
      const difference = change[minimize];
      const isPossible =
        !(difference !== undefined && difference.low > 0) &&
        own.some(({ keepsUp }) => keepsUp) &&
        goals.every((goal) => mayMeet(goal, then) && !isClearlyMissed(goal, then));
      return isPossible ? [{ ...candidate, meanCost: then.measures[minimize]?.value ?? candidate.cost }] : [];
    });
  }

  async #simulate(
    candidates: readonly SimulatedSettings[],
    replications: number,
  ): Promise<{ readonly settings: SimulatedSettings; readonly results: readonly ReplicationResult[] }[]> {
    const { singleMode, drawLoad, pullRequests, seed } = this.#options;
    const indices = Array.from({ length: replications }, (_, index) => index);
    const setups = candidates.flatMap((settings) =>
      indices.map((replication) => ({
        settings,
        singleMode,
        load: drawLoad(replication),
        pullRequests: Math.min(pullRequests, PULL_REQUESTS),
        seed: `screening of ${seed}`,
        replication,
      })),
    );
    const results = await this.#run.runReplications(setups, (done) => {
      this.#run.onProgress?.(done, setups.length);
    });
    const complete = results.filter((result) => result !== undefined);
    if (complete.length < setups.length) throw new Interrupted();
    return candidates.map((settings, index) => ({
      settings,
      results: complete.slice(index * replications, (index + 1) * replications),
    }));
  }

  #judge(settings: SimulatedSettings, result: ReplicationResult): Screened {
    const { goals, minimize } = this.#options;
    const { measures } = compare([{ now: result, then: result }]).now;
    const distances = goals.map(
      ({ measure, limit }) => (measures[measure]?.value ?? Number.POSITIVE_INFINITY) / limit,
    );
    const distance = result.keepsUp ? Math.max(...distances) : Number.POSITIVE_INFINITY;
    return {
      settings,
      isPossible: distance < CLEAR_FACTORS.once,
      cost: measures[minimize]?.value ?? Number.POSITIVE_INFINITY,
      distance,
      mergedPerHour: measures.mergedPerHour?.value ?? 0,
    };
  }
}

function toPairs(ofNow: readonly ReplicationResult[], ofThen: readonly ReplicationResult[]): Pair[] {
  return ofThen.flatMap((then, index) => {
    const now = ofNow[index];
    return now === undefined ? [] : [{ now, then }];
  });
}

function isClearlyMissed({ measure, limit }: Goal, { measures }: Summary): boolean {
  return (measures[measure]?.value ?? 0) >= limit * CLEAR_FACTORS.several;
}

function mayMeet({ measure, limit }: Goal, { measures }: Summary): boolean {
  const estimate = measures[measure];
  return estimate === undefined || estimate.low < limit;
}
