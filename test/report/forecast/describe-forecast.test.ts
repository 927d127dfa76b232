import type { Forecast, SettingsForecast } from "../../../src/foresight/forecast";
import type { Estimate, Measured } from "../../../src/foresight/measures";
import {
  describeBasis,
  describeVerdict,
  listForecastRows,
} from "../../../src/report/forecast/describe-forecast";
import { describeUnmet } from "../../../src/report/queue-forecast";
import { makeForecast as makeUsualForecast } from "../../foresight/make-forecast";
import { makeSetup } from "../../foresight/support/make-setup";

const { settings } = makeSetup();

function makeSide(measures: Measured<number>, keepsUp: boolean | null = true): SettingsForecast {
  const estimates = Object.entries(measures).map(([name, value]) => [
    name,
    { value, low: value * 0.9, high: value * 1.1 },
  ]);
  const known = { keepsUp, steady: keepsUp === true, simulatedDays: 14 };
  return { settings, ...known, measures: Object.fromEntries(estimates) as Measured<Estimate> };
}

function makeForecast(changes: Partial<Forecast>): Forecast {
  const source = "Assumed: something.";
  return makeUsualForecast({ now: makeSide({}), then: makeSide({}), change: {}, source, ...changes });
}

/** Returns how a change of the 90th percentile is written. */
function write(value: number, low: number, high: number): string | undefined {
  const shown = low > 0 || high < 0;
  const forecast = makeForecast({ change: { timeToMergeP90Minutes: { value, low, high, shown } } });
  return listForecastRows(forecast).find(({ name }) => name === "time to merge p90")?.change;
}

describe("the change of a measure", () => {
  it.each([
    [-9.3, -11.2, -7.1, "−9 min (−11 … −7)"],
    [1.44, 1.1, 1.7, "+1.4 min (+1.1 … +1.7)"],
    [0.132, 0.118, 0.147, "+0.13 min (+0.12 … +0.15)"],
    [1, -1, 3, "no difference shown"],
    [0, 0, 0, "no difference shown"],
    // No end looks like 0, because the interval excludes 0.
    [-15, -29.6, -0.4, "−15.0 min (−29.6 … −0.4)"],
  ])("%d from %d to %d is %s", (value, low, high, words) => {
    expect(write(value, low, high)).toBe(words);
  });

  it("is not a result if it is smaller than the error of the backtest", () => {
    const change = { value: -9, low: -11, high: -7, shown: true, withinBacktestError: true } as const;
    const forecast = makeForecast({ change: { timeToMergeP90Minutes: change } });
    expect(listForecastRows(forecast)[1]?.change).toBe("−9 min (−11 … −7), not a result");
    expect(describeBasis(forecast)[0]).toContain(
      " Ignore an improvement that is smaller than the backtest's error. ",
    );
  });

  it("is a dash if one of the two does not exist", () => {
    const now = makeSide({ mergedPerHour: 5.7 }, false);
    const rows = listForecastRows(makeForecast({ now, then: makeSide({ timeToMergeP90Minutes: 31 }) }));
    const texts = { now: "does not keep up", then: "31 min", range: "", change: "–" };
    expect(rows[1]).toEqual({ name: "time to merge p90", ...texts });
  });
});

