import { QueuePlay } from "./support/queue-play";

describe("a failure", () => {
  test("leaves the queue immediately, and pull requests tested on top are tested again in their places", () => {
    const play = QueuePlay.parallel().submit(1, 2, 3).at(5).fail(1);
    expect(play.show()).toBe("2 testing | 3 testing on 2");
    expect(play.schedule()).toBe(
      "0-5 1 failed | 0-5 2 on 1 cancelled | 0-5 3 on 1,2 cancelled | 5- 2 in_progress | " +
        "5- 3 on 2 in_progress",
    );
  });

  test("independent tests continue", () => {
    const play = new QueuePlay({ settings: { mode: "parallel", concurrency: 9 } });
    play.submitTargets({ 1: "a", 2: "b", 3: "a" }).at(5).fail(1);
    expect(play.schedule()).toBe("0-5 1 failed | 0- 2 in_progress | 0-5 3 on 1 cancelled | 5- 3 in_progress");
  });

  test("repeated tests take only free slots and keep their order", () => {
    const play = QueuePlay.parallel({ concurrency: 2 }).submit(1, 2, 3, 4).pass(2).pass(3);
    expect(play.show()).toBe("1 testing | 2 tests_passed on 1 | 3 tests_passed on 1,2 | 4 testing on 1,2,3");
    play.fail(1);
    expect(play.show()).toBe("2 testing | 3 testing on 2 | 4 pending");
  });
});

describe("a failure behind others", () => {
  test("waits until those ahead of it have finished, and is final when they have passed", () => {
    const play = QueuePlay.parallel().submit(1, 2, 3).at(5).fail(3);
    expect(play.show()).toBe("1 testing | 2 testing on 1 | 3 pending_failure on 1,2");
    expect(play.submission(3).reason).toBe(
      "The required status ci ended with failure. It is tested again if a pull request ahead of it also fails.",
    );
    expect(play.at(6).pass(2).states(3)).toBe("pending_failure");
    expect(play.at(7).pass(1).states(1, 2, 3)).toBe("merged merged failed");
    expect(play.submission(3).reason).toBe("The required status ci ended with failure.");
  });

  test("is tested again without the one ahead that failed as well: only the first bad one leaves", () => {
    const play = QueuePlay.parallel().submit(1, 2, 3).at(5).fail(3).fail(2).at(6).pass(1);
    expect(play.states(1, 2)).toBe("merged failed");
    expect(play.show()).toBe("3 testing");
    expect(play.schedule()).toBe(
      "0-6 1 succeeded | 0-5 2 on 1 failed | 0-5 3 on 1,2 failed | 6- 3 in_progress",
    );
  });

  test("waits for a failure ahead that itself waits", () => {
    const play = QueuePlay.parallel().submit(1, 2, 3).fail(2).fail(3);
    expect(play.states(1, 2, 3)).toBe("testing pending_failure pending_failure");
    expect(play.fail(1).show()).toBe("2 testing | 3 testing on 2");
  });

  test("is tested again when the one ahead is cancelled", () => {
    const play = QueuePlay.parallel().submit(1, 2).fail(2).cancel(1);
    expect(play.show()).toBe("2 testing");
  });

  test("pendingFailureDepth adds the wait for those behind", () => {
    const play = QueuePlay.parallel({ pendingFailureDepth: 1 }).submit(1, 2, 3).fail(2).pass(1);
    expect(play.states(1, 2)).toBe("merged pending_failure");
    expect(play.submission(2).reason).toBe(
      "The required status ci ended with failure. It fails unless later tests that include its changes pass.",
    );
    expect(play.pass(3).states(2, 3)).toBe("failed testing");
  });

  test("with a depth of 0 and canOptimisticallyMerge, a pass behind still clears it while it waits for those ahead", () => {
    const play = QueuePlay.parallel({ canOptimisticallyMerge: true }).submit(1, 2, 3).fail(2);
    expect(play.pass(3).states(1, 2, 3)).toBe("merged merged merged");
  });

  test("a pause ends no wait: those ahead finish, and it leaves", () => {
    const play = QueuePlay.parallel().submit(1, 2).update({ state: "paused" }).fail(2);
    expect(play.states(1, 2)).toBe("testing pending_failure");
    expect(play.pass(1).states(1, 2)).toBe("tests_passed failed");
  });
});

