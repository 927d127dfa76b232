import { FORECAST_SCHEMA } from "../../../src/foresight/forecast-schema";
import { run } from "../fake-context";

const LOAD = [
  ...["--arrivals", "5/h", "--test-time", "10m", "--failure-rate", "5%"],
  ...["--pull-requests", "100", "--replications", "3"],
];

/** Few combinations to try. */
const FEW = ["--keep", "mode", "--keep", "bisectionConcurrency", ...LOAD];

const recommend = (...args: readonly string[]) =>
  run(["simulate", "recommend", ...args], { catchStop: () => new Promise(() => undefined) });

describe("mergequeue simulate recommend", () => {
  it("writes the settings that meet the goal, with their forecast", async () => {
    const { out, exitStatus, error } = await recommend("--goal", "p90<2h", ...FEW, "--json");
    expect({ exitStatus, error }).toEqual({ exitStatus: 0, error: "" });
    const { forecast, ...document } = JSON.parse(out) as { forecast: unknown };
    expect(document).toEqual({
      format: "mergequeue-recommendation",
      version: 1,
      met: true,
      goals: ["p90<2h"],
      minimize: "ci-minutes",
      tried: 7,
      insteadOf: null,
    });
    expect(FORECAST_SCHEMA.parse(forecast).then.settings).toMatchObject({ batch: true });
  });

  it("ends with 2 if nothing meets the goal, and shows what comes closest", async () => {
    const { out, exitStatus } = await recommend("--goal", "p90<5m", ...FEW);
    expect(exitStatus).toBe(2);
    expect(out).toMatch(
      /^None of 7 combinations of settings meets p90<5m\. The best that was reached is p90 [\d.]+ min \([\d.]+ … [\d.]+\):\nA queue: /,
    );
  });

  it("says so if the current settings need no change, or if none keeps up", async () => {
    const keep = ["--keep", "batch", "--keep", "mode"];
    const kept = await recommend("--goal", "p90<4h", ...keep, ...LOAD.with(1, "3/h"));
    expect(kept.exitStatus).toBe(0);
    expect(kept.out).toMatch(
      /^The current settings meet p90<4h\. Of 1 combination of settings, none is shown to meet it with less ci-minutes:\n/,
    );
    const late = await recommend(
      "--goal",
      "p90<4h",
      ...keep,
      ...LOAD.with(1, "30/h"),
      "--format",
      "markdown",
    );
    expect(late.exitStatus).toBe(2);
    expect(late.out).toContain("None keeps up with this load. This one merges the most:\n\nA queue: ");
  });

  it("says what mode parallel needs, and assumes", async () => {
    const keep = ["--keep", "batch", "--keep", "canOptimisticallyMerge"];
    const { out } = await recommend("--goal", "p90<20m", ...keep, ...LOAD);
    expect(out).toMatch(/^A queue: mode single → parallel, concurrency 1 → \d/m);
    expect(out).toContain("Mode parallel needs the impacted targets of every pull request.");
    expect(out).toContain("all changes impact the same target");
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
        "--keep",
        "branch",
        "--saturated",
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
    expect(error).toContain("  --saturated: Must be left out: a queue that never keeps up meets no goal.");
    expect(error).toContain("  --keep: Must be one of mode, concurrency,");
    expect(error).toContain("  --arrivals: Must be left out with --saturated.");
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
