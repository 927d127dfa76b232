import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { FORECAST_SCHEMA } from "../../../src/foresight/forecast";
import { createGate } from "../../support/create-gate";
import { makeScratch } from "../../support/make-scratch";
import { run } from "../fake-context";
import { configure, QUEUE_ID } from "../support/run-on-service";
import { call, emulator, onStage } from "../support/stage";
import { makeSteppingClock } from "./support/make-stepping-clock";

/** A stop signal that never comes. */
const NO_STOP = { catchStop: () => new Promise<never>(() => undefined) };

/** A quick simulation; in the calling thread, as always without a build. */
const QUICK = ["--arrivals", "8/h", "--test-time", "10m", "--pull-requests", "200", "--replications", "5"];

/** Where the numbers do not matter. */
const TINY = QUICK.with(5, "40").with(7, "2");

const FOUR_AT_ONCE = ["--now", "mode=parallel", "--now", "concurrency=2", "--set", "concurrency=4"];

const simulate = (...args: readonly string[]) => run(["simulate", ...args], NO_STOP);

async function simulateJson(...args: readonly string[]) {
  const { out } = await simulate(...args, "--format", "json").succeeds();
  return FORECAST_SCHEMA.parse(JSON.parse(out));
}

describe("mergequeue simulate", () => {
  it("writes JSON that its schema accepts, with the settings of a new queue where none are given", async () => {
    const forecast = await simulateJson(...FOUR_AT_ONCE, ...QUICK, "--failure-rate", "5%");
    expect(forecast).toMatchObject({
      format: "mergequeue-forecast",
      version: 1,
      queue: null,
      assumed: true,
      seed: "1",
      replications: 5,
      pullRequests: 200,
      singleMode: "one-at-a-time",
      now: {
        settings: {
          mode: "parallel",
          concurrency: 2,
          // As a new queue with this concurrency has it.
          bisectionConcurrency: 2,
          testingTimeoutMinutes: 300,
          batch: false,
          pendingFailureDepth: 0,
        },
        keepsUp: true,
      },
      then: { settings: { mode: "parallel", concurrency: 4 }, keepsUp: true },
      source: "Assumed: 8 pull requests per hour, tests of 10 min, 5 % broken changes, no flaky tests.",
    });
    expect(forecast).not.toHaveProperty("interrupted");
    expect(forecast.change.timeToMergeP90Minutes).toMatchObject({ shown: true });
    expect(forecast.change.timeToMergeP90Minutes?.high).toBeLessThan(0);
  });

  it("says what it simulates, and what the numbers are based on", async () => {
    const args = [...FOUR_AT_ONCE, "--set", "mergeMethod=squash", ...TINY, "--failure-rate", "5%"];
    const { out } = await simulate(...args).succeeds();
    const lines = out.trimEnd().split("\n");
    expect(lines[0]).toBe("A queue: concurrency 2 → 4");
    const basis = lines.at(-1);
    expect(basis).toMatch(
      /^Simulated: .* Assumed: 8 pull requests per hour, .* Assumes: tests fail independently; /,
    );
    expect(basis).toContain("no effect of mergeMethod; ");
    expect(basis).toContain("the values that are published for new queues: testingTimeoutMinutes 300,");
  });

  it("has no time to merge for a saturated queue, but its capacity", async () => {
    const args = ["--saturated", "--test-time", "10m", "--pull-requests", "60", "--replications", "2"];
    const forecast = await simulateJson(...args);
    expect(forecast).toMatchObject({ saturated: true, now: { keepsUp: false } });
    expect(forecast.now.measures.mergedPerHour?.value).toBeCloseTo(6, 1);
    expect(forecast.now.measures).not.toHaveProperty("timeToMergeP90Minutes");
    const { out } = await simulate(...args);
    expect(out).toContain(
      "a pull request waiting at all times. Therefore the forecast gives no time to merge",
    );
    expect(out).toMatch(/^merged per hour +6\.0/m);
    expect(out).not.toMatch(/does not keep up|^time to merge/m);
  });
});

describe("mergequeue simulate, interrupted", () => {
  it("prints what is known, marked as such, and ends with 130", async () => {
    const { opened, open } = createGate();
    const catchStop = async () => opened.then(() => "SIGINT" as const);
    const writeError = (text: string): void => {
      if (text.includes("Simulating 50 replications of 40 pull requests: 10 %")) open();
    };
    const terminal = { isInput: true, isOut: false, isError: true, columns: 80 };
    const args = ["simulate", ...TINY.with(-1, "50"), "--format", "json"];
    const clock = makeSteppingClock(200);
    const { out } = await run(args, { catchStop, writeError, terminal, clock }).endsWith(130);
    const forecast = FORECAST_SCHEMA.parse(JSON.parse(out));
    expect(forecast.interrupted).toBe(true);
    expect(forecast.replications).toBeGreaterThanOrEqual(2);
    expect(forecast.replications).toBeLessThan(50);
  });

  it("fails with 130 if nothing is known yet", async () => {
    const catchStop = () => Promise.resolve("SIGINT" as const);
    const { out, error } = await run(["simulate", ...TINY], { catchStop }).endsWith(130);
    expect(out).toBe("");
    expect(error).toBe(
      "Error: Interrupted while finding the capacity in a pilot, at 0 %. There is no result yet.\n",
    );
  });
});