describe("pendingFailureDepth", () => {
  test("a failure waits until that many runs on top of it have finished, passed or failed", () => {
    const play = QueuePlay.parallel({ pendingFailureDepth: 2 }).submit(1, 2, 3, 4).at(5).fail(1);
    expect(play.show()).toBe("1 pending_failure | 2 testing on 1 | 3 testing on 1,2 | 4 testing on 1,2,3");
    expect(play.at(6).pass(2).states(1, 2)).toBe("pending_failure tests_passed");
    play.at(7).fail(3);
    expect(play.states(1, 2, 3, 4)).toBe("failed testing testing testing");
    expect(play.schedule()).toBe(
      "0-5 1 failed | 0-6 2 on 1 succeeded | 0-7 3 on 1,2 failed | 0-7 4 on 1,2,3 cancelled | " +
        "7- 2 in_progress | 7- 3 on 2 in_progress | 7- 4 on 2,3 in_progress",
    );
  });

  test("levels that finished before the failure count as well", () => {
    const play = QueuePlay.parallel({ pendingFailureDepth: 1 }).submit(1, 2, 3).pass(2).fail(1);
    expect(play.states(1)).toBe("failed");
  });

  test("all groups of a level are waited for, those that arrive meanwhile included", () => {
    const play = new QueuePlay({ settings: { mode: "parallel", concurrency: 9, pendingFailureDepth: 1 } });
    play.submitTargets({ 1: "ab", 2: "a" }).at(5).fail(1).submitTargets({ 3: "b" });
    expect(play.show()).toBe("1 pending_failure | 2 testing on 1 | 3 testing on 1");
    expect(play.at(6).fail(2).states(1)).toBe("pending_failure");
    expect(play.at(7).fail(3).states(1)).toBe("failed");
  });

  test("what may start on top of a failure takes its slot, and is waited for", () => {
    const play = QueuePlay.parallel({ pendingFailureDepth: 2, concurrency: 2 })
      .submit(1, 2, 3, 4)
      .at(5)
      .fail(1);
    expect(play.show()).toBe("1 pending_failure | 2 testing on 1 | 3 testing on 1,2 | 4 pending");
    expect(play.at(6).fail(2).states(1, 4)).toBe("pending_failure pending");
    play.at(7).fail(3);
    expect(play.states(1)).toBe("failed");
    expect(play.show()).toBe("2 testing | 3 testing on 2 | 4 pending");
  });

  test("by option it counts pull requests that have finished since, each one of a batch", () => {
    const counts = { pendingFailureDepthCounts: "pull_requests" } as const;
    const play = QueuePlay.parallel({ pendingFailureDepth: 1 }, counts).submit(1, 2, 3).pass(2).fail(1);
    expect(play.states(1)).toBe("pending_failure");
    expect(play.pass(3).states(1)).toBe("failed");
    const batches = { batch: true, batchingMinSize: 2, pendingFailureDepth: 2 };
    const other = QueuePlay.parallel(batches, counts).submit(1, 2, 3, 4, 5, 6).fail(1).pass(5);
    expect(other.show()).toContain("bisecting 1 testing, 2 waiting");
  });

  test("a smaller depth takes effect immediately", () => {
    const play = QueuePlay.parallel({ pendingFailureDepth: 3 }).submit(1, 2, 3, 4).fail(1).pass(2);
    expect(play.states(1)).toBe("pending_failure");
    expect(play.update({ pendingFailureDepth: 1 }).states(1)).toBe("failed");
  });

  test("a pending failure does not take a slot, and later runs are tested on top of it", () => {
    const play = QueuePlay.parallel({ pendingFailureDepth: 9, concurrency: 2 }).submit(1, 2, 3).fail(1);
    expect(play.show()).toBe("1 pending_failure | 2 testing on 1 | 3 testing on 1,2");
  });
});

