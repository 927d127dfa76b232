import type { ReplicationResult } from "../drive/replication";
import { SIMULATED_SETTING_NAMES, type SimulatedSettings } from "../drive/simulated-settings";
import type { Forecast, MeasureName } from "../forecast";
import { type Goal, isGoalMet } from "../goal";
import { compare, type Summary } from "../measure/compare";
import { type SimulateOptions, type SimulateRun, simulate } from "../simulate";

/** Replications that decide which candidates are worth a closer look. */
const SCREENING_REPLICATIONS = 3;

/** Pull requests in each of them, at most. */
const SCREENING_PULL_REQUESTS = 500;

/** What to look for. */
export interface RecommendOptions extends Omit<SimulateOptions, "then"> {
  readonly candidates: readonly SimulatedSettings[];
  /** What the queue must keep; at least one. */
  readonly goals: readonly Goal[];
  /** What is to be as small as possible. */
  readonly minimize: MeasureName;
}

/** What was found. */
export interface Recommendation {
  /** Whether the settings meet all goals. If nothing does, they are those that come closest. */
  readonly met: boolean;
  /** From the settings of now to those that were found. */
  readonly forecast: Forecast;
}

/**
 * Finds the cheapest settings that meet all goals. All candidates meet the same pull requests in a short simulation, which
 * orders them by cost and excludes those that cannot meet the goals. Then each is simulated at length with other random
 * numbers, the cheapest first, until the whole interval of one is within the limits.
 * @returns undefined if it was interrupted
 */
export async function recommend(
  options: RecommendOptions,
  run: SimulateRun,
): Promise<Recommendation | undefined> {
  const screened = await screen(options, run);
  if (screened === undefined) return undefined;
  const possible = screened
    .filter(({ isPossible }) => isPossible)
    .sort((one, other) => one.cost - other.cost);
  for (const { settings } of possible) {
    const forecast = await simulate({ ...options, now: settings, then: settings }, run);
    if (forecast === undefined || forecast.interrupted === true) return undefined;
    if (options.goals.every((goal) => isGoalMet(goal, forecast.now)))
      return finish(options, settings, true, run);
  }
  const [closest] = [...screened].sort((one, other) => one.distance - other.distance);
  return finish(options, closest?.settings ?? options.now, false, run);
}

interface Screened {
  readonly settings: SimulatedSettings;
  /** Whether a longer simulation may show that it meets the goals. */
  readonly isPossible: boolean;
  readonly cost: number;
  /** How many times the limit of the goal that is missed most; infinite if the queue does not keep up. */
  readonly distance: number;
}

async function screen(options: RecommendOptions, run: SimulateRun): Promise<Screened[] | undefined> {
  const { candidates, singleMode, drawLoad } = options;
  const replications = Array.from({ length: SCREENING_REPLICATIONS }, (_, index) => index);
  const common = {
    singleMode,
    pullRequests: Math.min(options.pullRequests, SCREENING_PULL_REQUESTS),
    // The same random numbers twice would favour what was lucky in the first round.
    seed: `screening of ${options.seed}`,
  };
  const setups = candidates.flatMap((settings) =>
    replications.map((replication) => ({ ...common, settings, load: drawLoad(replication), replication })),
  );
  const results = await run.runReplications(setups, (done) => {
    run.onProgress?.(done, setups.length);
  });
  const screened = candidates.map((settings, index) => {
    const own = results.slice(index * SCREENING_REPLICATIONS, (index + 1) * SCREENING_REPLICATIONS);
    const complete = own.filter((result) => result !== undefined);
    return complete.length < own.length ? undefined : judge(settings, complete, options);
  });
  return screened.includes(undefined) ? undefined : screened.filter((each) => each !== undefined);
}

function judge(
  settings: SimulatedSettings,
  results: readonly ReplicationResult[],
  { goals, minimize, now }: RecommendOptions,
): Screened {
  const { now: summary } = compare(results.map((result) => ({ now: result, then: result })));
  const value = summary.measures[minimize]?.value ?? Number.POSITIVE_INFINITY;
  const changed = SIMULATED_SETTING_NAMES.filter((name) => settings[name] !== now[name]).length;
  return {
    settings,
    isPossible: results.some(({ keepsUp }) => keepsUp) && goals.every((goal) => mayMeet(goal, summary)),
    // Of settings that cost the same, those that change less are better.
    cost: value * (1 + changed * 1e-9),
    distance: Math.max(
      ...goals.map(
        ({ measure, limit }) => (summary.measures[measure]?.value ?? Number.POSITIVE_INFINITY) / limit,
      ),
    ),
  };
}

function mayMeet({ measure, limit }: Goal, { measures }: Summary): boolean {
  const estimate = measures[measure];
  return estimate === undefined || estimate.low < limit;
}

async function finish(
  options: RecommendOptions,
  then: SimulatedSettings,
  met: boolean,
  run: SimulateRun,
): Promise<Recommendation | undefined> {
  const forecast = await simulate({ ...options, then }, run);
  return forecast === undefined || forecast.interrupted === true ? undefined : { met, forecast };
}
