import type { TestRunResponse } from "../../../src/emulator/responses/test-run-response";
import { MAIN } from "../../engine/engine-fixtures";
import { createWorld, type World } from "../service-fixtures";

interface Shown {
  readonly enqueuedPullRequests: readonly { readonly prNumber: number; readonly state: string }[];
}

describe("enqueuedPullRequests", () => {
  test("show every field of the interface", () => {
    const world = createWorld();
    world.ask("updateQueue", { state: "paused" });
    const host = { title: "Add a lock", sha: "0a1b", author: "ada", headBranch: "lock", baseBranch: "main" };
    world.declare({ number: 7, ...host, skipTheLine: true });
    world.ask("submitPullRequest", { pr: { number: 7 }, noBatch: true });
    const { enqueuedPullRequests } = world.ask("getQueue") as Shown;
    expect(enqueuedPullRequests).toEqual([
      {
        id: world.find(7).id,
        state: "pending",
        stateChangedAt: "2026-01-02T03:04:05.000Z",
        priorityValue: 0,
        priorityName: "urgent",
        skipTheLine: true,
        prNumber: 7,
        prTitle: "Add a lock",
        prSha: "0a1b",
        prBaseBranch: "main",
        prAuthor: "ada",
        noBatch: true,
      },
    ]);
  });

  test.each([
    ["interface", [7, 9], 400],
    ["live", [7], 200],
  ] as const)(
    "answers %j: contain those that are not ready, or leave them to the list, and a queue with only those is deleted",
    (answers, shown, deleted) => {
      const world = createWorld({ answers, inheritedStatuses: ["ci/test"] });
      world.ask("submitPullRequest", { pr: { number: 7 } });
      world.declare({ number: 9, mergeability: "not_mergeable" });
      world.ask("submitPullRequest", { pr: { number: 9 } });
      const { enqueuedPullRequests } = world.ask("getQueue") as Shown;
      expect(enqueuedPullRequests.map(({ prNumber }) => prNumber)).toEqual(shown);
      expect(world.ask("listPullRequests", { state: "not_ready" })).toMatchObject({
        pullRequests: [{ prNumber: 9, state: "not_ready" }],
      });
      expect(world.post("deleteQueue", MAIN).text).toContain("#7");
      world.ask("cancelPullRequest", { pr: { number: 7 } });
      expect(world.post("deleteQueue", MAIN).status).toBe(deleted);
    },
  );

  test("name their latest test run, unless an option hides it", () => {
    const readIds = (world: World): unknown[] => {
      world.ask("submitPullRequest", { pr: { number: 1 } });
      const { enqueuedPullRequests } = world.ask("getQueue") as Shown;
      const one = world.ask("getSubmittedPullRequest", { pr: { number: 1 } });
      return [...enqueuedPullRequests, one].map((item) => (item as { testRunId?: string }).testRunId);
    };
    const [shown, hidden] = [createWorld(), createWorld({ testRunIds: "hide" })];
    const ids = readIds(shown);
    expect(ids).toEqual([shown.find(1).testRunId, shown.find(1).testRunId]);
    expect(readIds(hidden)).toEqual([undefined, undefined]);
    expect([ids[0], hidden.find(1).testRunId]).not.toContain(undefined);
  });
});

const MINUTE_MS = 60_000;
const STARTED = "2026-01-02T03:04:05.000Z";

/** Reads the latest run of a pull request. */
function read(world: World, number: number): TestRunResponse {
  const testRunId = world.find(number).testRunId ?? "";
  return world.ask("getMergeQueueTestingDetails", { testRunId }) as TestRunResponse;
}

/** A world with required statuses, and with pull requests on top of each other if there are several slots. */
function createTestingWorld(settings: object, numbers: readonly number[]): World {
  const world = createWorld();
  world.ask("updateQueue", { requiredStatuses: ["ci/build", "ci/test"], ...settings });
  for (const number of numbers) {
    world.ask("setImpactedTargets", { pr: { number }, impactedTargets: ["web", `only-${number}`] });
    world.ask("submitPullRequest", { pr: { number } });
  }
  return world;
}

