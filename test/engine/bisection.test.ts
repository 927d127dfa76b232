import type { QueueSettings } from "../../src/queue/settings";
import { QueuePlay } from "./support/queue-play";

function playBisection(settings: QueueSettings = {}): QueuePlay {
  return new QueuePlay({
    settings: { batch: true, batchingMinSize: 4, batchingMaxWaitTimeMinutes: 10, ...settings },
  });
}

describe("the bisection of a failed batch", () => {
  test("tests the larger half first, and the other one on top of it; one after the other by default", () => {
    const play = playBisection({ batchingMinSize: 5 }).submit(1, 2, 3, 4, 5).at(1).fail(1);
    expect(play.show()).toBe("bisecting 1+2+3 testing, 4+5 waiting");
    expect(play.states(1, 5)).toBe("testing testing");
  });

  test("finds the failing pull request, and the others are tested together before they merge", () => {
    const play = playBisection().submit(1, 2, 3, 4).at(1).fail(1);
    play.at(2).fail(1);
    expect(play.show()).toBe("bisecting 1 testing, 2 waiting, 3+4 waiting");
    play.at(3).pass(1).at(4).fail(2);
    expect(play.show()).toBe("bisecting 1 passed, 3+4 testing");
    expect(play.states(1, 2)).toBe("testing failed");
    play.at(5).pass(3);
    expect(play.show()).toBe("1 pending | 3 pending | 4 pending");
    play.at(6).submit(5);
    expect(play.show()).toBe("1+3+4+5 testing");
    play.at(7).pass(1);
    expect(play.states(1, 2, 3, 4, 5)).toBe("merged failed merged merged merged");
    expect(play.schedule()).toBe(
      "0-1 1+2+3+4 failed | 1-2 1+2 failed | 2-3 1 succeeded | 3-4 2 on 1 failed | " +
        "4-5 3+4 on 1 succeeded | 6-7 1+3+4+5 succeeded",
    );
  });

  test("runs at most bisectionConcurrency parts at once, in order", () => {
    const play = playBisection({ bisectionConcurrency: 2 }).submit(1, 2, 3, 4).fail(1).fail(1);
    expect(play.show()).toBe("bisecting 1 testing, 2 waiting, 3+4 testing");
    expect(play.update({ bisectionConcurrency: 3 }).show()).toBe(
      "bisecting 1 testing, 2 testing, 3+4 testing",
    );
  });

  test("what was tested on top of the batch is tested again without it at once, and merges", () => {
    const play = playBisection({ mode: "parallel", concurrency: 2, batchingMinSize: 2 });
    play.submitTargets({ 1: "ab", 2: "b", 3: "bc", 4: "c", 5: "ac", 6: "c" }).at(1).fail(1);
    // 5 and 6 take the slot of the batch.
    expect(play.show()).toBe("bisecting 1 testing, 2 waiting | 3+4 testing | 5+6 testing on 3,4");
    play.at(2).pass(3);
    expect(play.states(3, 4)).toBe("merged merged");
    expect(play.show()).toBe("bisecting 1 testing, 2 waiting | 5+6 testing");
  });

  test("the good ones return in their old turn: behind what has started, ahead of what has not", () => {
    const play = playBisection({ batchingMinSize: 3, batchingMaxWaitTimeMinutes: 60 });
    play.submit(1, 2, 3, 4, 5, 6, 7, 8).at(1).fail(1);
    expect(play.show()).toBe("bisecting 1+2 testing, 3 waiting | 4+5+6 testing | 7 pending | 8 pending");
    play.at(2).pass(1).at(3).fail(3);
    expect(play.show()).toBe("4+5+6 testing | 1 pending | 2 pending | 7 pending | 8 pending");
    expect(play.at(4).pass(4).show()).toBe("1+2+7 testing | 8 pending");
  });

  test("begins when those ahead have passed and merged, so that it contains nothing but its batch", () => {
    const play = playBisection({ mode: "parallel", concurrency: 9, batchingMinSize: 2 });
    play.submitTargets({ 1: "a", 2: "a", 3: "a", 4: "a" }).fail(3);
    expect(play.show()).toBe("1+2 testing | 3+4 pending_failure on 1,2");
    play.pass(1);
    expect(play.run(3)).toMatchObject({ isBisection: true, sequences: [3], beneath: [] });
    play.pass(3);
    expect(play.run(4)).toMatchObject({ sequences: [4], beneath: [3] });
  });

  test("does not begin when one ahead fails: the batch is tested again", () => {
    const play = playBisection({ mode: "parallel", concurrency: 9, batchingMinSize: 2 });
    play.submitWith(1, { noBatch: true }).targets(1, "a").submitTargets({ 2: "a", 3: "a" }).at(1).fail(2);
    expect(play.show()).toBe("1 testing | 2+3 pending_failure on 1");
    play.at(2).fail(1);
    expect(play.show()).toBe("2+3 testing");
    expect(play.schedule()).toBe("0-2 1 failed | 0-1 2+3 on 1 failed | 2- 2+3 in_progress");
  });

  test("ends when an entry beneath the batch leaves in a pause: the batch returns to waiting", () => {
    const play = playBisection({ mode: "parallel", concurrency: 9, batchingMinSize: 2 });
    play.submitWith(1, { noBatch: true }).targets(1, "a").submitTargets({ 2: "a", 3: "a" });
    play.update({ state: "paused" }).pass(1).fail(2);
    expect(play.show()).toBe("1 tests_passed | bisecting 2 waiting, 3 waiting");
    expect(play.cancel(1).show()).toBe("2 pending | 3 pending");
  });

  test("when every part passes, each pull request is tested alone", () => {
    const play = playBisection({ batchingMinSize: 2 }).submit(1, 2).at(1).fail(1).at(2).pass(1).at(3).pass(2);
    expect(play.show()).toBe("1 testing | 2 pending");
    play.at(4).pass(1).at(5).fail(2);
    expect(play.states(1, 2)).toBe("merged failed");
    expect(play.schedule()).toBe(
      "0-1 1+2 failed | 1-2 1 succeeded | 2-3 2 on 1 succeeded | 3-4 1 succeeded | 4-5 2 failed",
    );
  });

  test("a part that times out has failed", () => {
    const play = playBisection({ batchingMinSize: 2, testingTimeoutMinutes: 10 }).submit(1, 2).at(35);
    expect(play.schedule()).toBe("0-10 1+2 failed | 10-20 1 failed | 20-30 2 failed");
  });

  test("parts pass at once when the last required status has been removed", () => {
    const play = new QueuePlay({
      settings: { batch: true, batchingMinSize: 2 },
      options: { withoutRequiredStatuses: "pass" },
    });
    play.submit(1, 2).at(1).fail(1).update({ requiredStatuses: [] });
    expect(play.show()).toBe("bisecting 1 testing, 2 waiting");
    play.at(2).pass(1);
    expect(play.states(1, 2)).toBe("merged merged");
    expect(play.schedule()).toBe(
      "0-1 1+2 failed | 1-2 1 succeeded | 2-2 1 succeeded | 2-2 2 on 1 succeeded | 2-2 2 succeeded",
    );
  });

  test("a cancelled pull request ends the bisection: the others return to waiting", () => {
    const play = playBisection().submit(1, 2, 3, 4).fail(1).at(1).cancel(3);
    expect(play.show()).toBe("1 pending | 2 pending | 4 pending");
  });

  test("a restart ends the bisection: all return to waiting and are tested as a batch again", () => {
    const play = playBisection().submit(1, 2, 3, 4).at(1).fail(1).at(2).restart(3);
    expect(play.show()).toBe("1+2+3+4 testing");
  });

  test("a failed batch waits for tests on top of it before it is bisected", () => {
    const play = playBisection({
      mode: "parallel",
      concurrency: 9,
      batchingMinSize: 2,
      pendingFailureDepth: 1,
    });
    play.submitTargets({ 1: "a", 2: "a", 3: "a", 4: "a", 5: "a", 6: "a" }).fail(1);
    expect(play.show()).toBe("1+2 pending_failure | 3+4 testing on 1,2 | 5+6 testing on 1,2,3,4");
    // A batch is one level, whatever its size.
    expect(play.pass(3).show()).toBe("bisecting 1 testing, 2 waiting | 3+4 testing | 5+6 testing on 3,4");
  });
});

