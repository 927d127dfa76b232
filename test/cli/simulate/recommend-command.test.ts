import type { Forecast } from "../../../src/foresight/forecast";
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
    const { out } = await recommend("--goal", "p90<2h", ...FEW, "--json").succeeds();
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
    const { out } = await recommend("--goal", "p90<5m", ...FEW).endsWith(2);
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
    await recommend(
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
    ).fails(
      "  --goal: A goal is a time to merge (mean, p50, p90, p95)",
      'Got "p99<5m".',
      "  --minimize: Must be one of mean, p50, p90, p95, ci-minutes, test-runs,",
      "  --set: Must be left out: recommend chooses what to set.",
      "  --saturated: Must be left out: a queue that never keeps up meets no goal.",
      "  --keep: Must be one of mode, concurrency,",
      "  --arrivals: Must be left out with --saturated.",
    );
  });

  it("needs a goal", async () => {
    await recommend(...LOAD).fails("  --goal: Is missing. A goal is");
  });

  it("recommends nothing after an interrupt", async () => {
    const { out } = await run(["simulate", "recommend", "--goal", "p90<2h", ...LOAD], {
      catchStop: () => Promise.resolve("SIGINT"),
    }).endsWith(130);
    expect(out).toBe("");
  });
});

const GOOD = ["--arrivals", "8/h", "--test-time", "10m"];

async function fail(...args: readonly string[]): Promise<string> {
  const { error } = await run(["simulate", ...args]).fails();
  return error;
}

