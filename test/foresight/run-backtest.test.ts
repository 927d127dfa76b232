import { resolveSettings } from "../../src/cli/workload/resolve-settings";
import type { Backtest } from "../../src/foresight/backtest/apply-backtest";
import {
  findBacktest,
  markUncertain,
  measureErrors,
  toForecastBacktest,
} from "../../src/foresight/backtest/apply-backtest";
import type { Change } from "../../src/foresight/forecast";
import type { ConcludedPullRequest, History, ListedRun } from "../../src/foresight/history";
import {
  type BacktestOptions,
  runBacktest,
  type SplitHistory,
  splitHistory,
} from "../../src/foresight/run-backtest";
import type { SimulatedSettings } from "../../src/foresight/simulated-settings";
import { describeBacktest } from "../../src/report/forecast/describe-forecast";
import { makeForecast } from "./make-forecast";
import { makeSetup } from "./support/make-setup";
import { RECORDED_QUEUE, recordHistory } from "./support/record-history";
import { runHere } from "./support/run-here";
import { makeEstimate, makeQueueWorkload } from "./workload/support/make-queue-workload";

const START_MS = Date.UTC(2026, 0, 5);

function split(history: History): SplitHistory {
  const parts = splitHistory(history);
  if ("reason" in parts) throw new Error(parts.reason);
  return parts;
}

function makeOptions(settings: SimulatedSettings): BacktestOptions {
  const { runReplications } = runHere();
  return { queue: RECORDED_QUEUE, settings, singleMode: "one-at-a-time", known: {}, runReplications };
}

const BACKTEST: Backtest = {
  merged: 143,
  since: "2026-01-20T16:58:22.376Z",
  settings: makeSetup().settings,
  settingsFrom: "recording",
  singleMode: "one-at-a-time",
  keepsUp: true,
  measures: {
    timeToMergeP50Minutes: { observed: 30, value: 31, low: 25, high: 40 },
    timeToMergeP90Minutes: { observed: 60, value: 45, low: 35, high: 55 },
  },
};

const FASTER: Change = { value: -11, low: -15, high: -7, shown: true };

describe("a backtest of a history that the local service made, with a hidden share of broken changes and of flakes", () => {
  let history: SplitHistory;
  let settings: SimulatedSettings;

  beforeAll(async () => {
    const recorded = await recordHistory({
      seed: 1,
      days: 22,
      perHour: 0.4,
      testMinutes: [150, 210],
      failureRate: 0.1,
      flakeRate: 0.03,
      settings: { mode: "parallel", concurrency: 3, testingTimeoutMinutes: 600 },
    });
    history = split(recorded);
    ({ settings } = resolveSettings(recorded.settings));
  });

  test("the last third lies within what the first two thirds say", async () => {
    const result = await runBacktest(history, makeOptions(settings));
    expect(result).toMatchObject({
      merged: history.merges.length,
      since: new Date(history.sinceMs).toISOString(),
      settings: { mode: "parallel", concurrency: 3, testingTimeoutMinutes: 600 },
      keepsUp: true,
    });
    const { timeToMergeP50Minutes, timeToMergeP90Minutes } = (result as Backtest).measures;
    for (const compared of [timeToMergeP50Minutes, timeToMergeP90Minutes]) {
      expect(compared?.observed).toBeGreaterThan(compared?.low ?? Number.NaN);
      expect(compared?.observed).toBeLessThan(compared?.high ?? Number.NaN);
    }
  });

  test("knows nothing of the last third", () => {
    const { before, sinceMs, merges } = history;
    const { arrivalsMs = [], runs = [], conclusions } = before;
    const known = [...arrivalsMs, ...[...runs, ...conclusions].map(({ atMs }) => atMs)];
    expect(Math.max(...known)).toBeLessThan(sinceMs);
    expect(Math.min(...merges.map(({ atMs }) => atMs))).toBe(sinceMs);
    const merged = conclusions.filter(({ conclusion }) => conclusion === "merged");
    expect(merged.length).toBeGreaterThanOrEqual(2 * merges.length);
  });
});