describe("a part that fails on top of others", () => {
  const together = { bisectionConcurrency: 4 };

  test("is at fault once all ahead of it have passed", () => {
    const play = playBisection(together).submit(1, 2, 3, 4).at(1).fail(1).at(2).fail(3);
    expect(play.show()).toBe("bisecting 1+2 testing, 3+4 failed");
    expect(play.states(1, 3)).toBe("testing pending_failure");
    expect(play.submission(3).reason).toBe(
      "The required status ci ended with failure. It is tested again if a pull request ahead of it also fails.",
    );
    expect(play.at(3).pass(1).show()).toBe("bisecting 1+2 passed, 3 testing, 4 testing");
    play.at(4).fail(4).at(5).fail(3);
    expect(play.schedule()).toBe(
      "0-1 1+2+3+4 failed | 1-3 1+2 succeeded | 1-2 3+4 on 1,2 failed | 3-5 3 on 1,2 failed | " +
        "3-4 4 on 1,2,3 failed | 5- 4 on 1,2 in_progress",
    );
    expect(play.at(6).pass(4).states(3, 4)).toBe("failed pending");
  });

  test("is tested again without the culprit ahead of it, whether it has failed or is being tested", () => {
    const play = playBisection({ ...together, batchingMinSize: 5 })
      .submit(1, 2, 3, 4, 5)
      .at(1)
      .fail(1);
    play.at(2).fail(1).fail(4).at(3).fail(1).at(4).fail(1);
    expect(play.states(1)).toBe("failed");
    expect(play.schedule()).toBe(
      "0-1 1+2+3+4+5 failed | 1-2 1+2+3 failed | 1-2 4+5 on 1,2,3 failed | 2-3 1+2 failed | " +
        "2-4 3 on 1,2 cancelled | 3-4 1 failed | 3-4 2 on 1 cancelled | 4- 2 in_progress | " +
        "4- 3 on 2 in_progress | 4- 4+5 on 2,3 in_progress",
    );
  });
});

