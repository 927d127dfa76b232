import { QueuePlay } from "./support/queue-play";

describe("cancelling", () => {
  test("ends the run, and pull requests tested on top are tested again in their places", () => {
    const play = QueuePlay.parallel().submit(1, 2).at(5).cancel(1);
    expect(play.schedule()).toEqual(["0-5 1 cancelled", "0-5 2 on 1 cancelled", "5- 2 in_progress"]);
    expect(play.submission(1)).toMatchObject({ state: "cancelled", reason: "Was cancelled on request." });
  });

  test("returns the rest of its batch to waiting, and everything on top keeps its order", () => {
    const play = QueuePlay.parallel({ batch: true, batchingMinSize: 2 }).submit(1, 2, 3, 4).cancel(1);
    expect(play.show()).toEqual(["2+3 testing", "4 pending"]);
  });

  test("is refused for a pull request that has left the queue", () => {
    const play = new QueuePlay().submit(1).pass(1);
    const event = { type: "cancelPullRequest", identity: play.queue.identity, number: 1 } as const;
    expect(play.tryToBeRefused(event)).toBe("pull_request_unknown");
  });
});

describe("restarting tests", () => {
  test("starts a new run at once in the same place, and tests on top of it continue", () => {
    const play = QueuePlay.parallel().submit(1, 2, 3).at(5).restart(2);
    expect(play.show()).toEqual(["1 testing", "2 testing on 1", "3 testing on 1,2"]);
    expect(play.schedule()).toEqual([
      "0- 1 in_progress",
      "0-5 2 on 1 cancelled",
      "0- 3 on 1,2 in_progress",
      "5- 2 on 1 in_progress",
    ]);
  });

  test("a pending failure is cleared", () => {
    const play = QueuePlay.parallel({ pendingFailureDepth: 5 }).submit(1, 2).fail(1).restart(1);
    expect(play.show()).toEqual(["1 testing", "2 testing on 1"]);
    expect(play.pass(1, 2).states(1, 2)).toBe("merged merged");
  });

  test("a batch is tested again unchanged", () => {
    const play = new QueuePlay({ settings: { batch: true, batchingMinSize: 2 } })
      .submit(1, 2)
      .at(5)
      .restart(2);
    expect(play.schedule()).toEqual(["0-5 1+2 cancelled", "5- 1+2 in_progress"]);
  });

  test("without a free slot the pull request returns to waiting, with everything on top of it", () => {
    const play = QueuePlay.parallel({ concurrency: 2 }).submit(1, 2, 3).pass(2).restart(2);
    expect(play.show()).toEqual(["1 testing", "2 testing on 1", "3 pending"]);
  });

  test("with fewer targets it is no longer on top of what it was on, and what is on top is tested again", () => {
    const play = new QueuePlay({ settings: { mode: "parallel", concurrency: 9 } });
    play.submitTargets({ 1: "a", 2: "ab", 3: "b" }).targets(2, "b");
    expect(play.show()).toEqual(["1 testing", "2 testing on 1", "3 testing on 1,2"]);
    expect(play.restart(2).show()).toEqual(["1 testing", "2 testing", "3 testing on 2"]);
  });

  test("a pull request that has not started, or is not in the queue, is refused", () => {
    const play = new QueuePlay().submit(1, 2);
    const restart = (number: number) =>
      play.tryToBeRefused({ type: "restartTests", identity: play.queue.identity, number });
    expect(restart(2)).toBe("pull_request_not_tested");
    expect(restart(3)).toBe("pull_request_unknown");
  });
});

