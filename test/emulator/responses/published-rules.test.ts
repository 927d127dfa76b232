import { createWorld, type World } from "../service-fixtures";

/** States of pull requests as the service shows them. */
function show(world: World, ...numbers: readonly number[]): string {
  return numbers
    .map((number) => {
      const answer = world.ask("getSubmittedPullRequest", { pr: { number } }) as { readonly state: string };
      return answer.state;
    })
    .join(" ");
}

function submit(world: World, ...numbers: readonly number[]): void {
  for (const number of numbers) {
    world.ask("setImpactedTargets", { pr: { number }, impactedTargets: ["a"] });
    world.ask("submitPullRequest", { pr: { number } });
  }
}

function readTest(world: World, number: number): { readonly [name: string]: unknown } {
  const testRunId = world.find(number).testRunId ?? "";
  return world.ask("getMergeQueueTestingDetails", { testRunId }) as { readonly [name: string]: unknown };
}

const PARALLEL = { mode: "parallel", concurrency: 4 };

describe("rules of the queue as published in autumn 2026, over HTTP", () => {
  test("what would contain a failure that is not decided does not start", () => {
    const world = createWorld();
    world.ask("updateQueue", PARALLEL);
    submit(world, 1, 2);
    world.report(2, "ci/test", "failure");
    submit(world, 3);
    expect(show(world, 1, 2, 3)).toBe("testing pending_failure pending");
    world.report(1, "ci/test", "success");
    expect(show(world, 1, 2, 3)).toBe("merged failed testing");
  });

  test.each([
    ["levels", "failed testing testing"],
    ["pull_requests", "pending_failure tests_passed testing"],
  ] as const)("pendingFailureDepth counts %s, by option", (pendingFailureDepthCounts, states) => {
    const world = createWorld({ pendingFailureDepthCounts });
    world.ask("updateQueue", { ...PARALLEL, pendingFailureDepth: 1 });
    submit(world, 1, 2, 3);
    world.report(2, "ci/test", "success");
    world.report(1, "ci/test", "failure");
    expect(show(world, 1, 2, 3)).toBe(states);
  });

  test("the second half of a failed batch is tested on top of the first", () => {
    const world = createWorld();
    world.ask("updateQueue", { ...PARALLEL, batch: true, batchingMinSize: 2, bisectionConcurrency: 2 });
    submit(world, 1, 2);
    world.report(1, "ci/test", "failure");
    world.report(2, "ci/test", "failure");
    expect(show(world, 1, 2)).toBe("testing pending_failure");
    world.report(1, "ci/test", "success");
    expect(show(world, 1, 2)).toBe("pending failed");
  });

  test.each([
    [{}, ["any status"], "testing", "in_progress"],
    [{ withoutRequiredStatuses: "pass" }, [], "merged", "succeeded"],
    [{ withoutRequiredStatuses: "fail" }, [], "failed", "failed"],
    [{ answers: "live" }, [], "failed", "failed"],
  ] as const)(
    "without required statuses and with %j a test run shows %j",
    (options, shown, state, status) => {
      const world = createWorld({ ...options, inheritedStatuses: [] });
      world.ask("updateQueue", { deleteRequiredStatuses: true });
      world.ask("submitPullRequest", { pr: { number: 1 } });
      expect(readTest(world, 1)).toMatchObject({ requiredStatuses: shown, status });
      expect(show(world, 1)).toBe(state);
      expect(world.ask("getQueue")).toMatchObject({ requiredStatuses: "answers" in options ? null : [] });
    },
  );

  test("the status of any name is the one that was reported first", () => {
    const world = createWorld({ inheritedStatuses: [] });
    world.ask("updateQueue", { deleteRequiredStatuses: true });
    world.ask("submitPullRequest", { pr: { number: 1 } });
    world.report(1, "lint", "success");
    expect(readTest(world, 1)).toMatchObject({ requiredStatuses: ["lint"], status: "succeeded" });
  });
});
