import {
  Interrupted,
  type ReplicationResult,
  type ReplicationSetup,
  tryUninterrupted,
} from "./drive/replication";
import type { Change, Forecast, SettingsForecast } from "./forecast";
import { type Goal, isGoalMet } from "./goal";
import type { Load } from "./load";
import { judgeOnce, type Screened, type ScreeningOptions, selectPossible } from "./recommend/screening";
import { planExtent, type SimulateOptions, type SimulateRun, simulate } from "./simulate";
import { listChangedSettings, SIMULATED_SETTING_NAMES, type SimulatedSettings } from "./simulated-settings";

const CHUNK = 16;
/** A candidate that changes less is tried if it costs at most this multiple of the cheapest candidate. */
const CLEARLY_DEARER = 1.1;
const MAX_CLOSER = 8;

/** The first check of a candidate. Ten replications would shrink its intervals to about this `share`. */
const LOOK = { replications: 4, share: 0.45 } as const;

/** The inputs of a search. */
export interface RecommendOptions extends Omit<SimulateOptions, "then">, ScreeningOptions {
  /** The combinations of settings to try, as `listCandidates` returns them. */
  readonly candidates: readonly SimulatedSettings[];
}

/** The result of a search. */
export interface Recommendation {
  /** Whether the settings meet all goals. If they do not, no other settings come closer to the goals. */
  readonly met: boolean;
  readonly forecast: Forecast;
  /** The cheapest settings. Present if others are recommended, which cost about the same and change less. */
  readonly insteadOf?: {
    readonly settings: SimulatedSettings;
    /** Cost of the recommended settings minus the cost of the cheapest. */
    readonly difference: Change;
  };
}

/**
 * Finds the cheapest settings that meet all goals. One short replication ranks the candidates and excludes
 * those that miss a goal by a factor of two. More short replications exclude further candidates. Long
 * simulations check the rest, from the cheapest on. If costs are similar, the settings that are closest to
 * the current ones win. @returns undefined after an interrupt
 */
export async function recommend(
  options: RecommendOptions,
  run: SimulateRun,
): Promise<Recommendation | undefined> {
  return tryUninterrupted(() => find({ options, run: rememberReplications(run, options.load) }));
}

interface Search {
  readonly options: RecommendOptions;
  readonly run: SimulateRun;
}

async function find(search: Search): Promise<Recommendation> {
  const { options, run } = search;
  const judged = await judgeOnce(options.candidates, options, run);
  const ranked = judged
    .filter(({ isPossible }) => isPossible)
    .sort((a, b) => a.cost - b.cost || compareCloseness(options.now, a.settings, b.settings));
  const cheapest = await tryFindCheapest(search, ranked);
  if (cheapest !== undefined) return preferCloser(search, ranked, cheapest);
  const [closest] = judged.toSorted(
    (a, b) => compareNumbers(a.distance, b.distance) || b.mergedPerHour - a.mergedPerHour,
  );
  const then = closest?.settings ?? options.now;
  return { met: false, forecast: await simulateChange(search, options.now, then) };
}

async function tryFindCheapest(search: Search, ranked: readonly Screened[]): Promise<Screened | undefined> {
  for (let at = 0; at < ranked.length; at += CHUNK) {
    const chunk = ranked.slice(at, at + CHUNK);
    const possible = await selectPossible(chunk, undefined, search.options, search.run);
    for (const candidate of possible.toSorted((one, other) => one.meanCost - other.meanCost)) {
      if ((await tryMeet(search, candidate.settings)) !== undefined) return candidate;
    }
  }
  return undefined;
}

