import { QueuePlay } from "./support/queue-play";

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
    play.apply({ type: "updateQueue", identity, settings: always, deletesRequiredStatuses: false });
    play.declare(2, { baseBranch: "develop", isUpToDate: true });
    play.apply({ type: "submitPullRequest", identity, number: 2, priority: undefined, noBatch: false });
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
    play.declare(1, { isUpToDate: true }).declare(2, { isUpToDate: true }).submit(1, 2);
    play.declare(1, { sha: "another" }).declare(2, { sha: "another", hasPassedChecks: true });
    expect(play.cancel(2).update({ state: "running" }).show()).toEqual(["1 testing"]);
    expect(play.cancel(1).submit(2).states(2)).toBe("merged");
  });

  test("pull requests do not merge directly while the queue is paused", () => {
    const play = new QueuePlay({ settings: { ...always, state: "paused" } });
    expect(play.declare(1, { isUpToDate: true }).submit(1).show()).toEqual(["1 pending"]);
  });

  test("a direct merge does not wait for a batch", () => {
    const play = new QueuePlay({ settings: { ...always, batch: true, batchingMinSize: 5 } });
    expect(play.declare(1, { isUpToDate: true }).submit(1).states(1)).toBe("merged");
  });
});
