import { DEFAULT_ENGINE_OPTIONS } from "../../../src/emulator/engine/engine-options";
import { readReadiness } from "../../../src/emulator/engine/waiting/readiness";
import { QueuePlay } from "./support/queue-play";

describe("readiness", () => {
  test("a pull request starts if its base branch is the queue's and the host can merge it", () => {
    const play = new QueuePlay().submit(1);
    expect(play.show()).toEqual(["1 testing"]);
  });

  test.each([
    ["has another base branch", { baseBranch: "develop" }],
    ["has a branch that differs by case", { baseBranch: "Main" }],
    ["cannot be merged", { mergeability: "not_mergeable" }],
    ["is not known to be mergeable", { mergeability: "unspecified" }],
    ["is being examined by the host", { mergeability: "in_progress" }],
  ] as const)("a pull request that %s is not ready and is skipped", (_what, fields) => {
    const play = new QueuePlay().declare(1, fields).submit(1, 2);
    expect(play.show()).toEqual(["2 testing", "1 not_ready"]);
  });

  test("a pull request becomes ready when the host says so, and starts in its turn", () => {
    const play = new QueuePlay().declare(1, { mergeability: "in_progress" }).submit(1, 2, 3);
    play.declare(1, { mergeability: "mergeable" });
    expect(play.show()).toEqual(["2 testing", "1 pending", "3 pending"]);
    play.pass(2);
    expect(play.show()).toEqual(["1 testing", "3 pending"]);
  });

  test("branches are compared after Unicode normalisation", () => {
    const play = new QueuePlay();
    const identity = { ...play.queue.identity, targetBranch: "caf\u00e9" };
    play.apply({ type: "createQueue", identity, settings: {} });
    play.declare(1, { baseBranch: "cafe\u0301" });
    play.apply({ type: "submitPullRequest", identity, number: 1, priority: undefined, noBatch: false });
    expect(play.engine.tryFindQueue(identity)?.line).toHaveLength(1);
  });

  test("a queue in parallel mode waits for impacted targets; one in single mode does not", () => {
    const parallel = new QueuePlay({ settings: { mode: "parallel" } }).submit(1);
    expect(parallel.show()).toEqual(["1 not_ready"]);
    expect(parallel.submission(1).reason).toContain("impacted targets");
    expect(parallel.targets(1, "a").show()).toEqual(["1 testing"]);
    expect(new QueuePlay().submit(1).show()).toEqual(["1 testing"]);
  });

  test("an option makes queues always or never wait for targets", () => {
    const always = new QueuePlay({ options: { requiresImpactedTargets: "always" } });
    expect(always.submit(1).show()).toEqual(["1 not_ready"]);
    const never = new QueuePlay({
      settings: { mode: "parallel" },
      options: { requiresImpactedTargets: "never" },
    });
    expect(never.submit(1).show()).toEqual(["1 testing"]);
  });

  test("targets that were reported before the submission count", () => {
    const play = new QueuePlay({ settings: { mode: "parallel" } }).targets(1, "a").submit(1);
    expect(play.show()).toEqual(["1 testing"]);
  });

  test("targets are discarded when the host reports a new commit", () => {
    const play = new QueuePlay({ settings: { mode: "parallel" } }).targets(1, "a");
    play.declare(1, { sha: "another" }).submit(1);
    expect(play.show()).toEqual(["1 not_ready"]);
  });

  test("a pull request that is enqueued by force does not wait for its mergeability or its targets", () => {
    const play = new QueuePlay({ settings: { mode: "parallel", concurrency: 9 } });
    play.declare(1, { forceEnqueued: true, mergeability: "unspecified" });
    play.declare(2, { forceEnqueued: true, mergeability: "in_progress" });
    play.declare(3, { forceEnqueued: true, mergeability: "not_mergeable" });
    play.declare(4, { forceEnqueued: true, baseBranch: "develop" });
    play.submit(1, 2, 3, 4);
    expect(play.show()).toEqual(["1 testing", "2 testing on 1", "3 not_ready", "4 not_ready"]);
  });

  test("a change of mode re-evaluates readiness", () => {
    const play = new QueuePlay({ settings: { state: "paused" } }).submit(1);
    expect(play.show()).toEqual(["1 pending"]);
    expect(play.update({ mode: "parallel" }).show()).toEqual(["1 not_ready"]);
    expect(play.update({ mode: "single" }).show()).toEqual(["1 pending"]);
  });

  test("uses the terms of the interface", () => {
    const play = new QueuePlay({ settings: { mode: "parallel" } }).submit(1);
    expect(readReadiness(play.queue, play.submission(1), DEFAULT_ENGINE_OPTIONS)).toEqual({
      hasImpactedTargets: false,
      requiresImpactedTargets: true,
      doesBaseBranchMatch: true,
      hostMergeability: "mergeable",
      isReady: false,
    });
  });

  test("a pull request that is closed, or unknown to the host, is refused", () => {
    const play = new QueuePlay({ options: { undeclaredPullRequests: "refuse" } });
    const submit = (number: number) =>
      ({
        type: "submitPullRequest",
        identity: play.queue.identity,
        number,
        priority: undefined,
        noBatch: false,
      }) as const;
    play.declare(1, { isOpen: false });
    expect(play.tryToBeRefused(submit(1))).toBe("pull_request_closed");
    expect(play.tryToBeRefused(submit(2))).toBe("pull_request_undeclared");
    play.declare(1, { isOpen: true });
    expect(play.tryToBeRefused(submit(1))).toBeUndefined();
  });
});
