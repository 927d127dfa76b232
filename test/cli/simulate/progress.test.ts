import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { SimulationProgress } from "../../../src/cli/simulate/simulation-progress";
import { FORECAST_SCHEMA } from "../../../src/foresight/forecast";
import { makeSetup } from "../../foresight/support/make-setup";
import { makeQueueWorkload } from "../../foresight/workload/support/make-queue-workload";
import { makeContext, run } from "../fake-context";
import { QUEUE_ID } from "../support/run-on-service";
import { call, directory, onStage } from "../support/stage";
import { writeStack } from "../support/write-stack";
import { makeSteppingClock } from "./support/make-stepping-clock";

const ERASE = "\r\u001b[K";
const NO_STOP = { catchStop: () => new Promise<never>(() => undefined) };
const TERMINAL = { isInput: true, isOut: false, isError: true, columns: 200 };
const NO_TERMINAL = { ...TERMINAL, isError: false };

type Simulated = Parameters<SimulationProgress["show"]>[0];

const SIDES = [makeSetup({ pullRequests: 16_000 }), makeSetup({ pullRequests: 16_000 })];
const PILOT: Simulated = [[makeSetup({ pullRequests: 4_000 })], "pilot"];
const REPLICATIONS = Array.from({ length: 10 }, (_, replication) =>
  SIDES.map((side) => ({ ...side, replication })),
);
const CANDIDATES: Simulated = [
  Array.from({ length: 15 }, () => makeSetup({ pullRequests: 500 })),
  "screening",
];
const COMPARISON: Simulated = [REPLICATIONS.flat(), "comparison"];

/** A view whose clock stands still between calls. */
function makeView(terminal = TERMINAL) {
  let nowMs = 0;
  const written: string[] = [];
  const clock = { now: () => nowMs, sleep: () => Promise.resolve() };
  const writeNote = (text: string) => written.push(text);
  const view = new SimulationProgress(makeContext({ clock, terminal, writeNote }));
  const showAt = (seconds: number, simulated: Simulated, done: number): void => {
    nowMs = seconds * 1_000;
    view.show(simulated, done);
  };
  return { view, showAt, written };
}

describe("the progress of a simulation", () => {
  it("says on a terminal what is simulated, then how far it is and how long the rest takes", () => {
    const { showAt, written, view } = makeView();
    showAt(0, PILOT, 0);
    showAt(0.1, PILOT, 500);
    showAt(0.5, PILOT, 1_000);
    showAt(2, PILOT, 2_000);
    showAt(4, COMPARISON, 0);
    showAt(14, COMPARISON, 63_999);
    showAt(54, COMPARISON, 320_000);
    view.end();
    expect(written).toEqual([
      `${ERASE}Finding the capacity in a pilot`,
      // Neither faster than it can be read, nor an estimate from little.
      `${ERASE}Finding the capacity in a pilot: 25 %`,
      `${ERASE}Finding the capacity in a pilot: 50 %, about 2 s left`,
      `${ERASE}Simulating 2 × 10 replications of 16000 pull requests`,
      `${ERASE}Simulating 2 × 10 replications of 16000 pull requests: 19 %, about 41 s left`,
      `${ERASE}Simulating 2 × 10 replications of 16000 pull requests: 100 %`,
      ERASE,
    ]);
  });

  it("keeps the numbers if the terminal is narrow", () => {
    const { view, showAt, written } = makeView({ ...TERMINAL, columns: 60 });
    view.subject = " (queue 2 of 5: github.com/acme/web/main)";
    showAt(0, COMPARISON, 0);
    showAt(10, COMPARISON, 64_000);
    expect(written).toEqual([
      `${ERASE}Simulating 2 × 10 replications of 16000 pull requests (que…`,
      `${ERASE}Simulating 2 × 10 replications of 1…: 20 %, about 40 s left`,
    ]);
  });

  it("writes nothing elsewhere about what ends in the first minute and is short", () => {
    const { showAt, written, view } = makeView(NO_TERMINAL);
    const short = makeSetup({ pullRequests: 2_000 });
    showAt(0, [Array.from({ length: 20 }, () => short), "comparison"], 0);
    showAt(59, [Array.from({ length: 20 }, () => short), "comparison"], 40_000);
    view.end();
    expect(written).toEqual([]);
  });

  it("writes one line elsewhere when something long begins, and one a minute", () => {
    const { showAt, written, view } = makeView(NO_TERMINAL);
    showAt(0, PILOT, 0);
    showAt(10, COMPARISON, 0);
    showAt(59, COMPARISON, 30_000);
    showAt(60, COMPARISON, 32_000);
    showAt(119, COMPARISON, 70_000);
    showAt(130, COMPARISON, 80_000);
    view.end();
    expect(written).toEqual([
      "Simulating 2 × 10 replications of 16000 pull requests\n",
      "Simulating 2 × 10 replications of 16000 pull requests: 21 %, about 6 min left\n",
    ]);
  });

  it.each<[string, Simulated | undefined, number, string]>([
    ["before it begins", undefined, 0, "before the simulation began"],
    ["in the pilot", PILOT, 1_000, "while finding the capacity in a pilot, at 25 %"],
    ["at first", COMPARISON, 31_999, "while simulating 2 × 10 replications of 16000 pull requests, at 9 %"],
    ["while there are many", CANDIDATES, 149, "while trying 15 combinations of settings, at 1 %"],
  ])("knows %s how far it is", (_when, simulated, done, where) => {
    const { showAt, view } = makeView();
    if (simulated !== undefined) showAt(1, simulated, done);
    expect(view.describe()).toBe(where);
  });
});

