import { FORECAST_SCHEMA, type Forecast } from "../../../src/foresight/forecast";
import { describeRecommendation } from "../../../src/report/forecast/describe-recommendation";
import { run } from "../fake-context";

const LOAD = [
  ...["--arrivals", "2/h", "--test-time", "10m", "--failure-rate", "5%"],
  // So that a single queue is slow enough to be worth a change.
  ...["--now", "concurrency=1"],
  ...["--pull-requests", "150", "--replications", "3"],
];

/** Few combinations to try. */
const FEW = ["mode", "bisectionConcurrency", "batchingMinSize"]
  .flatMap((name) => ["--keep", name])
  .concat(LOAD);

const recommend = (...args: readonly string[]) =>
  run(["simulate", "recommend", ...args], { catchStop: () => new Promise(() => undefined) });

describe("mergequeue simulate recommend", () => {
  it("writes the settings that meet the goal, with their forecast", async () => {
    const { out } = await recommend("--goal", "p90<2h", ...FEW, "--json").succeeds();
    const { forecast, ...document } = JSON.parse(out) as { readonly forecast: unknown };
    const result = { met: true, goals: ["p90<2h"], minimize: "ci-minutes", tried: 3, insteadOf: null };
    expect(document).toEqual({ format: "mergequeue-recommendation", version: 1, ...result });
    const found = FORECAST_SCHEMA.parse(forecast);
    expect(found.then.settings).toMatchObject({ batch: true });
    const insteadOf = {
      settings: { ...found.then.settings, batchingMinSize: 8 },
      difference: { value: 0.1, low: -0.1, high: 0.3, shown: false },
    };
    const search = { goals: [], minimize: "ci-minutes", tried: 3 };
    expect(describeRecommendation({ met: true, forecast: found, insteadOf }, search)[1]).toMatch(
      /^Another combination looked cheapest \(batch false → true, .*batchingMinSize \d → 8\)\. But the simulation shows no clear difference in ci-minutes \(−0\.10 … \+0\.30\), and the combination below is closer/,
    );
  });

  it("ends with 2 if nothing meets the goal, and shows what comes closest", async () => {
    const { out } = await recommend("--goal", "p90<5m", ...FEW).endsWith(2);
    expect(out).toMatch(
      /^None of 3 combinations of settings meets p90<5m\. The best one reaches p90 [\d.]+ min \([\d.]+ … [\d.]+\):\nA queue: /,
    );
  });

  it("says so if the current settings need no change, or if none keeps up", async () => {
    const keep = ["--keep", "batch", "--keep", "mode"];
    const kept = await recommend("--goal", "p90<4h", ...keep, ...LOAD).endsWith(0);
    expect(kept.out).toMatch(
      /^The current settings meet p90<4h\. Of 1 combination of settings, the simulation shows none that does so with less ci-minutes:\n/,
    );
    const fast = LOAD.with(1, "30/h");
    const late = await recommend("--goal", "p90<4h", ...keep, ...fast, "--format", "markdown").endsWith(2);
    expect(late.out).toContain(
      "It is not certain that any of them keeps up with this load. This one merges the most:\n\nA queue: ",
    );
  });

  it("says what mode parallel needs, and assumes", async () => {
    const keep = ["batch", "canOptimisticallyMerge", "concurrency"].flatMap((name) => ["--keep", name]);
    const { out } = await recommend("--goal", "p90<15m", ...keep, ...LOAD.with(-5, "concurrency=4"));
    expect(out).toMatch(/^A queue: mode single → parallel$/m);
    expect(out).toContain("Mode parallel needs the impacted targets of every pull request.");
    expect(out).toContain("all changes impact the same target");
  });

  it.each([
    [["--goal", "p99<5m"], "Give a goal such as p90<45m: a time to merge (mean, p50, p90, p95)"],
    [["--goal", "p90<5m", "--keep", "branch"], 'There is no setting "branch".'],
    [["--goal", "p90<5m", "--keep", "merge_method"], "It must be one of mode, concurrency,"],
    [["--goal", "p90<5m", "--set", "concurrency=2"], "Leave out --set: recommend chooses what to set."],
    [["--goal", "p90<5m", "--format", "html"], "--format must be one of text, markdown, json."],
    [[], "--goal is missing. Give a goal such as"],
  ])("refuses %j", async (args, message) => {
    await recommend(...args, ...LOAD).fails(message);
  });

  it("refuses a queue that never keeps up", async () => {
    await recommend("--goal", "p90<5m", "--saturated", "--test-time", "10m").fails(
      "Leave out --saturated: a queue that never keeps up meets no goal.",
    );
  });

  it("recommends nothing after an interrupt", async () => {
    const catchStop = () => Promise.resolve("SIGINT" as const);
    const args = ["simulate", "recommend", "--goal", "p90<2h", ...LOAD];
    expect((await run(args, { catchStop }).endsWith(130)).out).toBe("");
  });
});

