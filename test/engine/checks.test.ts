import { QueuePlay } from "./support/queue-play";

describe("required statuses", () => {
  const two = { requiredStatuses: ["build", "test"] };

  test.each(["success", "neutral", "skipped"] as const)(
    "a run passes when all its statuses have passed, %s included",
    (conclusion) => {
      const play = new QueuePlay(two).submit(1).report(1, "build", conclusion);
      expect(play.states(1)).toBe("testing");
      expect(play.report(1, "test", "success").states(1)).toBe("merged");
    },
  );

  test.each(["failure", "cancelled", "timed_out"] as const)(
    "a run fails with the first status that ends with %s",
    (conclusion) => {
      const play = new QueuePlay(two).submit(1).report(1, "test", conclusion);
      expect(play.run(1)).toMatchObject({ status: "failed", failedStatus: "test" });
      expect(play.submission(1)).toMatchObject({
        state: "failed",
        reason: `The required status test ended with ${conclusion}.`,
      });
    },
  );

  test("other checks are recorded but do not decide the run", () => {
    const play = new QueuePlay(two).submit(1).report(1, "lint", "failure");
    expect(play.run(1)).toMatchObject({
      status: "in_progress",
      checks: [{ name: "lint", conclusion: "failure" }],
    });
  });

  test("a later report of a check replaces the earlier one", () => {
    const play = new QueuePlay(two).submit(1).report(1, "build", "success").at(3);
    play.report(1, "lint", "failure").report(1, "build", "neutral");
    expect(play.run(1).checks.map(({ name, conclusion }) => `${name} ${conclusion}`)).toEqual([
      "build neutral",
      "lint failure",
    ]);
  });

  test("a run keeps the statuses that it started with", () => {
    const play = new QueuePlay(two).submit(1, 2).update({ requiredStatuses: ["deploy"] });
    expect(play.run(1).requiredStatuses).toEqual(["build", "test"]);
    play.report(1, "build", "success").report(1, "test", "success");
    expect(play.run(2).requiredStatuses).toEqual(["deploy"]);
  });

  test("they come from the queue's own list, or else from the source that the option names", () => {
    const play = new QueuePlay({
      options: { inheritedStatuses: ["ci"], inheritedStatusesSource: "service_config" },
    });
    expect(play.submit(1).run(1).requiredStatusesSource).toBe("merge_instance");
    play.apply({
      type: "updateQueue",
      identity: play.queue.identity,
      settings: {},
      deletesRequiredStatuses: true,
    });
    play.pass(1).submit(2);
    expect(play.run(2)).toMatchObject({ requiredStatusesSource: "service_config", requiredStatuses: ["ci"] });
  });

  test("without required statuses, the first check decides the run, whatever its name", () => {
    const play = new QueuePlay({ requiredStatuses: [] }).submit(1, 2).report(1, "anything", "success");
    expect(play.report(2, "something", "failure").states(1, 2)).toBe("merged failed");
  });

  test("without required statuses, an option lets runs pass immediately, one after another", () => {
    const play = new QueuePlay({
      requiredStatuses: [],
      options: { withoutRequiredStatuses: "pass" },
      settings: { state: "paused" },
    });
    play.submit(1, 2, 3).at(1).update({ state: "running" });
    expect(play.states(1, 2, 3)).toBe("merged merged merged");
    expect(play.schedule()).toEqual(["1-1 1 succeeded", "1-1 2 succeeded", "1-1 3 succeeded"]);
  });

  test("a report for a run that has ended changes nothing", () => {
    const play = new QueuePlay().submit(1);
    const { id } = play.run(1);
    play.pass(1);
    const before = play.queue;
    play.apply({ type: "reportCheck", testRunId: id, name: "ci", conclusion: "failure" });
    expect(play.run(1).checks).toHaveLength(1);
    expect(play.queue.totals).toEqual(before.totals);
  });

  test("a report for an unknown run is refused", () => {
    const event = { type: "reportCheck", testRunId: "none", name: "ci", conclusion: "success" } as const;
    expect(new QueuePlay().tryToBeRefused(event)).toBe("test_run_unknown");
  });
});

describe("the testing timeout", () => {
  test("each run fails that many minutes after its own start", () => {
    const play = new QueuePlay({ settings: { testingTimeoutMinutes: 30 } }).submit(1, 2, 3).at(100);
    expect(play.schedule()).toEqual(["0-30 1 failed", "30-60 2 failed", "60-90 3 failed"]);
    expect(play.submission(1).reason).toBe("The tests timed out after 30 minutes.");
    expect(play.run(1).failedStatus).toBeUndefined();
  });

  test("a run keeps the timeout that it started with", () => {
    const play = new QueuePlay({ settings: { testingTimeoutMinutes: 30 } }).submit(1, 2);
    play.update({ testingTimeoutMinutes: 5 }).at(29);
    expect(play.states(1)).toBe("testing");
    expect(play.at(36).schedule()).toEqual(["0-30 1 failed", "30-35 2 failed"]);
  });

  test("the time of the next event is known, and nothing happens before it", () => {
    const play = new QueuePlay({ settings: { testingTimeoutMinutes: 30 } });
    expect(play.engine.nextDueMs()).toBeUndefined();
    play.at(2).submit(1);
    expect(play.engine.nextDueMs()).toBe(play.run(1).createdAtMs + 30 * 60_000);
    play.pass(1);
    expect(play.engine.nextDueMs()).toBeUndefined();
  });
});

