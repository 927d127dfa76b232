import fc from "fast-check";
import { planChecks } from "../../../src/emulator/auto/plan-checks";
import { type AutoOptions, resolveAutoOptions } from "../../../src/emulator/auto-options";
import { makeSha } from "../../../src/engine/draft/engine-draft";
import type { Queue } from "../../../src/engine/engine-state";
import type { QueueSettings } from "../../../src/queue/settings";
import { MAIN } from "../../engine/engine-fixtures";
import { catchError } from "../../support/catch-error";
import { createKeeper } from "../clock/create-keeper";

const AUTO = { durationSeconds: 60, failureRate: 0.3 } as const;
const NUMBERS = Array.from({ length: 40 }, (_, index) => index + 1);
const RUN = { id: "run-1", createdAtMs: 1_000, requiredStatuses: ["ci/build", "ci/test"] };

/** Tells whether a run of these commits fails. */
function isFailed(commits: readonly string[], auto: AutoOptions, run = RUN): boolean {
  return planChecks(run, commits, resolveAutoOptions(auto)).some(
    ({ conclusion }) => conclusion === "failure",
  );
}

/** Lets 40 pull requests, of which some are broken, go through a queue, and returns the queue. */
function playOut(settings: QueueSettings, auto: AutoOptions = AUTO): Queue {
  const keeper = createKeeper({ auto, options: { requiresImpactedTargets: "never" } });
  const { engine } = keeper;
  engine.apply({ type: "updateQueue", identity: MAIN, settings });
  for (const number of NUMBERS) engine.apply({ type: "submitPullRequest", identity: MAIN, number });
  expect(keeper.runUntilIdle().isIdle).toBe(true);
  const queue = engine.tryFindQueue(MAIN);
  if (queue === undefined) throw new Error("The queue is gone.");
  return queue;
}

/** Numbers of the pull requests whose commit is broken. */
function listBroken({ submissions }: Queue): number[] {
  return [...submissions.values()]
    .filter(({ number, pullRequest: { sha } }) => isFailed([`${number} ${sha}`], AUTO))
    .map(({ number }) => number);
}

function listFailed({ submissions }: Queue): number[] {
  return [...submissions.values()].filter(({ state }) => state === "failed").map(({ number }) => number);
}

describe("automatic checks", () => {
  test("exactly the broken changes fail, in batches without redundant tests as well", () => {
    const queue = playOut({
      mode: "parallel",
      concurrency: 3,
      batch: true,
      batchingMinSize: 4,
      bisectionConcurrency: 3,
      canOptimisticallyMerge: true,
      optimizationMode: "bisection_skip_redundant_tests",
    });
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
});

describe("planChecks", () => {
  test("required statuses conclude one after another, the last one at the end of the run; without any, one does", () => {
    const plan = (failureRate: number, run = RUN) =>
      planChecks(run, ["7 abc"], resolveAutoOptions({ durationSeconds: 20, failureRate }));
    expect(plan(0)).toEqual([
      { name: "ci/build", atMs: 11_000, conclusion: "success" },
      { name: "ci/test", atMs: 21_000, conclusion: "success" },
    ]);
    const only = { name: "ci", atMs: 21_000, conclusion: "failure" };
    expect(plan(1, { ...RUN, requiredStatuses: [] })).toEqual([only]);
  });

  test("a run takes at least the minimum and at most the maximum duration", () => {
    const options = resolveAutoOptions({ durationSeconds: [5, 20] });
    fc.assert(
      fc.property(fc.uuid(), (id) => {
        const atMs = planChecks({ ...RUN, id }, [], options).at(-1)?.atMs;
        expect(atMs).toBeGreaterThanOrEqual(6_000);
        expect(atMs).toBeLessThanOrEqual(21_000);
      }),
    );
  });

  test("the same seed gives the same results, and another seed gives different ones", () => {
    const plan = (seed: number): unknown =>
      Array.from({ length: 50 }, (_, n) =>
        planChecks({ ...RUN, id: `run-${n}` }, [`${n} sha`], resolveAutoOptions({ seed, failureRate: 0.5 })),
      );
    expect(plan(1)).toEqual(plan(1));
    expect(plan(1)).not.toEqual(plan(2));
  });

  test("a failing commit fails in every run, alone or in a batch, so that a bisection finds it", () => {
    const fails = (id: string, commits: readonly string[]) =>
      isFailed(commits, { failureRate: 0.3 }, { ...RUN, id });
    fc.assert(
      fc.property(fc.array(fc.string(), { maxLength: 6 }), fc.uuid(), fc.uuid(), (commits, id, other) => {
        expect(fails(id, commits)).toBe(commits.some((commit) => fails(other, [commit])));
      }),
    );
  });

  test("the failure rate is the fraction of commits that fail", () => {
    const commits = Array.from({ length: 4_000 }, (_, n) => `${n} sha`);
    const failed = commits.filter((commit) => isFailed([commit], { failureRate: 0.25, seed: "share" }));
    // Always the same number: the seed decides.
    expect(failed.length).toBeGreaterThan(900);
    expect(failed.length).toBeLessThan(1_100);
  });
});

describe("resolveAutoOptions", () => {
  test("by default the pull requests in the documentation's examples pass, and a later one fails", () => {
    const failing = NUMBERS.slice(0, 20).filter((number) =>
      isFailed([`${number} ${makeSha(`github.com/acme/web#${number}`)}`], {}),
    );
    expect(failing).toEqual([12, 14]);
  });

  test.each([
    [{ durationSeconds: -1 }, "durationSeconds"],
    [{ durationSeconds: Number.NaN }, "durationSeconds"],
    [{ durationSeconds: [20, 5] as const }, "durationSeconds"],
    [{ durationSeconds: [0, 40_000_000] as const }, "durationSeconds"],
    [{ failureRate: 1.1 }, "failureRate"],
    [{ failureRate: -0.1 }, "failureRate"],
    [{ failureRate: Number.NaN }, "failureRate"],
  ])("refuses %j", (options, field) => {
    const refusal = { code: "invalid_configuration", details: { field } };
    expect(catchError(() => resolveAutoOptions(options))).toMatchObject(refusal);
  });
});
