import { MAIN } from "./engine-fixtures";
import { QueuePlay } from "./support/queue-play";

describe("cancelling", () => {
  test("ends the run, and pull requests tested on top are tested again in their places", () => {
    const play = QueuePlay.parallel().submit(1, 2).at(5).cancel(1);
    expect(play.schedule()).toBe("0-5 1 cancelled | 0-5 2 on 1 cancelled | 5- 2 in_progress");
    expect(play.submission(1)).toMatchObject({ state: "cancelled", reason: "Was cancelled on request." });
  });

  test("returns the rest of its batch to waiting, and everything on top keeps its order", () => {
    const play = QueuePlay.parallel({ batch: true, batchingMinSize: 2 }).submit(1, 2, 3, 4).cancel(1);
    expect(play.show()).toBe("2+3 testing | 4 pending");
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
    expect(play.show()).toBe("1 testing | 2 testing on 1 | 3 testing on 1,2");
    expect(play.schedule()).toBe(
      "0- 1 in_progress | 0-5 2 on 1 cancelled | 0- 3 on 1,2 in_progress | 5- 2 on 1 in_progress",
    );
  });

  test("a pending failure is cleared", () => {
    const play = QueuePlay.parallel({ pendingFailureDepth: 5 }).submit(1, 2).fail(1).restart(1);
    expect(play.show()).toBe("1 testing | 2 testing on 1");
    expect(play.pass(1, 2).states(1, 2)).toBe("merged merged");
  });

  test("a batch is tested again unchanged", () => {
    const play = new QueuePlay({ settings: { batch: true, batchingMinSize: 2 } })
      .submit(1, 2)
      .at(5)
      .restart(2);
    expect(play.schedule()).toBe("0-5 1+2 cancelled | 5- 1+2 in_progress");
  });

  test("without a free slot the pull request returns to waiting, with everything on top of it", () => {
    const play = QueuePlay.parallel({ concurrency: 2 }).submit(1, 2).fail(2).submit(3).restart(2);
    expect(play.show()).toBe("1 testing | 2 testing on 1 | 3 pending");
  });

  test("with fewer targets it is no longer on top of what it was on, and what is on top is tested again", () => {
    const play = new QueuePlay({ settings: { mode: "parallel", concurrency: 9 } });
    play.submitTargets({ 1: "a", 2: "ab", 3: "b" }).targets(2, "b");
    expect(play.show()).toBe("1 testing | 2 testing on 1 | 3 testing on 1,2");
    expect(play.restart(2).show()).toBe("1 testing | 2 testing | 3 testing on 2");
  });

  test("only what is in testing or a pending failure is restarted; all others are refused", () => {
    const play = QueuePlay.parallel({ concurrency: 2 }).submit(1, 4).pass(4).submit(5, 2);
    const restart = (number: number) =>
      play.tryToBeRefused({ type: "restartTests", identity: play.queue.identity, number });
    expect(play.states(1, 4, 5, 2)).toBe("testing tests_passed testing pending");
    expect(restart(2)).toBe("pull_request_not_tested");
    expect(restart(4)).toBe("pull_request_not_tested");
    expect(restart(3)).toBe("pull_request_unknown");
  });
});

describe("what is not ready for too long", () => {
  const blocked = { mergeability: "in_progress" } as const;

  test("is cancelled after notReadyTimeoutHours, each time counted from when it is no longer ready", () => {
    const play = new QueuePlay({ settings: { notReadyTimeoutHours: 1, state: "paused" } })
      .declare(1, blocked)
      .submit(1)
      .at(59);
    play.declare(1, { mergeability: "mergeable" }).declare(1, blocked).at(118);
    expect(play.engine.nextDueMs()).toBe(play.submission(1).submittedAtMs + 119 * 60_000);
    expect(play.states(1)).toBe("not_ready");
    expect(play.at(200).history(1).at(-1)).toBe("119 cancelled NOT_READY_TIMEOUT_EXPIRED");
    expect(play.submission(1).reason).toBe("Was not ready for 1 hour.");
  });

  test("stays if the setting is 0, and what has become ready or has left does not expire", () => {
    const play = new QueuePlay({ settings: { notReadyTimeoutHours: 2 } }).declare(1, blocked).submit(1);
    play.declare(2, blocked).submit(2).cancel(2).declare(1, { mergeability: "mergeable" });
    expect(play.engine.nextDueMs()).toBe(play.run(1).timesOutAtMs);
    play.declare(3, blocked).submit(3).update({ notReadyTimeoutHours: 0 }).at(500);
    expect(play.states(3)).toBe("not_ready");
  });
});

