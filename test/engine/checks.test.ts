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

  test("a later report of a check replaces the earlier one", () => {
    const play = new QueuePlay(two).submit(1).report(1, "build", "success").at(3);
    play.report(1, "lint", "failure").report(1, "build", "neutral");
    expect(play.run(1).checks.map(({ name, conclusion }) => `${name} ${conclusion}`)).toEqual([
      "build neutral",
      "lint failure",
    ]);
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
    expect(play.schedule()).toBe("1-1 1 succeeded | 1-1 2 succeeded | 1-1 3 succeeded");
  });

  test("by option it fails at its start, alone and in a batch", () => {
    const play = new QueuePlay({
      settings: { batch: true, batchingMinSize: 2, batchingMaxWaitTimeMinutes: 1 },
      requiredStatuses: [],
      options: { withoutRequiredStatuses: "fail" },
    });
    play.submit(1, 2).submit(3).at(1);
    expect(play.states(1, 2, 3)).toBe("failed failed failed");
    expect(play.schedule()).toBe("0-0 1+2 failed | 0-0 1 failed | 0-0 2 failed | 1-1 3 failed");
    expect(play.submission(1).reason).toContain("Neither the queue nor branch protection requires a status");
    expect(play.submission(1).history.at(-1)?.reason).toBe("START_TEST_RUN_NO_REQUIRED_STATUSES");
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
    expect(play.schedule()).toBe("0-30 1 failed | 30-60 2 failed | 60-90 3 failed");
    expect(play.submission(1).reason).toBe("The tests timed out after 30 minutes.");
    expect(play.run(1).failedStatus).toBeUndefined();
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
    expect(play.schedule()).toBe("");
    expect(play.submission(1).reason).toBe("Was up to date and merged without a test run.");
  });

  test("off: an up-to-date pull request is tested", () => {
    const play = new QueuePlay().declare(1, { isUpToDate: true }).submit(1);
    expect(play.show()).toBe("1 testing");
  });

  test("after a merge, no other open pull request is up to date until the host reports it again", () => {
    const play = new QueuePlay({ settings: { ...always, state: "paused" } });
    for (const number of [1, 2, 3]) play.declare(number, { isUpToDate: true });
    play.submit(1).update({ state: "running" }).submit(2, 3);
    expect(play.show()).toBe("2 testing | 3 pending");
    play.at(5).pass(2).declare(4, { isUpToDate: true }).fail(3).submit(4);
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
    expect(play.submit(2, 3).show()).toBe("1 testing | 2 not_ready | 3 pending");
  });

  test("the queue is empty only if nothing else waits, except what is not ready", () => {
    const play = new QueuePlay({ settings: { ...always, batch: true } }).submit(1).at(1);
    play.declare(2, { isUpToDate: true }).submit(2);
    expect(play.show()).toBe("1 pending | 2 pending");
    expect(play.declare(1, { mergeability: "in_progress" }).show()).toBe("1 not_ready");
    expect(play.states(2)).toBe("merged");
  });

  test("in parallel mode its own lane is empty, tested or waiting, whatever the others contain", () => {
    const play = new QueuePlay({ settings: { ...always, mode: "parallel", concurrency: 1 } });
    play.submitTargets({ 1: "a", 2: "b" });
    for (const number of [3, 4, 5]) play.declare(number, { isUpToDate: true });
    expect(play.submitTargets({ 3: "ac", 4: "bc" }).show()).toBe(
      "1 testing | 2 pending | 3 pending | 4 pending",
    );
    expect(play.submitTargets({ 5: "d" }).states(5)).toBe("merged");
    const all = QueuePlay.parallel(always).submitTargets({ 1: "a" }).declare(2, { isUpToDate: true });
    expect(all.submit(2).show()).toBe("1 testing | 2 testing on 1");
  });

  test("a lane whose batch is bisected is not empty, and becomes empty with its end", () => {
    const play = new QueuePlay({
      settings: { ...always, mode: "parallel", concurrency: 4, batch: true, batchingMinSize: 2 },
    });
    play.submitTargets({ 1: "a", 2: "a" }).fail(1).declare(3, { isUpToDate: true });
    expect(play.submitTargets({ 3: "a" }).show()).toBe("bisecting 1 testing, 2 waiting | 3 pending");
    expect(play.cancel(1).cancel(2).states(3)).toBe("merged");
  });

  test("a pull request whose own checks have not passed is tested", () => {
    const play = new QueuePlay({ settings: always });
    play.declare(1, { isUpToDate: true, hasPassedChecks: false }).submit(1);
    expect(play.show()).toBe("1 testing");
  });

  test("a new commit has not passed its checks until the host says so", () => {
    const play = new QueuePlay({ settings: { ...always, state: "paused" } });
    play.declare(1, { isUpToDate: true }).declare(2, { isUpToDate: true });
    play.declare(1, { sha: "another" }).declare(2, { sha: "another", hasPassedChecks: true });
    expect(play.update({ state: "running" }).submit(1).show()).toBe("1 testing");
    expect(play.cancel(1).submit(2).states(2)).toBe("merged");
  });

  test("an urgent pull request merges directly as well, and interrupts nothing", () => {
    const play = new QueuePlay({ settings: { ...always, mode: "parallel" } }).submitTargets({ 1: "a" });
    play.declare(2, { isUpToDate: true }).targets(2, "b").submitWith(2, { priority: "urgent" });
    expect(play.states(1, 2)).toBe("testing merged");
    expect(play.schedule()).toBe("0- 1 in_progress");
  });

  test("a direct merge does not wait for a batch", () => {
    const play = new QueuePlay({ settings: { ...always, batch: true, batchingMinSize: 5 } });
    expect(play.declare(1, { isUpToDate: true }).submit(1).states(1)).toBe("merged");
  });
});