describe("directMergeMode", () => {
  const always = { directMergeMode: "always" } as const;

  test("always: an up-to-date pull request merges immediately, without a run", () => {
    const play = new QueuePlay({ settings: always }).declare(1, { isUpToDate: true }).submit(1);
    expect(play.states(1)).toBe("merged");
    expect(play.schedule()).toEqual([]);
    expect(play.submission(1).reason).toBe("Was up to date and merged without a test run.");
  });

  test("off: an up-to-date pull request is tested", () => {
    const play = new QueuePlay().declare(1, { isUpToDate: true }).submit(1);
    expect(play.show()).toEqual(["1 testing"]);
  });

  test("after a merge, no other open pull request is up to date until the host reports it again", () => {
    const play = new QueuePlay({ settings: { ...always, state: "paused" } });
    play.declare(1, { isUpToDate: true }).declare(2, { isUpToDate: true }).declare(3, { isUpToDate: true });
    play.submit(1, 2, 3).update({ state: "running" });
    expect(play.show()).toEqual(["2 testing", "3 pending"]);
    play.at(5).pass(2).declare(4, { isUpToDate: true }).submit(4).fail(3);
    expect(play.states(1, 2, 3, 4)).toBe("merged merged failed merged");
  });

  test("a merge into another branch does not affect this", () => {
    const play = new QueuePlay({ settings: always });
    const identity = { ...play.queue.identity, targetBranch: "develop" };
    play.apply({ type: "createQueue", identity, settings: {} });
    play.update({ state: "paused" }).declare(1, { isUpToDate: true }).submit(1);
    play.apply({ type: "updateQueue", identity, settings: always });
    play.declare(2, { baseBranch: "develop", isUpToDate: true });
    play.apply({ type: "submitPullRequest", identity, number: 2 });
    expect(play.engine.tryFindQueue(identity)?.totals.merged).toBe(1);
    expect(play.update({ state: "running" }).states(1)).toBe("merged");
  });

  test("a pull request that is not ready, or whose turn has not come, does not merge directly", () => {
    const play = new QueuePlay({ settings: always }).submit(1);
    play.declare(2, { isUpToDate: true, mergeability: "in_progress" }).declare(3, { isUpToDate: true });
    expect(play.submit(2, 3).show()).toEqual(["1 testing", "2 not_ready", "3 pending"]);
  });

  test("a pull request does not merge directly while anything is in the line, related or not", () => {
    const play = new QueuePlay({ settings: { ...always, mode: "parallel", concurrency: 1 } });
    play.targets(1, "a").submit(1).declare(2, { isUpToDate: true });
    expect(play.submitTargets({ 2: "b" }).show()).toEqual(["1 testing", "2 pending"]);
    expect(play.fail(1).states(2)).toBe("merged");
  });

  test("a pull request does not merge directly during a bisection", () => {
    const play = new QueuePlay({
      settings: { ...always, mode: "parallel", concurrency: 4, batch: true, batchingMinSize: 2 },
    });
    play.submitTargets({ 1: "a", 2: "a" }).fail(1).declare(3, { isUpToDate: true });
    expect(play.submitTargets({ 3: "b" }).show()).toEqual(["bisecting 1 testing, 2 waiting", "3 pending"]);
    expect(play.cancel(1).cancel(2).states(3)).toBe("merged");
  });

  test("a pull request whose own checks have not passed is tested", () => {
    const play = new QueuePlay({ settings: always });
    play.declare(1, { isUpToDate: true, hasPassedChecks: false }).submit(1);
    expect(play.show()).toEqual(["1 testing"]);
  });

  test("a new commit has not passed its checks until the host says so", () => {
    const play = new QueuePlay({ settings: { ...always, state: "paused" } });
    play.declare(1, { isUpToDate: true }).declare(2, { isUpToDate: true });
    play.declare(1, { sha: "another" }).declare(2, { sha: "another", hasPassedChecks: true });
    expect(play.update({ state: "running" }).submit(1).show()).toEqual(["1 testing"]);
    expect(play.cancel(1).submit(2).states(2)).toBe("merged");
  });

  test("an urgent pull request that starts after a direct merge keeps its place before later urgent ones", () => {
    const play = QueuePlay.parallel({ ...always, state: "paused" }).declare(1, { isUpToDate: true });
    play.submitWith(1, { priority: "urgent" }).submitWith(2, { priority: "urgent" });
    play.update({ state: "running" }).submitWith(3, { priority: "urgent" });
    expect(play.show()).toEqual(["2 testing", "3 testing on 2"]);
  });

  test("a direct merge does not wait for a batch", () => {
    const play = new QueuePlay({ settings: { ...always, batch: true, batchingMinSize: 5 } });
    expect(play.declare(1, { isUpToDate: true }).submit(1).states(1)).toBe("merged");
  });
});