describe("mergequeue simulate of a queue", () => {
  onStage();

  it("reads the current settings from the service; --now replaces them", async () => {
    const args = ["simulate", QUEUE_ID, "--now", "pendingFailureDepth=3", "--set", "concurrency=4", ...TINY];
    const { out } = await call([...args, "--format", "json"]).succeeds();
    const forecast = FORECAST_SCHEMA.parse(JSON.parse(out));
    expect(forecast.queue).toBe(QUEUE_ID);
    expect(forecast.now.settings).toMatchObject({ mode: "parallel", concurrency: 2, pendingFailureDepth: 3 });
    expect(forecast.then.settings).toEqual({ ...forecast.now.settings, concurrency: 4 });
    expect(forecast.assumptions.join()).not.toContain("as published");
  });

  it("says by which rules failures are simulated, where there are some", async () => {
    const readAssumptions = async (...args: readonly string[]) => {
      const { out } = await call(["simulate", ...args, ...TINY, "--format", "json"]).succeeds();
      return FORECAST_SCHEMA.parse(JSON.parse(out)).assumptions.join();
    };
    const hold = "pull requests on top of an unsettled failure wait until it is settled";
    const halves = "the second half of a failed batch is tested on top of the first";
    expect(await readAssumptions("--set", "concurrency=4", "--failure-rate", "0")).not.toContain(hold);
    const failing = await readAssumptions("--set", "concurrency=4", "--failure-rate", "0.1");
    expect(failing).toContain(hold);
    expect(failing).not.toContain(halves);
    expect(await readAssumptions("--set", "batch=true", "--failure-rate", "0.1")).toContain(halves);
  });

  it("asks no service if all settings that matter are given", async () => {
    const now = [
      ...["mode=parallel", "concurrency=2", "bisectionConcurrency=1", "testingTimeoutMinutes=60"],
      ...["pendingFailureDepth=0", "canOptimisticallyMerge=false", "batch=false"],
      ...["batchingMaxWaitTimeMinutes=5", "batchingMinSize=2", "optimizationMode=off"],
    ].flatMap((each) => ["--now", each]);
    const { out } = await simulate(QUEUE_ID, ...now, "--set", "concurrency=4", ...TINY).succeeds();
    expect(out).toMatch(new RegExp(`^${QUEUE_ID}: concurrency 2 → 4\n`));
  });

  it("says what it ignores of how the queue is now", async () => {
    configure(emulator, { state: "paused", directMergeMode: "always" });
    const { out } = await call(["simulate", QUEUE_ID, ...TINY]);
    expect(out).toContain("the queue runs, although it is paused now; no pull request is merged directly");
  });
});

describe("mergequeue simulate with a workload", () => {
  const file = join(makeScratch(), "workload.json");
  const basis = { source: "csv", conclusions: 412, days: 31 };
  const queue = {
    queue: QUEUE_ID,
    arrivalsPerHour: { value: 3, low: 2.7, high: 3.3, ...basis },
    testMinutes: { value: 10, low: 9, high: 11, minutes: [8, 9, 10, 11, 12], ...basis },
    failureRate: { value: 0.05, low: 0.03, high: 0.08, ...basis },
  };

  const toWorkload = (...queues: unknown[]) => ({ format: "mergequeue-workload", version: 1, queues });
  const write = (content: unknown): void => {
    writeFileSync(file, JSON.stringify(content));
  };

  const SHORT = ["--pull-requests", "40", "--replications", "3"];

  it("takes the load from it and says what it is based on", async () => {
    write(toWorkload(queue));
    const forecast = await simulateJson("--workload", file, ...SHORT);
    expect(forecast.assumed).toBe(false);
    expect(forecast.source).toBe("Based on 412 conclusions in 31 working days.");
    expect(forecast.now.measures.ciMinutesPerMerge?.value).toBeCloseTo(10.5, 0);
  });

  it("multiplies its arrivals", async () => {
    write(toWorkload(queue));
    const forecast = await simulateJson("--workload", file, ...SHORT, "--arrivals", "x2");
    expect(forecast.source).toContain("Assumed: 2 times the arrivals.");
  });

  it.each([
    ["that is none", { format: "something" }, "Not a workload"],
    [
      "with several queues, none of which is named",
      toWorkload(queue, { ...queue, queue: "github.com/acme/web/next" }),
      "The workload contains 2 queues. Name one of them:",
    ],
  ])("refuses one %s", async (_what, content, message) => {
    write(content);
    await simulate("--workload", file).fails(message);
  });

  it("refuses one without the queue", async () => {
    write(toWorkload(queue));
    const missing = await simulate("github.com/acme/web/gone", "--workload", file);
    expect(missing.error).toContain("The workload does not contain the queue github.com/acme/web/gone");
  });
});
