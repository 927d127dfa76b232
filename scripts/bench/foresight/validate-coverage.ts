import { KeyedDraws } from "../../../src/foresight/draws/keyed-draws";
import type { SettingsForecast } from "../../../src/foresight/forecast";
import { createLoadSource } from "../../../src/foresight/load-source";
import { compare, type Pair } from "../../../src/foresight/measure/compare";
import {
  BACKTESTED_MEASURES,
  type Estimate,
  type Measured,
  type MeasureName,
} from "../../../src/foresight/measures";
import { planExtent, type SimulateOptions, simulate } from "../../../src/foresight/simulate";
import { makeOptions, type OptionChanges } from "../../../test/foresight/support/make-options";
import { makeSetup, NO_DEPENDENCIES } from "../../../test/foresight/support/make-setup";
import type { RunAll, Validation } from "./validate-forecasts";

const REPLICATIONS = 10;
/** Forecasts of a row, and the replications that they are drawn from. */
const FORECASTS = 200;
const RECORDED = 300;
const LEAST_SHARE = { each: 0.86, all: 0.9 } as const;

interface Case extends Pick<OptionChanges, "load" | "now" | "then"> {
  readonly name: string;
  readonly expected: Measured<number>;
}

const toTimes = (values: readonly number[]): Measured<number> =>
  Object.fromEntries(BACKTESTED_MEASURES.map((name, index) => [name, values[index]]));

/** Times of M/D/1 with tests of 10 minutes by load: the mean, and percentiles by Crommelin's formula. */
const CONSTANT = [
  [0.5, [15, 10, 25.157, 30.506]],
  [0.8, [30, 22.759, 60.115, 76.203]],
  [0.9, [55, 40.13, 117.825, 151.287]],
  [0.95, [105, 74.807, 233.022, 301.162]],
] as const;

const poisson = (perHour: number) => ({ kind: "poisson", perHour }) as const;
const CASES: readonly Case[] = [
  ...CONSTANT.map(([share, times]) => ({
    name: `M/D/1 at ${share * 100} %`,
    load: { arrivals: poisson(6 * share) },
    expected: toTimes(times),
  })),
  ...CONSTANT.map(([share]) => ({
    name: `M/M/1 at ${share * 100} %`,
    load: { arrivals: poisson(6 * share), testMinutes: { kind: "exponential", mean: 10 } as const },
    // Exponential with this mean.
    expected: toTimes(
      [1, ...[0.5, 0.1, 0.05].map((rest) => -Math.log(rest))].map((it) => (it * 10) / (1 - share)),
    ),
  })),
  {
    name: "change from M/D/1 at 95 % to two slots (M/D/2)",
    load: { arrivals: poisson(5.7), targets: NO_DEPENDENCIES },
    now: { mode: "parallel" },
    then: { mode: "parallel", concurrency: 2 },
    expected: toTimes([11.553 - 105, 10 - 74.807, 16.183 - 233.022, 18.461 - 301.162]),
  },
  {
    name: "one line of 300 slots at 90 %",
    load: { arrivals: poisson(1_620) },
    now: { mode: "parallel", concurrency: 300 },
    expected: { mergedPerHour: 1_620 },
  },
  {
    name: "batches of 100 at 60 %",
    load: { arrivals: poisson(360) },
    now: { mode: "parallel", batch: true, batchingMinSize: 100 },
    expected: { mergedPerHour: 360 },
  },
];

/** Counts how many forecasts hold what queueing theory says. They are drawn from recorded replications. */
export async function validateCoverage(run: RunAll): Promise<Validation[]> {
  const rows: Coverage[] = [];
  for (const each of CASES) rows.push(...(await countDrawn(run, each)));
  rows.push(...(await countUncertain(run, FORECASTS / 2)));
  const sum = (key: "held" | "of") => rows.reduce((total, row) => total + row[key], 0);
  const all = { name: "all of these forecasts together", held: sum("held"), of: sum("of"), note: "" };
  return [...rows.map((row) => toValidation(row, LEAST_SHARE.each)), toValidation(all, LEAST_SHARE.all)];
}

interface Coverage {
  readonly name: string;
  readonly held: number;
  readonly of: number;
  readonly note: string;
  readonly missed?: string | undefined;
}

const PILOTS = 20;

