import type { ListMergeQueueTestingResultsResponse } from "../../../src/wire/first/list-merge-queue-testing-results";
import { MAIN } from "../../engine/engine-fixtures";
import { createWorld, type World } from "../service-fixtures";

const MINUTE_MS = 60_000;
/** The first moment of every world: 03:04:05. */
const START = "2026-01-02T03:04:05.000Z";

function list(world: World, body: object = {}): ListMergeQueueTestingResultsResponse {
  return world.ask("listMergeQueueTestingResults", { since: START, ...body }) as never;
}

/** What a list says of each test, in a line: number, outcome, bisection, conclusion, end and minutes. */
function summarize(world: World, body: object = {}): string[] {
  return list(world, body).testingResults.map(
    ({ prNumber, outcome, bisection, cycleConclusion, endedAt = "", testingDurationMs = -1 }) =>
      [
        `#${prNumber}`,
        ...[outcome, bisection, cycleConclusion].map((word) => word ?? "-"),
        `${endedAt.slice(11, 16)} ${Math.floor(testingDurationMs / MINUTE_MS)}`,
      ].join(" "),
  );
}

test("has one result for each test of each pull request, newest first, with all fields", () => {
  const world = createWorld();
  for (const number of [1, 2]) world.ask("submitPullRequest", { pr: { number } });
  expect(list(world)).toEqual({ testingResults: [], totalItems: 0 });
  world.advance(10 * MINUTE_MS + 1_500);
  world.report(1, "ci/test", "success");
  world.advance(5 * MINUTE_MS);
  world.ask("restartTestsOnPullRequest", { pr: { number: 2 } });
  world.advance(MINUTE_MS);
  world.ask("cancelPullRequest", { pr: { number: 2 } });
  world.ask("submitPullRequest", { pr: { number: 2 } });
  world.advance(MINUTE_MS);
  world.report(2, "ci/test", "failure");
  expect(summarize(world)).toEqual([
    "#2 failed - failed 03:21 1",
    "#2 cancelled - cancelled 03:20 1",
    "#2 interrupted - cancelled 03:19 5",
    "#1 passed - merged 03:14 10",
  ]);
  expect(list(world).testingResults.at(-1)).toEqual({
    prNumber: 1,
    endedAt: "2026-01-02T03:14:06.500Z",
    // Whole seconds.
    testingDurationMs: 601_000,
    outcome: "passed",
    cycleConclusion: "merged",
    testRunId: world.find(1).testRunId,
  });
});

test("tells which failure split a batch, and which tests are parts of it", () => {
  const world = createWorld();
  world.ask("updateQueue", { batch: true, batchingMinSize: 3, bisectionConcurrency: 2 });
  for (const number of [1, 2, 3]) world.ask("submitPullRequest", { pr: { number } });
  world.advance(MINUTE_MS);
  world.report(1, "ci/test", "failure");
  world.advance(MINUTE_MS);
  world.report(1, "ci/test", "failure");
  const [first, second] = [summarize(world), list(world, { take: 2, offset: 1 })];
  expect(first).toEqual([
    "#1 failed entered_bisection - 03:06 1",
    "#2 failed entered_bisection - 03:06 1",
    "#1 failed entered_bisection - 03:05 1",
    "#2 failed entered_bisection - 03:05 1",
    "#3 failed entered_bisection - 03:05 1",
  ]);
  expect(second.testingResults.map(({ prNumber }) => prNumber)).toEqual([2, 1]);
  expect(second.totalItems).toBe(5);
  world.advance(MINUTE_MS);
  world.report(3, "ci/test", "success");
  expect(summarize(world)[0]).toBe("#3 passed in_bisection - 03:07 2");
});

test("does not say how a test ended that was cut short by a pass of what contains it", () => {
  const world = createWorld({ requiresImpactedTargets: "never" });
  world.ask("updateQueue", { mode: "parallel", concurrency: 2, canOptimisticallyMerge: true });
  for (const number of [1, 2]) world.ask("submitPullRequest", { pr: { number } });
  world.advance(MINUTE_MS);
  world.report(2, "ci/test", "success");
  expect(summarize(world).sort()).toEqual(["#1 - - merged 03:05 1", "#2 passed - merged 03:05 1"]);
});

test("takes at most 45 days, both ends included, until now by default", () => {
  const world = createWorld();
  world.ask("submitPullRequest", { pr: { number: 1 } });
  world.advance(MINUTE_MS);
  world.report(1, "ci/test", "success");
  expect(list(world, { since: "2026-01-02T03:05:05Z", until: "2026-01-02T03:05:05Z" }).totalItems).toBe(1);
  expect(list(world, { since: "2026-01-02T03:05:05.001Z" }).totalItems).toBe(0);
  expect(list(world, { until: "2026-01-02T03:05:04.999Z" }).totalItems).toBe(0);
  const post = (body: object) => world.post("listMergeQueueTestingResults", { ...MAIN, ...body });
  expect(post({ since: "2025-11-18T03:05:05Z" }).status).toBe(200);
  const { status, text } = post({ since: "2025-11-18T03:05:04Z" });
  expect([status, text]).toEqual([400, "since: Must be at most 45 days before until."]);
});
