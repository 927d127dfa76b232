import type { ReplicationResult, ReplicationSetup } from "../../../src/foresight/drive/replication";
import { computeBisectionRuns } from "../../../test/foresight/support/compute-bisection-runs";
import {
  makeSetup,
  meanOf,
  NO_DEPENDENCIES,
  type SetupChanges,
  sumOf,
} from "../../../test/foresight/support/make-setup";
import type { Figure } from "../bench-part";

/** A figure of theory, or a published one, and what the simulation gives. */
export interface Validation extends Figure {
  readonly expected: string;
}

/** Runs replications, several at once; results in the order of the setups. */
export type RunAll = (setups: readonly ReplicationSetup[]) => Promise<readonly ReplicationResult[]>;

const REPLICATIONS = 10;
const PULL_REQUESTS = 2_000;

const FOUR_AT_ONCE: SetupChanges = {
  settings: { mode: "parallel", concurrency: 4 },
  load: { arrivals: { kind: "poisson", perHour: 19.2 }, targets: NO_DEPENDENCIES },
};

const QUEUES: readonly (readonly [string, SetupChanges, number])[] = [
  ["one line, one test of 10 minutes at a time, 80 % load (M/D/1)", {}, 30],
  ["four tests at once, without dependencies, 80 % load (M/D/4)", FOUR_AT_ONCE, 13.85],
  [
    "four tests at once, with exponential durations, 80 % load (M/M/4)",
    { ...FOUR_AT_ONCE, load: { ...FOUR_AT_ONCE.load, testMinutes: { kind: "exponential", mean: 10 } } },
    17.46,
  ],
];

const SATURATED = { kind: "saturated" } as const;

/** Compares simulated queues with what queueing theory and exact chains give for them. */
export async function validateForecasts(run: RunAll): Promise<Validation[]> {
  const times: Validation[] = [];
  for (const [claim, changes, expected] of QUEUES) {
    const results = await repeat(run, { ...changes, pullRequests: PULL_REQUESTS * 10 });
    const mean = meanOf(results.map(({ minutesToMerge }) => meanOf(minutesToMerge)));
    times.push(compareWithin(`time to merge: ${claim}`, expected, mean, 0.03, "min"));
  }
  return [
    ...times,
    ...(await validateLine(run)),
    ...(await validateBatches(run)),
    ...(await validateOptimism(run)),
  ];
}

async function validateLine(run: RunAll): Promise<Validation[]> {
  const [w, p, minutes] = [5, 0.1, 30];
  const results = await repeat(run, {
    singleMode: "one-line",
    settings: { mode: "single", concurrency: w },
    load: { arrivals: SATURATED, testMinutes: { kind: "constant", mean: minutes }, failureRate: p },
  });
  const perRound = (1 - (1 - p) ** w) / p;
  const merged = sumOf(results, "merged");
  const name = "saturated line, 5 tests of 30 minutes at once, 10 % of the changes broken";
  const perHour = (60 / minutes) * (1 - p) * perRound;
  const perMerge = (w * minutes) / (perRound * (1 - p));
  return [
    compareWithin(`merges per hour: ${name}`, perHour, merged / sumOf(results, "durationHours"), 0.02),
    compareWithin(`CI minutes per merge: ${name}`, perMerge, sumOf(results, "ciMinutes") / merged, 0.02),
  ];
}

async function validateBatches(run: RunAll): Promise<Validation[]> {
  const results = await repeat(run, {
    settings: { mode: "parallel", batch: true, batchingMinSize: 4, bisectionConcurrency: 1 },
    load: { arrivals: SATURATED, failureRate: 0.05 },
  });
  const runs = sumOf(results, "testRuns") / (sumOf(results, "merged") + sumOf(results, "failed"));
  const wrong = sumOf(results, "goodEvicted") + sumOf(results, "brokenMerged");
  const name =
    "test runs per change: batches of 4, halves tested one after the other, 5 % of the changes broken";
  return [
    compareWithin(name, computeBisectionRuns(4, 0.05), runs, 0.02, "", 4),
    {
      name: "number of good changes removed and of broken changes merged, without flakes",
      ...{ expected: "0", value: `${wrong}`, limit: "0", isKept: wrong === 0 },
    },
  ];
}

async function validateOptimism(run: RunAll): Promise<Validation[]> {
  const flakeRate = 0.1;
  const shares: number[] = [];
  for (const pendingFailureDepth of [0, 1, 2]) {
    const results = await repeat(run, {
      settings: { mode: "parallel", concurrency: 8, canOptimisticallyMerge: true, pendingFailureDepth },
      load: { arrivals: SATURATED, testMinutes: { kind: "exponential", mean: 10 }, flakeRate },
    });
    shares.push(sumOf(results, "goodEvicted") / sumOf(results, "goodConcluded"));
  }
  const [none, one, two] = shares as [number, number, number];
  return [
    ["1 / with depth 0", one / none],
    ["2 / with depth 1", two / one],
  ].map(([depths, ratio]) => ({
    name: `good changes removed with pending failure depth ${depths} (optimistic merging, flake rate ${flakeRate})`,
    expected: `about ${flakeRate}`,
    value: Number(ratio).toFixed(2),
    limit: `at most ${(3 * flakeRate).toFixed(1)}`,
    isKept: Number(ratio) <= 3 * flakeRate,
  }));
}

async function repeat(run: RunAll, changes: SetupChanges): Promise<readonly ReplicationResult[]> {
  const base = { pullRequests: PULL_REQUESTS, ...changes };
  return run(Array.from({ length: REPLICATIONS }, (_, replication) => makeSetup({ ...base, replication })));
}

function compareWithin(
  name: string,
  expected: number,
  measured: number,
  share: number,
  unit = "",
  digits = 2,
): Validation {
  const end = unit === "" ? "" : ` ${unit}`;
  const deviation = measured / expected - 1;
  return {
    name,
    expected: `${expected.toFixed(digits)}${end}`,
    value: `${measured.toFixed(digits)}${end} (${deviation < 0 ? "−" : "+"}${(100 * Math.abs(deviation)).toFixed(1)} %)`,
    limit: `within ${100 * share} %`,
    isKept: Math.abs(deviation) <= share,
  };
}