describe("changes outside of the queue", () => {
  const { repo } = MAIN;

  test("a merge outside counts as merged, and what is in testing starts again without it", () => {
    const play = QueuePlay.parallel().submit(1, 2, 3).pass(3).at(5);
    play.apply({ type: "mergePullRequest", repo, number: 1 });
    expect(play.history(1).at(-1)).toBe("5 merged MANUAL_MERGE");
    expect(play.show()).toBe("2 testing | 3 testing on 2");
    expect(play.history(2).slice(-2)).toEqual([
      "5 pending PREREQUISITE_MERGE_ITEM_MANUALLY_MERGED",
      "5 testing",
    ]);
    const resubmit = { type: "submitPullRequest", identity: MAIN, number: 1 } as const;
    const refused = play.engine.apply(resubmit);
    expect(refused).toMatchObject({ refusal: { message: "Pull request #1 has merged already." } });
    expect(play.tryToBeRefused({ type: "mergePullRequest", repo, number: 1 })).toBe("pull_request_closed");
    expect(play.tryToBeRefused({ type: "mergePullRequest", repo, number: 9 })).toBe("pull_request_unknown");
  });

  test("a merge outside of one that is not in the queue is a push; into another branch, it cancels", () => {
    const play = new QueuePlay()
      .declare(1, {})
      .submit(2)
      .declare(3, { baseBranch: "part-1" })
      .submit(3)
      .at(5);
    play.apply({ type: "mergePullRequest", repo, number: 1 });
    expect(play.history(2).slice(-2)).toEqual(["5 pending MANUAL_PUSH_TO_TARGET_BRANCH", "5 testing"]);
    play.apply({ type: "mergePullRequest", repo, number: 3 });
    expect(play.history(3).at(-1)).toBe("5 cancelled PR_MERGED_INTO_OTHER_BRANCH");
  });

  test("a push to the queue's branch restarts what is in testing, and nothing else", () => {
    const play = QueuePlay.parallel({ concurrency: 3, pendingFailureDepth: 1 }).submit(1, 2, 3);
    play.pass(2).at(5);
    play.apply({ type: "pushToBranch", identity: MAIN });
    expect(play.schedule()).toBe(
      "0-5 1 cancelled | 0-0 2 on 1 succeeded | 0-5 3 on 1,2 cancelled | 5- 1 in_progress | " +
        "5- 3 on 1,2 in_progress",
    );
    expect(play.history(3).slice(-2)).toEqual(["5 pending MANUAL_PUSH_TO_TARGET_BRANCH", "5 testing"]);
  });

  test("a push restarts the parts of a bisection that are in testing, and what merged directly is no longer up to date", () => {
    const play = new QueuePlay({ settings: { batch: true, batchingMinSize: 2, directMergeMode: "always" } });
    play.declare(3, { isUpToDate: true }).submit(1, 2).fail(1).at(5);
    play.apply({ type: "pushToBranch", identity: MAIN });
    expect(play.schedule()).toBe("0-5 1 cancelled | 0-0 1+2 failed | 5- 1 in_progress");
    play.cancel(1).cancel(2).submitWith(3, { noBatch: true });
    expect(play.show()).toBe("3 testing");
  });

  test("a fault at the start of a test fails it, with its reason; one of a run that has ended changes nothing", () => {
    const play = new QueuePlay().submit(1, 2).at(5);
    const { id } = play.run(1);
    const fault = { type: "failTestStart", testRunId: id, fault: "START_TEST_RUN_MERGE_CONFLICT" } as const;
    play.apply(fault);
    expect(play.history(1).at(-1)).toBe("5 failed START_TEST_RUN_MERGE_CONFLICT");
    expect(play.submission(1).reason).toBe("Its tests could not start: merge conflict.");
    expect(play.submission(1).history.at(-1)?.testRunId).toBeUndefined();
    play.apply(fault);
    expect(play.states(1, 2)).toBe("failed testing");
    expect(play.tryToBeRefused({ ...fault, testRunId: "none" })).toBe("test_run_unknown");
  });
});

describe("a direct submission", () => {
  test("enters although it is not ready, and its tests still run; another base branch holds it", () => {
    const play = QueuePlay.parallel({ concurrency: 9 }, { requiresImpactedTargets: "always" });
    play
      .declare(1, { mergeability: "not_mergeable" })
      .declare(2, { draft: true })
      .declare(3, { baseBranch: "dev" });
    for (const number of [1, 2, 3]) {
      play.apply({ type: "submitPullRequest", identity: MAIN, number, direct: true });
    }
    expect(play.show()).toBe("1 testing | 2 testing on 1 | 3 not_ready");
    expect(play.submission(1)).toMatchObject({ isDirect: true, forceEnqueued: true });
    // What the code host says later does not interrupt it.
    expect(play.declare(1, { title: "Better" }).submit(1).show()).toMatch(/^1 testing /);
  });
});

