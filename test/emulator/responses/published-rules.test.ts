import { createWorld, type World } from "../service-fixtures";

function readTest(world: World, number: number): { readonly [name: string]: unknown } {
  const testRunId = world.find(number).testRunId ?? "";
  return world.ask("getMergeQueueTestingDetails", { testRunId }) as { readonly [name: string]: unknown };
}

describe("rules of the queue as published in autumn 2026, over HTTP", () => {
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
      expect(world.find(1).state).toBe(state);
      expect(world.ask("getQueue")).toMatchObject({ requiredStatuses: "answers" in options ? null : [] });
      if (status !== "in_progress") return;
      // The status of any name is the one that was reported first.
      world.report(1, "lint", "success");
      expect(readTest(world, 1)).toMatchObject({ requiredStatuses: ["lint"], status: "succeeded" });
    },
  );
});