describe("the verdict", () => {
  const p90 = { value: -9, low: -11, high: -7, shown: true };
  const cost = { value: 0.07, low: 0.05, high: 0.09, shown: true };
  const now = makeSide({ timeToMergeP90Minutes: 29, ciMinutesPerMerge: 10, mergedPerHour: 5 });
  const then = { ...makeSide({}), settings: { ...settings, concurrency: 8 } };
  const change = { timeToMergeP90Minutes: p90, ciMinutesPerMerge: cost };

  const same = "p90 about the same, CI minutes per merge +0.7 %";
  const worse = { value: 4, low: 3, high: 5, shown: true };
  const more = { value: 1, low: 1, high: 1, shown: true };
  const give = (changes: Partial<Forecast["change"]>) => ({ change: { ...change, ...changes } });

  it.each<[string, Partial<Forecast>, string]>([
    ["the time and the cost", {}, "p90 −9 min (−31 %), CI minutes per merge +0.7 %"],
    ["no unshown difference", give({ timeToMergeP90Minutes: { ...p90, shown: false } }), same],
    [
      "none below the backtest's error",
      give({ timeToMergeP90Minutes: { ...p90, withinBacktestError: true } }),
      same,
    ],
    [
      "also p50 if it gets worse",
      give({ timeToMergeP50Minutes: worse }),
      "p90 −9 min (−31 %), p50 +4.0 min (",
    ],
    ["a queue that keeps up only then", { now: { ...now, keepsUp: false } }, "keeps up (now it does not), "],
    ["a queue that keeps up only now", { then: { ...then, keepsUp: false } }, "no longer keeps up, "],
    [
      "a queue that never keeps up",
      { now: { ...now, keepsUp: false }, then: { ...then, keepsUp: false } },
      "still does not keep up, ",
    ],
    [
      "what is too close to tell",
      { then: { ...then, keepsUp: null } },
      "unclear whether it keeps up (load close to the capacity), ",
    ],
    ["what was too close", { now: { ...now, keepsUp: null } }, "keeps up (now too close to tell), "],
    [
      "the capacity",
      { saturated: true, change: { mergedPerHour: more } },
      "merged per hour +20 %, CI minutes per merge unknown",
    ],
  ])("says %s", (_case, changes, words) => {
    expect(describeVerdict(makeForecast({ now, then, change, ...changes }))).toContain(words);
    // Nothing changes.
    expect(describeVerdict(makeForecast({ now, change }))).toBeUndefined();
  });
});