async function preferCloser(
  search: Search,
  ranked: readonly Screened[],
  cheapest: Screened,
): Promise<Recommendation> {
  const { options, run } = search;
  const { now, minimize } = options;
  const closer = ranked
    .filter(
      ({ settings, cost }) =>
        cost <= cheapest.cost * CLEARLY_DEARER && compareCloseness(now, settings, cheapest.settings) < 0,
    )
    .sort((one, other) => compareCloseness(now, one.settings, other.settings));
  const possible = await selectPossible(closer, cheapest.settings, options, run);
  for (const { settings } of possible.slice(0, MAX_CLOSER)) {
    const forecast = await tryMeet(search, settings);
    if (forecast === undefined) continue;
    const { change: changes } = await simulateChange(search, cheapest.settings, settings);
    const change = changes[minimize];
    if (change === undefined || change.low > 0) continue;
    const insteadOf = { settings: cheapest.settings, difference: change };
    return { met: true, forecast, ...(change.shown ? {} : { insteadOf }) };
  }
  return { met: true, forecast: await simulateChange(search, now, cheapest.settings) };
}

/** @returns the forecast of a change to `settings`; undefined if `settings` do not meet all goals */
async function tryMeet(search: Search, settings: SimulatedSettings): Promise<Forecast | undefined> {
  const { options, run } = search;
  const { now, goals, replications = Number.POSITIVE_INFINITY } = options;
  const { then, pullRequests } = await planExtent({ ...options, now: settings, then: settings }, run);
  if (pullRequests < then.needed) return undefined;
  if (replications > LOOK.replications) {
    const short = { ...search, options: { ...options, replications: LOOK.replications } };
    const looked = await simulateChange(short, settings, settings);
    if (goals.some((goal) => isHopeless(goal, looked.then, LOOK.share))) return undefined;
  }
  const alone = await simulateChange(search, settings, settings);
  if (!goals.every((goal) => isGoalMet(goal, alone.then))) return undefined;
  const forecast = await simulateChange(search, now, settings);
  return goals.every((goal) => isGoalMet(goal, forecast.then)) ? forecast : undefined;
}

/** Tells whether a goal would probably stay unmet even with more replications. */
function isHopeless({ measure, limit }: Goal, { measures }: SettingsForecast, share: number): boolean {
  const estimate = measures[measure];
  return estimate === undefined || estimate.value + share * (estimate.high - estimate.value) >= limit;
}

async function simulateChange(
  { options, run }: Search,
  now: SimulatedSettings,
  then: SimulatedSettings,
): Promise<Forecast> {
  const simulated = await simulate({ ...options, now, then }, run);
  if (simulated === undefined || simulated.forecast.interrupted === true) throw new Interrupted();
  return simulated.forecast;
}

function compareNumbers(one: number, other: number): number {
  return one === other ? 0 : one - other;
}

/** Orders settings by the number of changed settings and, if it is equal, by how much numbers change. */
function compareCloseness(now: SimulatedSettings, one: SimulatedSettings, other: SimulatedSettings): number {
  const changes = listChangedSettings(now, one).length - listChangedSettings(now, other).length;
  return changes || measureRatio(now, one) - measureRatio(now, other);
}

function measureRatio(now: SimulatedSettings, then: SimulatedSettings): number {
  return listChangedSettings(now, then).reduce((sum, name) => {
    const [before, after] = [now[name], then[name]];
    if (typeof before !== "number" || typeof after !== "number") return sum;
    // A pending failure depth may be 0.
    return sum + Math.abs(Math.log((after + 1) / (before + 1)));
  }, 0);
}

/** Simulates equal replications only once. Assumes one `singleMode`, and one drawn load per replication. */
function rememberReplications(run: SimulateRun, load: Load): SimulateRun {
  const toKey = ({ settings, seed, replication, pullRequests, awaitsMerges, ...setup }: ReplicationSetup) => {
    const values = SIMULATED_SETTING_NAMES.map((name) => settings[name]);
    return JSON.stringify([seed, replication, pullRequests, awaitsMerges, setup.load === load, ...values]);
  };
  const known = new Map<string, ReplicationResult>();
  return {
    ...run,
    runReplications: async (setups, phase) => {
      const keys = setups.map(toKey);
      const missing = setups.filter((_, index) => !known.has(keys[index] ?? ""));
      const results = await run.runReplications(missing, phase);
      for (const [index, result] of results.entries()) {
        const setup = missing[index];
        if (setup !== undefined && result !== undefined) known.set(toKey(setup), result);
      }
      return keys.map((key) => known.get(key));
    },
  };
}