describe("mergequeue simulate refuses", () => {
  it.each([
    [
      ["--set", "concurency=4"],
      "--set concurency: There is no setting of this name. Did you mean concurrency?",
    ],
    [
      ["--set", "batching_min_sise=4"],
      "--set batching_min_sise: There is no setting of this name. Did you mean batchingMinSize?",
    ],
    [["--set", "batching_min_size=0"], "--set batching_min_size: Must be a whole number"],
    [
      ["--now", "concurrency=0"],
      "--now concurrency: Must be a whole number (pull requests or batches) from 1 to 4294967295, got 0.",
    ],
    [["--set", "concurrency=two"], "--set concurrency: Must be a whole number"],
    [["--set", "concurrency=1.5"], "--set concurrency: Must be a whole number"],
    [["--set", "mode=serial"], '--set mode: Must be one of "single", "parallel", got "serial".'],
    [["--set", "batch=yes"], '--set batch: Must be true or false, got "yes".'],
    [["--set", "pendingFailureDepth=0"], "--set pendingFailureDepth: Must be a whole number"],
    [
      ["--set", "concurrency"],
      '--set: Must be the name of a setting, an equals sign and its value, got "concurrency".',
    ],
    [["--set", "requiredStatuses=ci,"], "--set requiredStatuses: Must contain only non-empty names"],
    [["--arrivals", "0/h"], '--arrivals: Must be above 0, got "0/h".'],
    [["--arrivals", "-1/h"], "--arrivals: Must be a rate such as 4.8/h"],
    [["--arrivals", "8"], "--arrivals: Must be a rate such as 4.8/h"],
    [["--arrivals", "x2"], '--arrivals: "x2" multiplies the arrivals of a workload: add --workload.'],
    [["--arrivals", "x0"], '--arrivals: Must be above 0, got "x0".'],
    [["--saturated"], "--arrivals: Must be left out with --saturated."],
    [["--test-time", "0m"], "--test-time: Must be a duration above 0 and of at most 24 hours"],
    [["--test-time", "10"], "--test-time: Must be a duration"],
    [["--test-time-spread", "normal"], "--test-time-spread: Must be constant, exponential, or lognormal"],
    [
      ["--test-time-spread", "lognormal:0"],
      "--test-time-spread: Must be constant, exponential, or lognormal",
    ],
    [
      ["--failure-rate", "1.5"],
      '--failure-rate: Must be a share from 0 to 1, such as 0.05 or 5%, got "1.5".',
    ],
    [["--failure-rate", "-5%"], "--failure-rate: Must be a share"],
    [["--flake-rate", "101%"], "--flake-rate: Must be a share"],
    [
      ["--single-mode", "two-lines"],
      '--single-mode: Must be one of one-at-a-time, one-line, got "two-lines".',
    ],
    [["--targets", "0"], '--targets: Must be a whole number from 1 to 10000, got "0".'],
    [["--pull-requests", "9"], '--pull-requests: Must be a whole number from 10 to 1000000, got "9".'],
    [["--replications", "1"], '--replications: Must be a whole number from 2 to 1000, got "1".'],
    [["--workers", "0"], '--workers: Must be a whole number from 1 to 64, got "0".'],
    [["--format", "yaml"], '--format: Must be one of text, json, markdown, html, got "yaml".'],
    [["--workload", "missing.json"], '--workload: The workload, "missing.json", cannot be read'],
    [["not-a-queue"], "QUEUE: "],
  ])("%j", async (args, message) => {
    const error = await fail(...GOOD, ...args);
    expect(error).toContain("The simulation cannot start. Nothing was simulated.\n");
    expect(error).toContain(`  ${message}`);
  });

  it.each([[["--arrivals", "0.000001/d"]], [["recommend", "--arrivals", "0.000001/d", "--goal", "p90<30m"]]])(
    "%j, which would take more than 1000 years of simulated time",
    async (args) => {
      const { error } = await run(["simulate", ...args, "--test-time", "10m"], {
        catchStop: () => new Promise(() => undefined),
      }).fails();
      expect(error).toMatch(/At 4\.16\d+e-8 arrivals per hour, \d+ pull requests arrive over \d+ years/);
    },
  );

  it("a load without arrivals or test time", async () => {
    const error = await fail();
    expect(error).toContain("  --arrivals: Is missing.");
    expect(error).toContain("  --test-time: Is missing.");
  });

  it("a spread without a test time", async () => {
    expect(await fail("--arrivals", "1/h", "--test-time-spread", "exponential")).toContain(
      "  --test-time-spread: Needs --test-time.",
    );
  });

  it("JSON and text at once", async () => {
    await run(["simulate", ...GOOD, "--json", "--format", "text"]).fails(
      "--json: Is short for --format json; leave it out for --format text.",
    );
  });

  it("everything that is wrong at once, also as JSON", async () => {
    const { out } = await run([
      ...["simulate", "nowhere", "--now", "nothing=1", "--set", "concurrency=0", "--arrivals", "0/h"],
      ...["--test-time", "0", "--failure-rate", "2", "--replications", "1", "--format", "json"],
    ]).fails();
    const { error } = JSON.parse(out) as {
      error: { code: string; findings: readonly { path: readonly string[] }[] };
    };
    expect(error.code).toBe("invalid_configuration");
    expect(error.findings.map(({ path }) => path)).toEqual([
      ["QUEUE"],
      ["--now", "nothing"],
      ["--set", "concurrency"],
      ["--arrivals"],
      ["--test-time"],
      ["--failure-rate"],
      ["--replications"],
    ]);
  });

  it("but takes a pending failure depth of 0 for now, which a new queue has", async () => {
    await run(
      ["simulate", ...GOOD, "--now", "pendingFailureDepth=0", "--pull-requests", "20", "--replications", "2"],
      { catchStop: () => new Promise(() => undefined) },
    ).succeeds();
  });
});

describe("mergequeue simulate takes", () => {
  const QUICK = ["--pull-requests", "20", "--replications", "2", "--json"];

  it.each([
    ["batching_min_size", "batching_max_wait_time_minutes"],
    ["batchingMinSize", "batchingMaxWaitTimeMinutes"],
  ])("the names %s and %s for --now, --set and --keep", async (size, wait) => {
    const args = [...GOOD, ...QUICK, "--now", "batch=true", "--now", `${wait}=7`];
    const context = { catchStop: () => new Promise<never>(() => undefined) };
    const changed = await run(["simulate", ...args, "--set", `${size}=3`], context);
    expect(changed.error).toBe("");
    const { now, then } = JSON.parse(changed.out) as Forecast;
    expect(now.settings.batchingMaxWaitTimeMinutes).toBe(7);
    expect(then.settings.batchingMinSize).toBe(3);
    const others = ["mode", "bisectionConcurrency", "canOptimisticallyMerge"].flatMap((name) => [
      "--keep",
      name,
    ]);
    const keep = ["--keep", size, ...others, "--now", `${size}=3`, "--goal", "p90<24h"];
    const found = await run(["simulate", "recommend", ...args, ...keep], context);
    expect(found.error).toBe("");
    const { forecast } = JSON.parse(found.out) as { forecast: Forecast };
    expect(forecast.then.settings.batchingMinSize).toBe(3);
  });
});
