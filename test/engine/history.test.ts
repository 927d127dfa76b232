import { DEFAULT_ENGINE_OPTIONS } from "../../src/engine/engine-options";
import { explainWaiting } from "../../src/engine/explain-waiting";
import { readReadiness } from "../../src/engine/readiness";
import { QueuePlay } from "./support/queue-play";

describe("the engine", () => {
  test("does not move back in time when its clock does", () => {
    const play = new QueuePlay().at(10).submit(1).at(4).pass(1);
    expect(play.schedule()).toBe("10-10 1 succeeded");
    expect(play.engine.state.nowMs).toBe(play.submission(1).submittedAtMs);
  });

  test("applies due changes of several queues in chronological order", () => {
    const play = new QueuePlay({ settings: { testingTimeoutMinutes: 30 } });
    const identity = { ...play.queue.identity, targetBranch: "develop" };
    play.apply({ type: "createQueue", identity, settings: {} });
    play.submit(1, 2).at(10);
    play.apply({ type: "submitPullRequest", identity, number: 3 });
    play.at(200);
    expect(play.schedule()).toBe("0-30 1 failed | 30-60 2 failed");
    const [other] = play.engine.tryFindQueue(identity)?.testRuns.values() ?? [];
    expect(other?.concludedAtMs).toBe(play.run(1).createdAtMs + 70 * 60_000);
  });

  test("names only the first of many pull requests that keep a queue from being deleted", () => {
    const play = new QueuePlay().submit(...Array.from({ length: 23 }, (_, index) => index + 1));
    const outcome = play.engine.apply({ type: "deleteQueue", identity: play.queue.identity });
    expect(outcome).toHaveProperty("refusal.message", expect.stringContaining("#19, #20, and 3 more."));
  });
});

function explain(play: QueuePlay, number: number): string {
  return explainWaiting(play.queue, play.submission(number), DEFAULT_ENGINE_OPTIONS);
}

describe("explainWaiting", () => {
  test("names the tests that occupy the slots, and the pull request ahead in turn", () => {
    const play = new QueuePlay().submit(1, 2, 3);
    expect(explain(play, 2)).toBe("Is next. Waits until one of these tests ends: #1.");
    expect(explain(play, 3)).toBe("Waits for its turn.");
  });

  test("says that the queue is paused or draining", () => {
    const play = new QueuePlay().submit(1).update({ state: "draining" }).submit(2);
    expect(explain(play, 2)).toBe("Waits until the queue runs again: it is draining and starts nothing new.");
    play.update({ state: "paused" }).pass(1);
    expect(explain(play, 2)).toBe("Waits until the paused queue runs again.");
    expect(explain(play, 1)).toBe("Has passed and merges when the paused queue runs again.");
  });

  test("says how long a batch still fills", () => {
    const play = new QueuePlay({ settings: { batch: true, batchingMinSize: 3 } }).submit(1);
    expect(explain(play, 1)).toBe(
      "Waits until its batch is large enough (2 more needed), at the latest until 2026-01-02 03:09:05 UTC.",
    );
  });

  test("names the pull request ahead in the lane, where batches wait only for their lane", () => {
    const play = QueuePlay.parallel({ batch: true, batchingMinSize: 3 });
    play.submitTargets({ 1: "a", 2: "b", 3: "c", 4: "ab" });
    expect(explain(play, 3)).toMatch(/^Waits until its batch is large enough \(2 more needed\)/u);
    expect(explain(play, 4)).toBe("Waits for its turn.");
  });

  test("says what a passed pull request merges after", () => {
    const play = QueuePlay.parallel().submit(1, 2).pass(2);
    expect(explain(play, 2)).toBe("Has passed and merges after #1.");
    expect(explain(play, 1)).toBe("Is tested.");
  });

  test("says that the queue is switching modes", () => {
    const play = QueuePlay.parallel({ mode: "single" }).submit(1, 2).update({ mode: "parallel" });
    expect(explain(play, 2)).toBe(
      "Waits until the pull requests that are tested in the former mode have left the queue.",
    );
  });
});