describe("the rows of a forecast", () => {
  it("write shares in per cent and small numbers with one decimal, and mention broken merges only if there are any", () => {
    const now = makeSide({ ciMinutesPerMerge: 12.34, wronglyEvictedShare: 0.004 });
    const rows = listForecastRows(makeForecast({ now }));
    expect(rows.map((row) => row.now)).toEqual(["–", "–", "–", "12.3", "0.4 %"]);
    expect(rows[4]?.range).toBe(" (0.4 … 0.4)");
    const names = (brokenMergedShare: number): string[] =>
      listForecastRows(makeForecast({ then: makeSide({ brokenMergedShare }) })).map(({ name }) => name);
    expect(names(0)).not.toContain("broken merged");
    expect(names(0.01)).toContain("broken merged");
  });

  it("name the options that replaced what follows from the load", () => {
    const [basis] = describeBasis(makeForecast({ given: ["replications", "pullRequests"] }));
    const extent = "12 replications of 2000 pull requests (--replications and --pull-requests)";
    expect(basis).toContain(`Simulated: ${extent}. `);
  });

  it("are followed by what cannot be known close to the capacity", () => {
    const changed = { settings: { ...settings, concurrency: 4 } };
    const unsteady = { ...makeSide({ timeToMergeP90Minutes: 300 }), steady: false, simulatedDays: 40.4 };
    const then = { ...unsteady, ...changed, neededPullRequests: 70_000 };
    const doubt =
      "the queue is close to its capacity: it reaches no steady state within the simulated 40 days. Times may be longer, and no goal counts as met.";
    expect(describeBasis(makeForecast({ now: unsteady, then, singleMode: "one-line" })).slice(0, 2)).toEqual([
      `Now, ${doubt}`,
      `Then, ${doubt} To simulate long enough, set --pull-requests to 70000.`,
    ]);
    const forecast = makeForecast({ now: makeSide({}, null) });
    expect(describeBasis(forecast)[0]).toBe(
      "Now, the queue is close to its capacity: the simulation cannot tell whether it keeps up. No goal counts as met.",
    );
    expect(listForecastRows(forecast)[1]?.now).toBe("too close to tell");
    expect(describeBasis(makeForecast({ now: makeSide({}, false) }))).toHaveLength(1);
  });

  it("are followed by a doubt if times change slowly", () => {
    const now = { ...makeSide({}), correlation: 0.42 };
    expect(describeBasis(makeForecast({ now }))[0]).toBe(
      "Now, times to merge change slowly compared with the simulated time (correlation 0.42), so the intervals may be too narrow.",
    );
    expect(describeBasis(makeForecast({ now: { ...now, correlation: 0.29 } }))).toHaveLength(1);
  });

  it("are followed by a hint if concurrency changes nothing in single mode", () => {
    const then = { ...makeSide({}), settings: { ...settings, concurrency: 4 } };
    const [hint] = describeBasis(makeForecast({ then }));
    expect(hint).toMatch(/^Concurrency has no effect here, .* add --single-mode one-line\.$/);
    const parallel = { ...then, settings: { ...then.settings, mode: "parallel" as const } };
    for (const changes of [{ then, singleMode: "one-line" as const }, { then: parallel }])
      expect(describeBasis(makeForecast(changes))).toHaveLength(1);
  });

  it("are preceded by the setting that lets tests time out, if it removes good changes", () => {
    const slow = {
      ...makeSide({ timedOutShare: 0.0498 }),
      settings: { ...settings, testingTimeoutMinutes: 60 },
    };
    const patient = { ...slow, settings: { ...settings, testingTimeoutMinutes: 120 } };
    const said = (now: SettingsForecast, then: SettingsForecast): string | undefined =>
      describeBasis(makeForecast({ now, then })).find((line) => line.includes("testing_timeout_minutes"));
    expect(said(slow, slow)).toBe(
      "5.0 % of the test runs take longer than testing_timeout_minutes (60) and count as failed, so good changes are " +
        "removed. Raise testing_timeout_minutes first.",
    );
    expect(said(slow, { ...patient, measures: {} })).toContain(
      "5.0 % → 0.0 % of the test runs take longer than testing_timeout_minutes (60 → 120)",
    );
    expect(said(makeSide({ timedOutShare: 0.0099 }), makeSide({}))).toBeUndefined();
  });

  it("end with what the numbers are based on, after an interrupt with a warning", () => {
    const basis =
      "Simulated: 12 replications of 2000 pull requests. Assumed: something. Not backtested: only a recording shows how long pull requests took to merge. Assumes: tests fail independently.";
    expect(describeBasis(makeForecast({}))).toEqual([basis]);
    expect(describeBasis(makeForecast({ interrupted: true }))).toEqual([
      "Interrupted after 12 replications: the intervals are wider than those of a complete forecast.",
      basis,
    ]);
  });
});

describe("a required goal that is not met", () => {
  const goal = { text: "p90<45m", measure: "timeToMergeP90Minutes", limit: 45 } as const;
  const none = { minutesToMerge: [], queueLength: [] };
  const shapes = { now: none, then: none };
  const say = (then: SettingsForecast): string[] =>
    describeUnmet({ kind: "forecast", forecast: makeForecast({ then }), shapes, unmet: [goal] });

  it.each<[SettingsForecast, string]>([
    [makeSide({ timeToMergeP90Minutes: 50 }), "50.0 min (45.0 … 55.0)"],
    [
      { ...makeSide({ timeToMergeP90Minutes: 30 }), steady: false },
      "30.0 min (27.0 … 33.0), but the queue is close to its capacity and reaches no steady state in the simulated time",
    ],
    [makeSide({}, null), "unclear whether the queue keeps up (load close to the capacity)"],
    [makeSide({}, false), "the queue does not keep up"],
  ])("says why: %#", (then, reason) => {
    expect(say(then)).toEqual([`Required: p90<45m. Not met: ${reason}.`]);
  });
});