async function countDrawn(run: RunAll, { name, expected, ...changes }: Case): Promise<Coverage[]> {
  const extents = [];
  for (let seed = 0; seed < PILOTS; seed += 1) {
    const options = { ...makeOptions(changes), ...AUTOMATIC, seed: `${seed}` };
    extents.push(await planExtent(options, { runReplications: run }));
  }
  const { pullRequests = 0 } = extents[0] ?? {};
  const marked = extents.filter((extent) =>
    [extent.now, extent.then].some(({ needed }) => needed > extent.pullRequests),
  ).length;
  const { now, then } = makeOptions(changes);
  const indices = Array.from({ length: RECORDED }, (_, replication) => replication);
  const record = async (settings: typeof now) => {
    const base = { load: changes.load ?? {}, settings, pullRequests };
    return run(indices.map((replication) => makeSetup({ ...base, replication })));
  };
  const ofNow = await record(now);
  const ofThen = changes.then === undefined ? ofNow : await record(then);
  const pairs = indices.flatMap((index): Pair[] => {
    const [one, other] = [ofNow[index], ofThen[index]];
    return one === undefined || other === undefined ? [] : [{ now: one, then: other }];
  });
  const estimates = Array.from({ length: FORECASTS }, (_, forecast) => {
    const compared = compare(choose(pairs, forecast));
    return changes.then === undefined ? compared.now : compared.change;
  });
  const note = `${REPLICATIONS} × ${pullRequests}, of ${RECORDED}${marked === 0 ? "" : `, marked "not steady" by ${marked} of ${PILOTS} pilots`}`;
  const missed = 2 * marked > PILOTS ? 'most forecasts there say "not steady"' : undefined;
  return count(name, expected, estimates, note).map((row) => ({ ...row, missed }));
}

const AUTOMATIC = { pullRequests: undefined, replications: undefined } as const;

/** Chooses the pairs of a forecast, none twice. */
function choose(pairs: readonly Pair[], forecast: number): Pair[] {
  const draws = new KeyedDraws("coverage", forecast);
  const keyed = pairs.map((pair, index) => ({ pair, key: draws.drawUniform("start", index) }));
  return keyed
    .sort((one, other) => one.key - other.key)
    .slice(0, REPLICATIONS)
    .map(({ pair }) => pair);
}

function count(
  name: string,
  expected: Measured<number>,
  estimates: readonly Measured<Estimate>[],
  note: string,
): Coverage[] {
  return (Object.keys(expected) as MeasureName[]).map((measure) => {
    const value = Number(expected[measure]);
    const held = estimates.filter(
      ({ [measure]: { low, high } = { low: Infinity, high: 0 } }) => low <= value && value <= high,
    );
    return { name: `${name}: ${measure} ${value.toFixed(1)}`, held: held.length, of: estimates.length, note };
  });
}

const OBSERVED = 150;

/** Whole forecasts from workloads whose arrivals were estimated from 150, of M/D/1 at 60 %. */
async function countUncertain(run: RunAll, forecasts: number): Promise<Coverage[]> {
  const expected = toTimes([17.5, 13.719, 30.984, 38.295]);
  const estimates: SettingsForecast["measures"][] = [];
  for (let forecast = 0; forecast < forecasts; forecast += 1) {
    const draws = new KeyedDraws("history", forecast);
    const intervals = Array.from({ length: OBSERVED }, (_, item) => draws.drawExponential("arrival", item));
    const value = (3.6 * OBSERVED) / intervals.reduce((sum, interval) => sum + interval, 0);
    const error = Math.exp(1.96 / Math.sqrt(OBSERVED));
    const basis = { source: "timelines", conclusions: OBSERVED, days: 20 } as const;
    const source = createLoadSource({
      workload: {
        queue: "github.com/acme/web/main",
        arrivalsPerHour: { ...basis, value, low: value / error, high: value * error },
        testMinutes: { ...basis, value: 10, low: 10, high: 10, minutes: [10] },
      },
      given: { failureRate: 0, flakeRate: 0, targets: [1] },
      seed: `${forecast}`,
    });
    const options: SimulateOptions = { ...makeOptions(), ...source, ...AUTOMATIC, seed: `${forecast}` };
    const simulated = await simulate(options, { runReplications: run });
    estimates.push(simulated?.forecast.now.measures ?? {});
  }
  return count(
    `M/D/1 at 60 %, arrival rate estimated from ${OBSERVED} arrivals`,
    expected,
    estimates,
    "whole forecasts",
  );
}

function toValidation({ name, held, of, note, missed }: Coverage, leastShare: number): Validation {
  const least = Math.ceil(leastShare * of);
  return {
    name: note === "" ? name : `${name} (${note})`,
    expected: `95 % of ${of}`,
    value: `${held} (${((100 * held) / of).toFixed(1)} %)`,
    limit: `at least ${least}`,
    isKept: held >= least,
    missed,
  };
}