describe("readiness", () => {
  test.each([
    ["has another base branch", { baseBranch: "develop" }],
    ["has a branch that differs by case", { baseBranch: "Main" }],
    ["cannot be merged", { mergeability: "not_mergeable" }],
    ["is not known to be mergeable", { mergeability: "unspecified" }],
    ["is being examined by the host", { mergeability: "in_progress" }],
  ] as const)("a pull request that %s is not ready and is skipped", (_what, fields) => {
    const play = new QueuePlay().declare(1, fields).submit(1, 2);
    expect(play.show()).toBe("2 testing | 1 not_ready");
  });

  test("branches are compared after Unicode normalisation", () => {
    const play = new QueuePlay();
    const identity = { ...play.queue.identity, targetBranch: "caf\u00e9" };
    play.apply({ type: "createQueue", identity, settings: {} });
    play.declare(1, { baseBranch: "cafe\u0301" });
    play.apply({ type: "submitPullRequest", identity, number: 1 });
    expect(play.engine.tryFindQueue(identity)?.line).toHaveLength(1);
  });

  test("a queue in parallel mode waits for impacted targets; one in single mode does not", () => {
    const parallel = new QueuePlay({ settings: { mode: "parallel" } }).submit(1);
    expect(parallel.show()).toBe("1 not_ready");
    const { obstacle } = readReadiness(parallel.queue, parallel.submission(1), DEFAULT_ENGINE_OPTIONS);
    expect(obstacle).toBe("targets_missing");
    expect(parallel.targets(1, "a").show()).toBe("1 testing");
    expect(new QueuePlay().submit(1).show()).toBe("1 testing");
  });

  test("an option makes queues always or never wait for targets", () => {
    const always = new QueuePlay({ options: { requiresImpactedTargets: "always" } });
    expect(always.submit(1).show()).toBe("1 not_ready");
    const never = QueuePlay.parallel();
    expect(never.submit(1).show()).toBe("1 testing");
  });

  test("targets are discarded when the host reports a new commit", () => {
    const play = new QueuePlay({ settings: { mode: "parallel" } }).targets(1, "a");
    play.declare(1, { sha: "another" }).submit(1);
    expect(play.show()).toBe("1 not_ready");
  });

  test("a pull request that is enqueued by force does not wait for its mergeability or its targets", () => {
    const play = new QueuePlay({ settings: { mode: "parallel", concurrency: 9 } });
    play.declare(1, { forceEnqueued: true, mergeability: "unspecified" });
    play.declare(2, { forceEnqueued: true, mergeability: "in_progress" });
    play.declare(3, { forceEnqueued: true, mergeability: "not_mergeable" });
    play.declare(4, { forceEnqueued: true, baseBranch: "develop" });
    play.submit(1, 2, 3, 4);
    expect(play.show()).toBe("1 testing | 2 testing on 1 | 3 not_ready | 4 not_ready");
  });

  test("what was submitted before the queue became parallel needs no targets, and counts as ALL without", () => {
    const play = new QueuePlay({ settings: { state: "paused", concurrency: 9 } });
    play.targets(2, "a").submit(1, 2);
    play.update({ mode: "parallel" }).submit(3).submitTargets({ 4: "b" });
    expect(play.show()).toBe("1 pending | 2 pending | 3 not_ready | 4 pending");
    expect(play.update({ state: "running" }).show()).toBe(
      "1 testing | 2 testing on 1 | 4 testing on 1 | 3 not_ready",
    );
    const readNeeds = (number: number): boolean =>
      readReadiness(play.queue, play.submission(number), DEFAULT_ENGINE_OPTIONS).requiresImpactedTargets;
    expect([1, 2, 3, 4].map(readNeeds)).toEqual([false, false, true, true]);
    // Submitted again, it is a later one.
    expect(play.cancel(1).submit(1).states(1)).toBe("not_ready");
  });

  test("a pull request that is closed, or unknown to the host, is refused", () => {
    const play = new QueuePlay({ options: { undeclaredPullRequests: "refuse" } });
    const submit = (number: number) =>
      ({ type: "submitPullRequest", identity: play.queue.identity, number }) as const;
    play.declare(1, { isOpen: false });
    expect(play.tryToBeRefused(submit(1))).toBe("pull_request_closed");
    expect(play.tryToBeRefused(submit(2))).toBe("pull_request_undeclared");
    play.declare(1, { isOpen: true });
    expect(play.tryToBeRefused(submit(1))).toBeUndefined();
  });
});