describe("changes at the code host", () => {
  test.each([
    ["a push", { sha: "another" }, "cancelled PR_PUSHED_TO"],
    ["another base branch", { baseBranch: "develop" }, "cancelled PR_BASE_BRANCH_CHANGED"],
    ["a conversion to a draft", { draft: true }, "cancelled PR_CONVERTED_TO_DRAFT"],
    ["closing", { isOpen: false }, "cancelled PR_CLOSED"],
    ["a conflict", { mergeability: "not_mergeable" }, "not_ready"],
  ] as const)("%s takes it out of the line, and what is on top is tested again", (_what, told, change) => {
    const play = QueuePlay.parallel().submit(1, 2, 3).at(5);
    const { sha } = play.submission(1).pullRequest;
    play.declare(1, told);
    // Its run has tested this commit.
    expect(play.submission(1).pullRequest.sha).toBe(sha);
    expect(play.history(1).at(-1)).toBe(`5 ${change}`);
    expect(play.show()).toMatch(/^2 testing \| 3 testing on 2/);
    expect(play.history(2).slice(-2)).toEqual(["5 pending PREREQUISITE_MERGE_ITEM_CANCELLED", "5 testing"]);
    // What waits leaves as well, except with a conflict.
    const waiting = new QueuePlay().submit(1, 2).at(5).declare(2, told);
    expect(waiting.history(2).at(-1)).toBe(`5 ${change}`);
  });

  test("a base branch that becomes the queue's makes a waiting one ready, and a draft is not ready until it is none", () => {
    const play = QueuePlay.parallel()
      .declare(1, { baseBranch: "part-1" })
      .declare(2, { draft: true })
      .submit(1, 2);
    expect(play.declare(1, { baseBranch: "part-0" }).states(1, 2)).toBe("not_ready not_ready");
    play.at(5).declare(1, { baseBranch: "main" }).declare(2, { draft: false });
    expect(play.show()).toBe("1 testing | 2 testing on 1");
    expect(play.history(1).at(1)).toBe("5 pending MERGE_ITEM_NOW_READY");
  });

  test("repeated or irrelevant declarations interrupt nothing", () => {
    const play = new QueuePlay().submit(1).at(5);
    play.declare(1, {
      title: "Better",
      mergeability: "in_progress",
      sha: play.submission(1).pullRequest.sha,
    });
    expect(play.schedule()).toBe("0- 1 in_progress");
    expect(play.submission(1).pullRequest.title).toBe("Better");
  });

  test("a merge closes the pull request at the host and removes it from other queues", () => {
    const play = new QueuePlay().submit(1);
    const identity = { ...play.queue.identity, targetBranch: "develop" };
    play.apply({ type: "createQueue", identity, settings: {} });
    play.apply({ type: "submitPullRequest", identity, number: 1 });
    play.at(5).pass(1);
    const [other] = play.engine.tryFindQueue(identity)?.submissions.values() ?? [];
    const reason = "PR_MERGED_INTO_OTHER_BRANCH";
    expect(other?.history.at(-1)).toMatchObject({ state: "cancelled", reason });
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
    expect(play.show()).toBe("1 not_ready");
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
    expect(early.show()).toBe("1 testing");

    const late = new QueuePlay().declare(1, { title: "Named later" }).submit(1).at(5);
    report(late, "first");
    expect(late.submission(1).pullRequest).toMatchObject({ sha: "first", title: "Named later" });
    // What is tested is that commit already.
    expect(late.schedule()).toBe("0- 1 in_progress");
  });

  test("a later request for another commit is no new head: nothing starts again, also not in other queues", () => {
    const play = QueuePlay.parallel();
    const identity = { ...play.queue.identity, targetBranch: "develop" };
    play.apply({ type: "createQueue", identity, settings: { mode: "parallel" } });
    for (const queue of [play.queue.identity, identity]) report(play, "first", queue);
    report(play.submit(1).at(5), "second", undefined, ["b"]);
    expect(play.schedule()).toBe("0- 1 in_progress");
    expect(play.submission(1).pullRequest.sha).toBe("first");
    play.declare(1, { sha: "second" });
    expect(play.queue.impactedTargets.get(1)).toEqual(["b"]);
    expect(play.engine.tryFindQueue(identity)?.impactedTargets.has(1)).toBe(false);
  });
});