describe("changes at the code host", () => {
  test.each([
    ["a new commit", { sha: "another" }, "testing"],
    ["another base branch", { baseBranch: "develop" }, "not_ready"],
    ["a conflict", { mergeability: "not_mergeable" }, "not_ready"],
  ] as const)("%s ends the run, and runs on top of it are tested again", (_what, told, state) => {
    const play = QueuePlay.parallel().submit(1, 2).at(5).declare(1, told);
    expect(play.states(1, 2)).toBe(`${state} testing`);
    expect(play.run(2).createdAtMs).toBe(play.run(1).createdAtMs + (state === "testing" ? 0 : 5 * 60_000));
  });

  test("the rest of its batch returns to waiting", () => {
    const play = new QueuePlay({ settings: { batch: true, batchingMinSize: 2 } }).submit(1, 2).at(1);
    play.declare(2, { mergeability: "not_mergeable" });
    expect(play.show()).toEqual(["1 pending", "2 not_ready"]);
  });

  test("repeated or irrelevant declarations interrupt nothing", () => {
    const play = new QueuePlay().submit(1).at(5);
    play.declare(1, {
      title: "Better",
      mergeability: "in_progress",
      sha: play.submission(1).pullRequest.sha,
    });
    expect(play.schedule()).toEqual(["0- 1 in_progress"]);
    expect(play.submission(1).pullRequest.title).toBe("Better");
  });

  test("a closed pull request is cancelled", () => {
    const play = new QueuePlay().submit(1, 2).declare(1, { isOpen: false });
    expect(play.submission(1)).toMatchObject({ state: "cancelled", reason: "Was closed at the code host." });
    expect(play.show()).toEqual(["2 testing"]);
  });

  test("a merge closes the pull request at the host and removes it from other queues", () => {
    const play = new QueuePlay().submit(1);
    const identity = { ...play.queue.identity, targetBranch: "develop" };
    play.apply({ type: "createQueue", identity, settings: {} });
    play.apply({ type: "submitPullRequest", identity, number: 1 });
    play.at(5).pass(1);
    const [other] = play.engine.tryFindQueue(identity)?.submissions.values() ?? [];
    expect(other).toMatchObject({ state: "cancelled" });
    const known = play.engine.state.pullRequests.get("github.com/acme/web")?.get(1);
    expect(known?.closedAtMs).toBe(play.submission(1).stateChangedAtMs);
  });

  /** Reports targets of pull request 1 for a commit. */
  function report(play: QueuePlay, sha: string, identity = play.queue.identity, targets = ["a"]): void {
    play.apply({ type: "setImpactedTargets", identity, number: 1, sha, targets });
  }

  test("targets of another commit are stored, and count when it becomes the latest; those of each commit are kept", () => {
    const play = new QueuePlay({ settings: { mode: "parallel" } }).declare(1, { sha: "first" }).submit(1);
    report(play, "second", undefined, ["b"]);
    report(play, "second", undefined, ["c"]);
    expect(play.show()).toEqual(["1 not_ready"]);
    report(play, "first");
    const shown = (): unknown => [play.states(1), play.queue.impactedTargets.get(1)];
    expect(shown()).toEqual(["testing", ["a"]]);
    play.cancel(1).declare(1, { sha: "second" }).submit(1);
    expect(shown()).toEqual(["testing", ["c"]]);
    play.cancel(1).declare(1, { sha: "third" }).submit(1);
    expect(shown()).toEqual(["not_ready", undefined]);
    expect(play.declare(1, { sha: "first", isOpen: false }).queue.impactedTargets.get(1)).toEqual(["a"]);
    report(play, "second", undefined, ["d"]);
    play.declare(1, { sha: "second", isOpen: true }).submit(1);
    expect(shown()).toEqual(["testing", ["d"]]);
  });

  test("the first request that names the commit of an undeclared pull request defines it", () => {
    const early = QueuePlay.parallel();
    report(early, "first");
    early.submit(1);
    expect(early.submission(1).pullRequest.sha).toBe("first");
    expect(early.show()).toEqual(["1 testing"]);

    const late = new QueuePlay().declare(1, { title: "Named later" }).submit(1).at(5);
    report(late, "first");
    expect(late.submission(1).pullRequest).toMatchObject({ sha: "first", title: "Named later" });
    // What is tested is that commit already.
    expect(late.schedule()).toEqual(["0- 1 in_progress"]);
  });

  test("a later request for another commit is no new head: nothing starts again, also not in other queues", () => {
    const play = QueuePlay.parallel();
    const identity = { ...play.queue.identity, targetBranch: "develop" };
    play.apply({ type: "createQueue", identity, settings: { mode: "parallel" } });
    for (const queue of [play.queue.identity, identity]) report(play, "first", queue);
    report(play.submit(1).at(5), "second", undefined, ["b"]);
    expect(play.schedule()).toEqual(["0- 1 in_progress"]);
    expect(play.submission(1).pullRequest.sha).toBe("first");
    play.declare(1, { sha: "second" });
    expect(play.queue.impactedTargets.get(1)).toEqual(["b"]);
    expect(play.engine.tryFindQueue(identity)?.impactedTargets.has(1)).toBe(false);
  });
});
