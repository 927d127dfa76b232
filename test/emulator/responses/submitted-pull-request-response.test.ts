import { OPERATIONS } from "../../../src/wire/first/operations";
import { MAIN } from "../../engine/engine-fixtures";
import { createWorld, type World } from "../service-fixtures";

const HOUR_MS = 3_600_000;

/** Asks for a pull request of {@link MAIN}. */
const ask = (world: World, pr: object) => world.post("getSubmittedPullRequest", { ...MAIN, pr });

/** Submits a pull request from a branch. */
function submit(world: World, number: number, headBranch: string): void {
  world.declare({ number, headBranch, isOpen: true });
  world.ask("submitPullRequest", { pr: { number } });
}

/** Returns the number of the pull request of a branch; undefined: there is none. */
function resolve(world: World, branch: string): number | undefined {
  const { status, json } = ask(world, { branch });
  return status === 404 ? undefined : (json as { prNumber: number }).prNumber;
}

describe("getSubmittedPullRequest", () => {
  test("shows every field of the interface, without noBatch", () => {
    const world = createWorld();
    world.declare({ number: 7, title: "Add a lock", sha: "0a1b", author: "ada", forceEnqueued: true });
    world.ask("submitPullRequest", { pr: { number: 7 }, priority: 3, noBatch: true });
    expect(world.ask("getSubmittedPullRequest", { pr: { number: 7 } })).toEqual({
      id: world.find(7).id,
      state: "testing",
      stateChangedAt: "2026-01-02T03:04:05.000Z",
      priorityValue: 3,
      priorityName: "3",
      skipTheLine: false,
      prNumber: 7,
      prTitle: "Add a lock",
      prSha: "0a1b",
      prBaseBranch: "main",
      prAuthor: "ada",
      testRunId: world.find(7).testRunId,
      forceEnqueued: true,
      isCurrentlySubmittedToQueue: true,
      readiness: {
        hasImpactedTargets: false,
        requiresImpactedTargets: false,
        doesBaseBranchMatch: true,
        hostMergeability: "mergeable",
      },
    });
  });

  test("shows the readiness of a pull request that has left as the code host sees it now", () => {
    const world = createWorld();
    world.ask("submitPullRequest", { pr: { number: 1 } });
    world.ask("cancelPullRequest", { pr: { number: 1 } });
    world.declare({ number: 1, mergeability: "not_mergeable" });
    expect(world.ask("getSubmittedPullRequest", { pr: { number: 1 } })).toMatchObject({
      readiness: { hostMergeability: "not_mergeable" },
    });
  });

  test("refuses a pull request that was never submitted, even if the code host knows it", () => {
    const world = createWorld();
    world.declare({ number: 1, headBranch: "topic" });
    const { status, text } = ask(world, { number: 1 });
    const refusal = "Pull request #1 was never submitted to the queue github.com/acme/web/main.";
    expect([status, text]).toEqual([404, refusal]);
    expect(resolve(world, "topic")).toBeUndefined();
  });
});

describe("getSubmittedPullRequest by branch", () => {
  test("counts a pull request that failed or was cancelled in the queue as open", () => {
    const world = createWorld();
    submit(world, 1, "topic");
    world.report(1, "ci/test", "failure");
    submit(world, 2, "topic");
    world.report(2, "ci/test", "success");
    expect([world.find(1).state, world.find(2).state]).toEqual(["failed", "merged"]);
    expect(resolve(world, "topic")).toBe(1);
  });

  test("returns the one that was submitted last if the closing times are equal", () => {
    const world = createWorld();
    submit(world, 2, "topic");
    submit(world, 1, "topic");
    expect(resolve(world, "topic")).toBe(1);
    world.declare({ number: 1, isOpen: false });
    world.declare({ number: 2, isOpen: false });
    expect(resolve(world, "topic")).toBe(1);
  });

  test("returns a pull request that was closed long after it had left the queue", () => {
    const world = createWorld();
    submit(world, 1, "topic");
    world.ask("cancelPullRequest", { pr: { number: 1 } });
    submit(world, 2, "topic");
    world.report(2, "ci/test", "success");
    world.advance(HOUR_MS);
    world.declare({ number: 1, isOpen: false });
    expect(resolve(world, "topic")).toBe(1);
  });

  test("returns the latest submission for its own branch only", () => {
    const world = createWorld();
    submit(world, 1, "topic");
    world.ask("cancelPullRequest", { pr: { number: 1 } });
    submit(world, 1, "topic-2");
    expect([resolve(world, "topic"), resolve(world, "topic-2")]).toEqual([undefined, 1]);
    expect(world.ask("getSubmittedPullRequest", { pr: { branch: "topic-2" } })).toMatchObject({
      state: "testing",
    });
  });

  test("ignores pull requests of other queues and other branches", () => {
    const world = createWorld();
    const other = { targetBranch: "develop" };
    world.ask("createQueue", other);
    world.declare({ number: 1, headBranch: "topic" });
    world.ask("submitPullRequest", { ...other, pr: { number: 1 } });
    expect(resolve(world, "topic")).toBeUndefined();
    submit(world, 2, "topics");
    expect(resolve(world, "topic")).toBeUndefined();
    expect(resolve(world, "Topics")).toBeUndefined();
  });
});