describe("a bisection without slots of its own (bisectionConcurrency 0)", () => {
  test("shares concurrency with the line, and goes first", () => {
    const play = playBisection({
      mode: "parallel",
      concurrency: 2,
      bisectionConcurrency: 0,
      batchingMinSize: 2,
    });
    play.submitTargets({ 1: "a", 2: "a", 3: "b", 4: "b" }).at(1).fail(1);
    expect(play.show()).toBe("bisecting 1 testing, 2 waiting | 3+4 testing");
    play.submitTargets({ 5: "c", 6: "c" }).at(2).pass(3);
    expect(play.show()).toBe("bisecting 1 testing, 2 testing | 5 pending | 6 pending");
  });
});

describe("bisection_skip_redundant_tests", () => {
  const skips = { optimizationMode: "bisection_skip_redundant_tests", bisectionConcurrency: 9 } as const;

  test("what has failed with the same pull requests beneath is split at once, beside the rest", () => {
    const play = playBisection(skips).submit(1, 2, 3, 4).at(1).fail(1);
    expect(play.show()).toBe("bisecting 1+2 testing, 3 testing, 4 testing");
    play.at(2).fail(1);
    // 2 on top of 1 is the half that has failed: it is tested alone.
    expect(play.schedule()).toBe(
      "0-1 1+2+3+4 failed | 1-2 1+2 failed | 1- 3 in_progress | 1- 4 on 3 in_progress | " +
        "2- 1 in_progress | 2- 2 in_progress",
    );
  });

  test("a pass is never reused, and nothing is concluded about the other half", () => {
    const play = playBisection(skips).submit(1, 2, 3, 4).at(1).fail(1).at(2).pass(1).at(3).pass(3);
    expect(play.show()).toBe("bisecting 1+2 passed, 3 passed, 4 testing");
    play.at(4).fail(4);
    expect(play.states(4)).toBe("failed");
    expect(play.show()).toBe("1 pending | 2 pending | 3 pending");
    expect(play.at(14).show()).toBe("1+2+3 testing");
  });

  test("a single pull request whose failure is known, with nothing beneath, fails without another test", () => {
    const play = playBisection({ ...skips, batchingMinSize: 3 })
      .submit(1, 2, 3)
      .at(1)
      .fail(1);
    // 1+2, 3 alone; then 1, 2 alone, and 2 again without the culprit 1.
    play.at(2).fail(1).at(3).fail(3).fail(1).fail(2);
    expect(play.states(1, 2, 3)).toBe("failed failed failed");
  });

  test("a failure is forgotten when something else merges into the branch", () => {
    const play = playBisection({ ...skips, mode: "parallel", concurrency: 4, batchingMinSize: 2 });
    play.submitTargets({ 1: "a", 2: "a", 3: "b", 4: "b" }).at(1).pass(3).at(2).fail(1);
    expect(play.states(3, 4)).toBe("merged merged");
    expect(play.show()).toBe("bisecting 1 testing, 2 testing");
    expect(play.schedule()).toContain("2- 2 on 1 in_progress");
  });

  test("what was ahead of the batch and has merged since does not count as another branch", () => {
    const play = playBisection({ ...skips, mode: "parallel", concurrency: 4, batchingMinSize: 2 });
    play.submitTargets({ 1: "a", 2: "a", 3: "a", 4: "a" }).at(1).fail(3).at(2).pass(1);
    expect(play.schedule()).toBe(
      "0-2 1+2 succeeded | 0-1 3+4 on 1,2 failed | 2- 3 in_progress | 2- 4 in_progress",
    );
  });

  test("outside of a bisection everything is tested", () => {
    const play = playBisection(skips).submit(1, 2, 3, 4).at(1).fail(1).at(2).restart(1);
    expect(play.show()).toBe("1+2+3+4 testing");
  });
});