describe("no backtest", () => {
  function makeHistory(count: number): History {
    const conclusions = Array.from({ length: count }, (_, index): ConcludedPullRequest => {
      const arrivedMs = START_MS + index * 60_000;
      const common = { sha: undefined, priority: undefined, conclusion: "merged" } as const;
      return { number: index, ...common, arrivedMs, atMs: arrivedMs + 1 };
    });
    return { conclusions };
  }

  test("of fewer than 30 merges with a known arrival in the last third", () => {
    const { conclusions } = makeHistory(90);
    const unknown = conclusions.map((each, index) => ({
      ...each,
      ...(index === 0 && { arrivedMs: undefined }),
    }));
    expect(splitHistory({ conclusions: unknown })).toEqual({
      reason:
        "the last third of the history must have at least 30 pull requests whose arrival and merge are known, but it has 29",
    });
    const sinceMs = START_MS + 60 * 60_000 + 1;
    const runs = [-1, 0].map((ms): ListedRun => {
      return { atMs: sinceMs + ms, minutes: 1, isCensored: false, outcome: "passed", pullRequests: [] };
    });
    expect(splitHistory({ conclusions, runs })).toMatchObject({
      sinceMs,
      before: { runs: runs.slice(0, 1) },
    });
  });

  test("where the first two thirds are too little to estimate from", async () => {
    expect(await runBacktest(split(makeHistory(90)), makeOptions(makeSetup().settings))).toEqual({
      reason: "the first two thirds of the history are too little to forecast the last third",
    });
  });

  test.each([
    ["numbers by hand", undefined, "the numbers were given by hand"],
    [
      "the interface, CSV files and git",
      makeQueueWorkload(),
      "only the service's timelines show how long pull requests took to merge",
    ],
    [
      "timelines without one",
      makeQueueWorkload({ arrivalsPerHour: { ...makeEstimate(3), source: "timelines" } }),
      "the history was too short for a backtest, or the workload was changed afterwards",
    ],
  ])("of %s", (_, workload, reason) => {
    expect(findBacktest(workload)).toEqual({ reason });
    const backtest = toForecastBacktest({ reason }, makeSetup().settings, "one-line");
    expect(backtest).toEqual({ kind: "none", reason });
    expect(describeBacktest({ backtest, change: {} })).toBe(`Not backtested: ${reason}.`);
  });
});

describe("the backtest of a forecast", () => {
  test("has the error of each measure, as a share of what happened", () => {
    expect(toForecastBacktest(BACKTEST, makeSetup().settings, "one-at-a-time")).toEqual({
      kind: "tested",
      merged: 143,
      since: BACKTEST.since,
      keepsUp: true,
      measures: {
        timeToMergeP50Minutes: { observed: 30, value: 31, low: 25, high: 40, error: 0.0333 },
        timeToMergeP90Minutes: { observed: 60, value: 45, low: 35, high: 55, error: 0.25 },
      },
    });
  });

  test("does not count if single mode is simulated in another way", () => {
    expect(toForecastBacktest(BACKTEST, makeSetup().settings, "one-line")).toEqual({
      kind: "none",
      reason: "the workload was tested with --single-mode one-at-a-time",
    });
    const { settings } = makeSetup({ settings: { mode: "parallel" } });
    expect(toForecastBacktest(BACKTEST, settings, "one-line").kind).toBe("tested");
  });

  test.each([
    [-11, 45, true],
    [-11, 43, undefined],
    [11, 45, undefined],
  ])("a change of %d from %d minutes with an error of 25 % is not a result: %s", (value, now, expected) => {
    const change = { timeToMergeP90Minutes: { ...FASTER, value } };
    const measures = { timeToMergeP90Minutes: { value: now, low: now, high: now } };
    const marked = markUncertain({ now: measures, change }, measureErrors(BACKTEST));
    expect(marked.timeToMergeP90Minutes?.withinBacktestError).toBe(expected);
  });

  test("no improvement is a result if the forecast was that the queue does not keep up", () => {
    const failed = measureErrors({ ...BACKTEST, keepsUp: false, measures: {} });
    const { now } = makeForecast();
    const change = markUncertain({ now: now.measures, change: { timeToMergeP90Minutes: FASTER } }, failed);
    expect(change.timeToMergeP90Minutes?.withinBacktestError).toBe(true);
    expect(describeBacktest({ backtest: failed, change })).toBe(
      "Backtest failed: the forecast said that the queue does not keep up, but 143 pull requests merged. Ignore an improvement that " +
        "is smaller than the backtest's error.",
    );
  });

  test("is written with errors that are rounded up, and says what was outside of the interval", () => {
    expect(describeBacktest({ backtest: measureErrors(BACKTEST), change: {} })).toBe(
      "Backtest: p50 within 4 %, p90 within 25 % but outside of its interval (143 merges).",
    );
  });
});