/** Returns the lines of standard error, without repetitions and numbers of progress. */
function listPhases(error: string): string[] {
  const lines = error.split(/\r\u001b\[K|\n/).map((line) => line.replace(/: \d+ %.*$/, ""));
  return [...new Set(lines.filter((line) => line !== ""))];
}

const TINY = [
  ...["--arrivals", "1/h", "--test-time", "10m", "--now", "concurrency=1"],
  ...["--pull-requests", "80", "--replications", "2"],
];

describe("a command that simulates", () => {
  onStage();

  it("shows its phases on standard error, which --quiet silences, and nothing of them in its output", async () => {
    const args = ["simulate", ...TINY, "--set", "batch=true", "--json"];
    const clock = makeSteppingClock(250);
    const { out, error } = await run(args, { ...NO_STOP, terminal: TERMINAL, clock });
    expect(listPhases(error)).toEqual([
      "Finding the capacity in a pilot",
      "Simulating 2 × 2 replications of 80 pull requests",
    ]);
    expect(error.endsWith(ERASE)).toBe(true);
    expect(FORECAST_SCHEMA.parse(JSON.parse(out)).replications).toBe(2);
    await run([...args, "--quiet"], { ...NO_STOP, terminal: TERMINAL, clock }).succeeds(out);
    await run(args, NO_STOP).succeeds(out);
  });

  it("names the phases of recommend, and what ends it", async () => {
    const keep = ["concurrency", "bisectionConcurrency", "batchingMinSize"];
    const args = ["simulate", "recommend", ...TINY, "--single-mode", "one-line", "--goal", "p90<1h"];
    const changes = { ...NO_STOP, terminal: TERMINAL, clock: makeSteppingClock(250) };
    const { error } = await run([...args, ...keep.flatMap((name) => ["--keep", name])], changes);
    const phases = listPhases(error);
    expect(phases.slice(0, 2)).toEqual([
      "Finding the capacity in a pilot with 3 combinations of settings (step 1 of 2: narrowing down)",
      "Trying 3 combinations of settings (step 1 of 2: narrowing down)",
    ]);
    const second = "(step 2 of 2: finding the cheapest settings)";
    expect(phases).toContain(`Simulating 2 replications of 80 pull requests ${second}`);
    expect(phases.at(-1)).toContain(second);
  });

  it("names the queue of a plan that it is at, and after an interrupt, too", async () => {
    writeStack(directory, { [QUEUE_ID]: { concurrency: 6 } });
    const queues = [makeQueueWorkload({ queue: QUEUE_ID })];
    const workload = { format: "mergequeue-workload", version: 1, queues };
    writeFileSync(join(directory, "workload.json"), JSON.stringify(workload));
    await call(["plan", "--out", "plan.json"]);
    const { error } = await run(["review", "plan.json", "--foresight", "workload.json"], {
      workingDirectory: directory,
      catchStop: () => Promise.resolve("SIGINT"),
    }).endsWith(130);
    const where = `while finding the capacity in a pilot \\(queue 1 of 1: ${QUEUE_ID}\\), at \\d+ %`;
    expect(error).toMatch(new RegExp(`^Error: Interrupted ${where}\\. There is no result yet\\.\n$`));
  });
});