describe("getMergeQueueTestingDetails", () => {
  test("shows a run in progress: reported checks and awaited required ones", () => {
    const world = createTestingWorld({}, [1]);
    world.advance(MINUTE_MS);
    world.report(1, "lint", "failure");
    world.report(1, "ci/test", "success");
    const completedAt = "2026-01-02T03:05:05.000Z";
    expect(read(world, 1)).toEqual({
      requiredStatuses: ["ci/build", "ci/test"],
      requiredStatusesSource: "merge_instance",
      testBranch: expect.any(String) as string,
      testBranchSha: expect.stringMatching(/^[0-9a-f]{40}$/) as string,
      createdAt: STARTED,
      status: "in_progress",
      checkSuites: [
        {
          name: "checks",
          checkRuns: [
            { name: "lint", status: "completed", conclusion: "failure", completedAt, isRequired: false },
            { name: "ci/test", status: "completed", conclusion: "success", completedAt, isRequired: true },
            { name: "ci/build", status: "in_progress", isRequired: true },
          ],
        },
      ],
      testRunId: world.find(1).testRunId,
      isBisection: false,
      pullRequests: [{ id: world.find(1).id, prNumber: 1, prTitle: "Pull request 1", state: "testing" }],
      impactedTargets: ["only-1", "web"],
      isTimedOut: false,
    });
  });

  test("names the failed status and no longer awaits others", () => {
    const world = createTestingWorld({}, [1]);
    world.report(1, "ci/test", "timed_out");
    const run = read(world, 1);
    expect(run).toMatchObject({
      status: "failed",
      failedStatus: "ci/test",
      isTimedOut: false,
      concludedAt: STARTED,
    });
    expect(run.checkSuites.flatMap(({ checkRuns }) => checkRuns.map(({ name }) => name))).toEqual([
      "ci/test",
    ]);
    expect(run).not.toHaveProperty("waitingOn");
  });

  test("reports a timeout and its time", () => {
    const world = createTestingWorld({ testingTimeoutMinutes: 10 }, [1]);
    world.advance(10 * MINUTE_MS);
    const run = read(world, 1);
    expect(run).toMatchObject({
      status: "failed",
      isTimedOut: true,
      concludedAt: "2026-01-02T03:14:05.000Z",
    });
    expect(run).not.toHaveProperty("failedStatus");
  });

  test("shows what a passed run waits for until it has merged", () => {
    const world = createTestingWorld({ mode: "parallel", concurrency: 3 }, [1, 2, 3]);
    for (const name of ["ci/build", "ci/test"]) world.report(3, name, "success");
    const waiting = read(world, 3);
    expect(waiting.status).toBe("succeeded");
    expect(waiting.pullRequests.map(({ state }) => state)).toEqual(["tests_passed"]);
    expect(waiting.waitingOn?.map(({ prNumber, state }) => [prNumber, state])).toEqual([
      [1, "testing"],
      [2, "testing"],
    ]);
    for (const name of ["ci/build", "ci/test"]) world.report(1, name, "success");
    expect(read(world, 3).waitingOn?.map(({ prNumber }) => prNumber)).toEqual([2]);
    for (const name of ["ci/build", "ci/test"]) world.report(2, name, "success");
    expect(read(world, 3).waitingOn).toEqual([]);
    expect(world.find(3).state).toBe("merged");
  });

  test("shows what a pull request waits for that passed because of a pass on top of it", () => {
    const settings = { mode: "parallel", concurrency: 3, canOptimisticallyMerge: true };
    const world = createTestingWorld({ ...settings, state: "running" }, [1, 2]);
    world.ask("updateQueue", { state: "paused" });
    for (const name of ["ci/build", "ci/test"]) world.report(2, name, "success");
    expect(world.find(1).state).toBe("tests_passed");
    const run = read(world, 1);
    expect(run.waitingOn).toEqual([]);
    expect(run.pullRequests.map(({ state }) => state)).toEqual(["tests_passed"]);
    expect(read(world, 2).waitingOn?.map(({ prNumber }) => prNumber)).toEqual([1]);
  });

  test("shows all pull requests of a batch, and the union of their targets", () => {
    const world = createTestingWorld({ mode: "parallel", batch: true, batchingMinSize: 2 }, [1, 2]);
    const run = read(world, 2);
    expect(run.pullRequests.map(({ prNumber }) => prNumber)).toEqual([1, 2]);
    expect(run.impactedTargets).toEqual(["only-1", "only-2", "web"]);
    world.ask("setImpactedTargets", { pr: { number: 2 }, impactedTargets: "ALL" });
    expect(read(world, 2).impactedTargets).toBe("ALL");
  });

  test("does not show targets until each of its pull requests has reported some", () => {
    const world = createWorld();
    world.ask("submitPullRequest", { pr: { number: 1 } });
    expect(read(world, 1)).not.toHaveProperty("impactedTargets");
  });
});
