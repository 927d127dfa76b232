import { isGoalMet, tryParseGoal } from "../../src/foresight/goal";
import { makeForecast } from "./make-forecast";

describe("a goal", () => {
  test.each([
    ["p90<45m", "timeToMergeP90Minutes", 45],
    [" p50 < 1h30m ", "timeToMergeP50Minutes", 90],
    ["mean<90s", "timeToMergeMeanMinutes", 1.5],
    ["p95<24h", "timeToMergeP95Minutes", 1440],
    ["ci-minutes<60", "ciMinutesPerMerge", 60],
    ["test-runs<1.5", "testRunsPerMerge", 1.5],
  ])("%j is a limit of %s", (text, measure, limit) => {
    expect(tryParseGoal(text)).toEqual({ text, measure, limit });
  });

  test.each(["", "p90", "p90<", "p90<45", "p90<=45m", "p90>45m", "p99<45m", "p90<0m", "p90<-1m", "P90<45m"])(
    "%j is none",
    (text) => {
      expect(tryParseGoal(text)).toBeUndefined();
    },
  );

  test.each([
    "ci-minutes<60m",
    "ci-minutes<0",
    "test-runs<x",
    "ci-minutes<1e3",
    "p90<1m p50<2m",
    "__proto__<1",
  ])("%j is none either", (text) => {
    expect(tryParseGoal(text)).toBeUndefined();
  });

  test("is met if the whole interval is below it", () => {
    const { now } = makeForecast();
    const meets = (text: string): boolean => {
      const goal = tryParseGoal(text);
      if (goal === undefined) throw new Error(text);
      return isGoalMet(goal, now);
    };
    // 59.1, from 55.0 to 63.2 minutes.
    expect(["p90<64m", "p90<63m", "p90<60m", "p90<50m"].map(meets)).toEqual([true, false, false, false]);
    // Not measured.
    expect(meets("p95<24h")).toBe(false);
  });

  test("is not met by a queue that does not keep up", () => {
    const goal = tryParseGoal("ci-minutes<60");
    const { now } = makeForecast();
    if (goal === undefined) throw new Error("no goal");
    expect([isGoalMet(goal, now), isGoalMet(goal, { ...now, keepsUp: false })]).toEqual([true, false]);
  });
});