describe("canOptimisticallyMerge", () => {
  test("a pass counts for everything beneath it: those runs end, and all merge", () => {
    const play = QueuePlay.parallel({ canOptimisticallyMerge: true }).submit(1, 2, 3).at(5).pass(3);
    expect(play.states(1, 2, 3)).toBe("merged merged merged");
    expect(play.schedule()).toBe("0-5 1 cancelled | 0-5 2 on 1 cancelled | 0-5 3 on 1,2 succeeded");
  });

  test("a pass does not count for pull requests that are not beneath it", () => {
    const play = new QueuePlay({
      settings: { mode: "parallel", concurrency: 9, canOptimisticallyMerge: true },
    });
    play.submitTargets({ 1: "a", 2: "b", 3: "a" }).pass(3);
    expect(play.states(1, 2, 3)).toBe("merged testing merged");
  });

  test("a pass on top rescues a pending failure", () => {
    const play = QueuePlay.parallel({ canOptimisticallyMerge: true, pendingFailureDepth: 2 });
    play.submit(1, 2, 3).fail(1);
    expect(play.pass(2).states(1, 2, 3)).toBe("merged merged testing");
  });

  test("while the queue is paused, a pass still counts for others, but nothing merges", () => {
    const play = QueuePlay.parallel({ canOptimisticallyMerge: true })
      .submit(1, 2)
      .update({ state: "paused" });
    expect(play.pass(2).states(1, 2)).toBe("tests_passed tests_passed");
    expect(play.update({ state: "running" }).states(1, 2)).toBe("merged merged");
  });
});

describe("what would contain a failure that is not final", () => {
  test("does not start while the failure waits for those ahead of it, with a depth of 0", () => {
    const play = QueuePlay.parallel({ concurrency: 3 }).submit(1, 2, 3, 4, 5).at(5).fail(2);
    expect(play.show()).toBe("1 testing | 2 pending_failure on 1 | 3 testing on 1,2 | 4 pending | 5 pending");
    expect(play.submission(4).reason).toBe("Waits for its turn.");
    play.at(6).pass(1);
    expect(play.show()).toBe("3 testing | 4 testing on 3 | 5 testing on 3,4");
  });

  test("starts on the levels of pendingFailureDepth, and not below them", () => {
    const play = QueuePlay.parallel({ concurrency: 9, pendingFailureDepth: 2 }).submit(1, 2).at(5).fail(2);
    play.submit(3, 4, 5);
    expect(play.show()).toBe(
      "1 testing | 2 pending_failure on 1 | 3 testing on 1,2 | 4 testing on 1,2,3 | 5 pending",
    );
    expect(play.at(6).update({ pendingFailureDepth: 3 }).show()).toContain("5 testing on 1,2,3,4");
  });

  test("what shares no target with it starts, what shares one with something held does not", () => {
    const play = new QueuePlay({ settings: { mode: "parallel", concurrency: 9 } });
    play.submitTargets({ 1: "a", 2: "ab" }).at(5).fail(2).submitTargets({ 3: "bc", 4: "c", 5: "d" });
    expect(play.show()).toBe("1 testing | 2 pending_failure on 1 | 5 testing | 3 pending | 4 pending");
    expect(play.submitTargets({ 6: "ALL", 7: "e" }).states(6, 7)).toBe("pending pending");
    expect(play.at(6).pass(1).states(3, 4, 6, 7)).toBe("testing testing testing testing");
  });

  test("is not tested again either until the failure is settled", () => {
    const play = QueuePlay.parallel().submit(1, 2, 3, 4).at(5).fail(2).at(6).cancel(3);
    expect(play.show()).toBe("1 testing | 2 pending_failure on 1 | 4 pending");
    expect(play.at(7).pass(1).show()).toBe("4 testing");
  });

  test("does not start ahead of it either when it skips the line behind it", () => {
    const play = QueuePlay.parallel();
    play.submitWith(1, { priority: 0 }).submitWith(2, { priority: 0 }).at(5).fail(2);
    expect(play.submitWith(3, { priority: 0 }).show()).toBe("1 testing | 2 pending_failure on 1 | 3 pending");
    expect(play.at(6).pass(1).show()).toBe("3 testing");
  });
});
