import { resolveAutoOptions } from "../../../src/emulator/auto/auto-options";
import { AutomaticEvents } from "../../../src/emulator/auto/automatic-events";
import { planChecks } from "../../../src/emulator/auto/plan-checks";
import { ServiceClock } from "../../../src/emulator/clock/service-clock";
import { TimeKeeper } from "../../../src/emulator/clock/time-keeper";
import { DEFAULT_ENGINE_OPTIONS, type EngineOptions } from "../../../src/emulator/engine/engine-options";
import type { Queue } from "../../../src/emulator/engine/engine-state";
import { QueueEngine } from "../../../src/emulator/engine/queue-engine";
import type { QueueSettings } from "../../../src/queue/settings";
import { MAIN, NOW_MS } from "../engine/engine-fixtures";

const AUTO = { durationSeconds: 60, failureRate: 0.3 } as const;
const NUMBERS = Array.from({ length: 40 }, (_, index) => index + 1);

/** Lets 40 pull requests, of which some are broken, go through a queue, and returns the queue. */
function playOut(settings: QueueSettings, auto: Parameters<typeof resolveAutoOptions>[0] = AUTO): Queue {
  const options: EngineOptions = { ...DEFAULT_ENGINE_OPTIONS, requiresImpactedTargets: "never" };
  const clock = new ServiceClock(
    () => NOW_MS,
    { mode: "manual", nowMs: NOW_MS },
    () => undefined,
  );
  const keeper = new TimeKeeper(
    clock,
    (now) => new QueueEngine(options, { now, seed: "seed" }),
    new AutomaticEvents(resolveAutoOptions(auto), options),
  );
  const { engine } = keeper;
  engine.apply({ type: "createQueue", identity: MAIN, settings: {} });
  engine.apply({ type: "updateQueue", identity: MAIN, settings, deletesRequiredStatuses: false });
  for (const number of NUMBERS) {
    engine.apply({
      type: "submitPullRequest",
      identity: MAIN,
      number,
      priority: undefined,
      noBatch: false,
    });
  }
  expect(keeper.runUntilIdle().isIdle).toBe(true);
  const queue = engine.tryFindQueue(MAIN);
  if (queue === undefined) throw new Error("The queue is gone.");
  return queue;
}

/** Numbers of the pull requests whose commit is broken. */
function listBroken({ submissions }: Queue): number[] {
  const auto = resolveAutoOptions(AUTO);
  const run = { id: "", createdAtMs: 0, requiredStatuses: ["ci"] };
  return [...submissions.values()]
    .filter(({ number, pullRequest: { sha } }) =>
      planChecks(run, [`${number} ${sha}`], auto).some(({ conclusion }) => conclusion === "failure"),
    )
    .map(({ number }) => number);
}

function listFailed({ submissions }: Queue): number[] {
  return [...submissions.values()].filter(({ state }) => state === "failed").map(({ number }) => number);
}

describe("automatic checks", () => {
  test.each<[string, QueueSettings]>([
    ["one at a time", {}],
    ["in one line", { mode: "parallel", concurrency: 5 }],
    ["with optimistic merging", { mode: "parallel", concurrency: 5, canOptimisticallyMerge: true }],
    ["when failures wait", { mode: "parallel", concurrency: 5, pendingFailureDepth: 3 }],
    ["in batches", { mode: "parallel", concurrency: 3, batch: true, batchingMinSize: 4 }],
    [
      "in batches without redundant tests",
      {
        mode: "parallel",
        concurrency: 3,
        batch: true,
        batchingMinSize: 4,
        bisectionConcurrency: 3,
        canOptimisticallyMerge: true,
        optimizationMode: "bisection_skip_redundant_tests",
      },
    ],
  ])("%s, exactly the broken changes fail", (_, settings) => {
    const queue = playOut(settings);
    expect(listBroken(queue).length).toBeGreaterThan(5);
    expect(listFailed(queue)).toEqual(listBroken(queue));
    expect(queue.totals.merged).toBe(NUMBERS.length - listBroken(queue).length);
  });

  test("what is tested on top of a broken change fails as well", () => {
    const queue = playOut({ mode: "parallel", concurrency: 5 });
    const broken = new Set(listBroken(queue));
    for (const run of queue.testRuns.values()) {
      if (run.status === "cancelled") continue;
      // Each pull request was submitted once, so its sequence is its number.
      const isBroken = [...run.beneath, ...run.sequences].some((sequence) => broken.has(sequence));
      expect(run.status).toBe(isBroken ? "failed" : "succeeded");
    }
  });

  test("tests that end at the same moment cause no test without length", () => {
    const queue = playOut({ mode: "parallel", concurrency: 5, testingTimeoutMinutes: 60 });
    const runs = [...queue.testRuns.values()];
    expect(runs.length).toBeGreaterThan(NUMBERS.length);
    expect(runs.filter(({ createdAtMs, concludedAtMs }) => createdAtMs === concludedAtMs)).toEqual([]);
    // All last a minute, so whatever is tested together ends together.
    expect(runs.filter(({ status }) => status === "cancelled")).toEqual([]);
  });

  test("runs that time out at that moment end with them", () => {
    const queue = playOut(
      { mode: "parallel", concurrency: 5, testingTimeoutMinutes: 1 },
      { durationSeconds: [30, 90], failureRate: 0 },
    );
    const runs = [...queue.testRuns.values()];
    expect(runs.filter(({ createdAtMs, concludedAtMs }) => createdAtMs === concludedAtMs)).toEqual([]);
  });
});