describe("getSubmittedPullRequests", () => {
  test.each(["interface", "live"] as const)(
    "shows each pull request once, as getSubmittedPullRequest does, and lists the others (answers: %s)",
    (answers) => {
      const world = createWorld({ answers, inheritedStatuses: ["ci/test"] });
      for (const number of [1, 2]) world.ask("submitPullRequest", { pr: { number } });
      world.ask("cancelPullRequest", { pr: { number: 2 } });
      const show = (number: number) => world.ask("getSubmittedPullRequest", { pr: { number } });
      const prs = [2, 5, "1", 2, 5].map((number) => ({ number }));
      expect(world.ask("getSubmittedPullRequests", { prs })).toEqual({
        pullRequests: [show(2), show(1)],
        notFound: [5],
      });
    },
  );
});

describe("a timeline", () => {
  /** What one says, in a line for each change, oldest first: minute, state, reason, run and causes. */
  function summarize(world: World, number = 1): string[] {
    const body = world.ask("getSubmittedPullRequest", { pr: { number }, includeTimeline: true });
    const { timeline = [] } = OPERATIONS.getSubmittedPullRequest.responseSchema.parse(body);
    const runs = new Map<string | undefined, string>([[undefined, "-"]]);
    return timeline.toReversed().map(({ timestamp = "", state, reason, testRun, failureCausingStatuses }) => {
      if (!runs.has(testRun)) runs.set(testRun, `run ${runs.size}`);
      const minute = (Date.parse(timestamp) - Date.parse("2026-01-02T03:04:05Z")) / 60_000;
      const causes = failureCausingStatuses?.join() ?? "-";
      return [minute, state, reason ?? "-", runs.get(testRun), causes].join(" ");
    });
  }

  test.each(["interface", "live"] as const)(
    "has every change of state of all submissions, with published words in lower case (answers: %s)",
    (answers) => {
      const world = createWorld({ answers, inheritedStatuses: ["ci/test"] });
      world.ask("submitPullRequest", { pr: { number: 1 } });
      world.advance(60_000);
      world.ask("restartTestsOnPullRequest", { pr: { number: 1 } });
      world.advance(60_000);
      world.report(1, "ci/test", "failure");
      world.advance(60_000);
      world.ask("submitPullRequest", { pr: { number: 1 } });
      world.advance(60_000);
      world.ask("cancelPullRequest", { pr: { number: 1 } });
      world.ask("submitPullRequest", { pr: { number: 1 } });
      world.report(1, "ci/test", "success");
      expect(summarize(world)).toEqual([
        "0 not_ready api_requested - -",
        "0 pending merge_item_now_ready - -",
        "0 testing - run 1 -",
        "1 pending tests_restarted_by_api_request - -",
        "1 testing - run 2 -",
        "2 failed test_run_required_status_failed run 2 ci/test",
        "3 not_ready api_requested - -",
        "3 pending merge_item_now_ready - -",
        "3 testing - run 3 -",
        "4 cancelled user_requested - -",
        "4 not_ready api_requested - -",
        "4 pending merge_item_now_ready - -",
        "4 testing - run 4 -",
        "4 tests_passed test_run_passed run 4 -",
        "4 merged merge_graph_merge - -",
      ]);
    },
  );

  test("is shown only if it is asked for, also for several pull requests", () => {
    const world = createWorld();
    world.ask("submitPullRequest", { pr: { number: 1 } });
    expect(world.ask("getSubmittedPullRequest", { pr: { number: 1 } })).not.toHaveProperty("timeline");
    const asked = { pr: { number: 1 }, includeTimeline: true };
    const { timeline } = world.ask("getSubmittedPullRequest", asked) as { timeline: readonly unknown[] };
    const { testRunId } = world.find(1);
    const title = "Pull request 1";
    expect(timeline[0]).toEqual({
      timestamp: "2026-01-02T03:04:05.000Z",
      state: "testing",
      testRun: {
        testRunId,
        testBranch: `merge-queue/main/${testRunId}`,
        testBranchSha: expect.stringMatching(/^[0-9a-f]{40}$/) as string,
        status: "in_progress",
        requiredStatuses: [],
        testedPullRequests: [{ prNumber: 1, prUrl: "https://github.com/acme/web/pull/1", title }],
      },
    });
    const several = world.ask("getSubmittedPullRequests", { prs: [{ number: 1 }], includeTimeline: true });
    expect(several).toMatchObject({ pullRequests: [{ timeline }] });
  });
});
