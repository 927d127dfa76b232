import { FORECAST_SCHEMA } from "../../../src/foresight/forecast-schema";
import { run } from "../fake-context";

const LOAD = [
  ...["--arrivals", "5/h", "--test-time", "10m", "--failure-rate", "5%"],
  ...["--pull-requests", "100", "--replications", "3"],
];

const recommend = (...args: readonly string[]) =>
  run(["simulate", "recommend", ...args], { catchStop: () => new Promise(() => undefined) });

describe("mergequeue simulate recommend", () => {
  it("writes the settings that meet the goal, with their forecast", async () => {
    const { out, exitStatus, error } = await recommend("--goal", "p90<2h", ...LOAD, "--json");
    expect({ exitStatus, error }).toEqual({ exitStatus: 0, error: "" });
    const { forecast, ...document } = JSON.parse(out) as { forecast: unknown };
    expect(document).toEqual({
      format: "mergequeue-recommendation",
      version: 1,
      met: true,
      goals: ["p90<2h"],
      minimize: "ci-minutes",
      tried: 4,
    });
    expect(FORECAST_SCHEMA.parse(forecast).then.settings).toMatchObject({ batch: true });
  });

  it("ends with 2 if nothing meets the goal, and shows what comes closest", async () => {
    const { out, exitStatus } = await recommend("--goal", "p90<5m", ...LOAD);
    expect(exitStatus).toBe(2);
    expect(out).toMatch(
      /^None of 4 combinations of settings meets p90<5m\. This one comes closest:\nA queue: /,
    );
  });

  it("refuses goals and measures that it does not know, and --set, all at once", async () => {
    const { exitStatus, error } = await recommend(
      ...[
        "--goal",
        "p99<5m",
        "--minimize",
        "money",
        "--set",
        "concurrency=2",
        "--arrivals",
        "0/h",
        "--test-time",
        "10m",
      ],
    );
    expect(exitStatus).toBe(1);
    expect(error).toContain("  --goal: A goal is a time to merge (mean, p50, p90, p95)");
    expect(error).toContain('Got "p99<5m".');
    expect(error).toContain("  --minimize: Must be one of mean, p50, p90, p95, ci-minutes, test-runs,");
    expect(error).toContain("  --set: Must be left out: recommend chooses what to set.");
    expect(error).toContain('  --arrivals: Must be above 0, got "0/h".');
  });

  it("needs a goal", async () => {
    const { exitStatus, error } = await recommend(...LOAD);
    expect(exitStatus).toBe(1);
    expect(error).toContain("  --goal: Is missing. A goal is");
  });

  it("recommends nothing after an interrupt", async () => {
    const { exitStatus, out } = await run(["simulate", "recommend", "--goal", "p90<2h", ...LOAD], {
      catchStop: () => Promise.resolve("SIGINT"),
    });
    expect({ exitStatus, out }).toEqual({ exitStatus: 130, out: "" });
  });
});
