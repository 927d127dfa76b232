import { createWorld } from "../service-fixtures";

interface Shown {
  readonly enqueuedPullRequests: readonly { readonly prNumber: number; readonly state: string }[];
}

describe("enqueuedPullRequests", () => {
  test("show every field of the interface", () => {
    const world = createWorld();
    world.ask("updateQueue", { state: "paused" });
    world.declare({
      number: 7,
      title: "Add a lock",
      sha: "0a1b",
      author: "ada",
      headBranch: "lock",
      baseBranch: "main",
      skipTheLine: true,
    });
    world.ask("submitPullRequest", { pr: { number: 7 }, noBatch: true });
    const { enqueuedPullRequests } = world.ask("getQueue") as Shown;
    expect(enqueuedPullRequests).toEqual([
      {
        id: world.find(7).id,
        state: "pending",
        stateChangedAt: "2026-01-02T03:04:05.000Z",
        priorityValue: 100,
        priorityName: "medium",
        usedDefaultPriorityName: "medium",
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

  test("do not have usedDefaultPriorityName if the submission named a priority", () => {
    const world = createWorld();
    world.ask("submitPullRequest", { pr: { number: 1 }, priority: 100 });
    const { enqueuedPullRequests } = world.ask("getQueue") as Shown;
    expect(enqueuedPullRequests[0]).not.toHaveProperty("usedDefaultPriorityName");
    expect(enqueuedPullRequests[0]).toMatchObject({ priorityValue: 100, priorityName: "medium" });
  });

  test("are ordered by line, then skip-the-line, then priority, then submission", () => {
    const world = createWorld();
    world.ask("submitPullRequest", { pr: { number: 1 }, priority: "low" });
    world.ask("submitPullRequest", { pr: { number: 2 } });
    world.ask("submitPullRequest", { pr: { number: 3 }, priority: "high" });
    world.ask("submitPullRequest", { pr: { number: 4 } });
    const { enqueuedPullRequests } = world.ask("getQueue") as Shown;
    expect(enqueuedPullRequests.map(({ prNumber, state }) => [prNumber, state])).toEqual([
      [1, "testing"],
      [3, "pending"],
      [2, "pending"],
      [4, "pending"],
    ]);
  });

  test("name their latest test run, unless an option hides it", () => {
    const shown = createWorld();
    shown.ask("submitPullRequest", { pr: { number: 1 } });
    expect((shown.ask("getQueue") as Shown).enqueuedPullRequests[0]).toMatchObject({
      testRunId: shown.find(1).testRunId,
    });
    const hidden = createWorld({ testRunIds: "hide" });
    hidden.ask("submitPullRequest", { pr: { number: 1 } });
    expect(hidden.find(1).testRunId).toBeDefined();
    for (const item of [
      (hidden.ask("getQueue") as Shown).enqueuedPullRequests[0],
      hidden.ask("getSubmittedPullRequest", { pr: { number: 1 } }),
    ]) {
      expect(item).not.toHaveProperty("testRunId");
    }
  });

  test("do not contain merged pull requests", () => {
    const world = createWorld();
    world.ask("submitPullRequest", { pr: { number: 1 } });
    world.report(1, "ci/test", "success");
    expect((world.ask("getQueue") as Shown).enqueuedPullRequests).toEqual([]);
  });
});