const GOOD = ["--arrivals", "8/h", "--test-time", "10m"];

async function fail(...args: readonly string[]): Promise<string> {
  const { error } = await run(["simulate", ...args]).fails();
  return error;
}

describe("mergequeue simulate refuses", () => {
  it.each([
    [["--set", "concurency=4"], 'There is no setting "concurency". Did you mean concurrency?'],
    [["--set", "batching_min_sise=4"], 'setting "batching_min_sise". Did you mean batchingMinSize?'],
    [["--now", "concurrency=0"], "Must be a whole number (pull requests or batches) from 1 to 4294967295"],
    [["--set", "mode=serial"], 'Must be one of "single", "parallel", got "serial".'],
    [["--set", "batch=yes"], 'Must be true or false, got "yes".'],
    [["--set", "concurrency"], "It must be the name of a setting, an equals sign and its value."],
    [["--set", "requiredStatuses=ci,"], "Must contain only non-empty names"],
    [["--arrivals", "0/h"], "It must be a rate above 0 such as 4.8/h"],
    [["--arrivals", "x2"], "A factor in --arrivals needs a workload to multiply: add --workload."],
    [["--saturated"], "option '--saturated' cannot be used with option '--arrivals <rate>'"],
    [["--test-time", "0m"], "It must be a duration of more than 0 and at most 24 hours"],
    [["--test-time-spread", "normal"], "It must be constant, exponential, or lognormal"],
    [["--failure-rate", "1.5"], "It must be a share from 0 to 1, such as 0.05 or 5%."],
    [["--flake-rate", "101%"], "It must be a share"],
    [["--targets", "0"], "It must be a whole number from 1 to 10000."],
    [["--pull-requests", "9"], "It must be a whole number from 10 to 1000000."],
    [["--replications", "1"], "It must be a whole number from 2 to 1000."],
    [["--workers", "0"], "It must be a whole number from 1 to 64."],
    [["--json", "--format", "text"], "--json is short for --format json; leave it out for --format text."],
    [["--workload", "missing.json"], 'The workload, "missing.json", cannot be read'],
    [["--stack", "cdktf.out", "--set", "concurrency=4"], "cannot be used with option '--set <name=value>'"],
    [["github.com/acme/web/main", "--stack", "cdktf.out"], "Leave out the queue with --stack"],
  ])("%j", async (args, message) => {
    expect(await fail(...GOOD, ...args)).toContain(message);
  });

  it.each([
    [["--test-time", "10m"], "--arrivals is missing. Give a rate such as 4.8/h"],
    [["--saturated"], "--test-time is missing. Give the mean duration"],
    [
      ["--workload", "none.json", "--test-time-spread", "exponential"],
      "--test-time-spread needs --test-time.",
    ],
  ])("%j alone", async (args, message) => {
    expect(await fail(...args)).toContain(message);
  });

  it("but takes a pending failure depth of 0 for now, which a new queue has", async () => {
    const few = ["--now", "pendingFailureDepth=0", "--pull-requests", "20", "--replications", "2"];
    const catchStop = () => new Promise<never>(() => undefined);
    await run(["simulate", ...GOOD, ...few], { catchStop }).succeeds();
  });
});

test("mergequeue simulate takes names of the interface and of Terraform for --now, --set and --keep", async () => {
  const load = [...GOOD, "--pull-requests", "20", "--replications", "2", "--now", "batch=true", "--json"];
  const others = ["mode", "batch", "can_optimistically_merge", "bisectionConcurrency"];
  for (const [size, wait] of [
    ["batching_min_size", "batchingMaxWaitTimeMinutes"],
    ["batchingMinSize", "batching_max_wait_time_minutes"],
  ] as const) {
    const now = ["--now", `${wait}=7`, "--now", `${size}=3`, "--goal", "p90<24h"];
    const kept = await recommend(...load, ...now, ...[size, ...others].flatMap((name) => ["--keep", name]));
    const { forecast } = JSON.parse(kept.out) as { forecast: Forecast };
    expect(forecast.now.settings.batchingMaxWaitTimeMinutes).toBe(7);
    expect(forecast.then.settings.batchingMinSize).toBe(3);
  }
  const catchStop = () => new Promise<never>(() => undefined);
  const { out } = await run(["simulate", ...load, "--set", "batching_min_size=4"], { catchStop }).succeeds();
  expect((JSON.parse(out) as Forecast).then.settings.batchingMinSize).toBe(4);
});
