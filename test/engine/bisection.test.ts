import type { QueueSettings } from "../../src/queue/settings";
import { QueuePlay } from "./support/queue-play";

function playBisection(settings: QueueSettings = {}): QueuePlay {
  return new QueuePlay({
    settings: { batch: true, batchingMinSize: 4, batchingMaxWaitTimeMinutes: 10, ...settings },
  });
}

describe("the bisection of a failed batch", () => {
  test("tests the halves separately, the larger one first, one after the other by default", () => {
    const play = playBisection({ batchingMinSize: 5 }).submit(1, 2, 3, 4, 5).at(1).fail(1);
    expect(play.show()).toEqual(["bisecting 1+2+3 testing, 4+5 waiting"]);
    expect(play.states(1, 5)).toBe("testing testing");
  });

  test("finds the failing pull request, and the others are tested together before they merge", () => {
    const play = playBisection().submit(1, 2, 3, 4).at(1).fail(1);
    play.at(2).fail(1);
    expect(play.show()).toEqual(["bisecting 1 testing, 2 waiting, 3+4 waiting"]);
    play.at(3).pass(1).at(4).fail(2);
    expect(play.show()).toEqual(["bisecting 1 passed, 3+4 testing"]);
    expect(play.states(1, 2)).toBe("testing failed");
    play.at(5).pass(3);
    expect(play.show()).toEqual(["1 pending", "3 pending", "4 pending"]);
    play.at(6).submit(5);
    expect(play.show()).toEqual(["1+3+4+5 testing"]);
    play.at(7).pass(1);
    expect(play.states(1, 2, 3, 4, 5)).toBe("merged failed merged merged merged");
    expect(play.schedule()).toEqual([
      "0-1 1+2+3+4 failed",
      "1-2 1+2 failed",
      "2-3 1 succeeded",
      "3-4 2 failed",
      "4-5 3+4 succeeded",
      "6-7 1+3+4+5 succeeded",
    ]);
  });

  test("runs at most bisectionConcurrency parts at once, in order", () => {
    const play = playBisection({ bisectionConcurrency: 2 }).submit(1, 2, 3, 4).fail(1).fail(1);
    expect(play.show()).toEqual(["bisecting 1 testing, 2 waiting, 3+4 testing"]);
    expect(play.update({ bisectionConcurrency: 3 }).show()).toEqual([
      "bisecting 1 testing, 2 testing, 3+4 testing",
    ]);
  });

  test("what was tested on top of the batch is tested again without it at once, and merges", () => {
    const play = playBisection({ mode: "parallel", concurrency: 2, batchingMinSize: 2 });
    play.submitTargets({ 1: "a", 2: "b", 3: "b", 4: "c", 5: "a", 6: "c" }).at(1).fail(1);
    // 5 and 6 take the slot of the batch.
    expect(play.show()).toEqual(["bisecting 1 testing, 2 waiting", "3+4 testing", "5+6 testing on 3,4"]);
    play.at(2).pass(3);
    expect(play.states(3, 4)).toBe("merged merged");
    expect(play.show()).toEqual(["bisecting 1 testing, 2 waiting", "5+6 testing"]);
  });

  test("the good ones return in their old turn: behind what has started, ahead of what has not", () => {
    const play = playBisection({ batchingMinSize: 3, batchingMaxWaitTimeMinutes: 60 });
    play.submit(1, 2, 3, 4, 5, 6, 7, 8).at(1).fail(1);
    expect(play.show()).toEqual([
      "bisecting 1+2 testing, 3 waiting",
      "4+5+6 testing",
      "7 pending",
      "8 pending",
    ]);
    play.at(2).pass(1).at(3).fail(3);
    expect(play.show()).toEqual(["4+5+6 testing", "1 pending", "2 pending", "7 pending", "8 pending"]);
    expect(play.at(4).pass(4).show()).toEqual(["1+2+7 testing", "8 pending"]);
  });

  test("begins when those ahead have passed and merged, so that its parts are tested on the branch alone", () => {
    const play = playBisection({ mode: "parallel", concurrency: 9, batchingMinSize: 2 });
    play.submitTargets({ 1: "a", 2: "a", 3: "a", 4: "a" }).fail(3);
    expect(play.show()).toEqual(["1+2 testing", "3+4 pending_failure on 1,2"]);
    play.pass(1);
    expect(play.run(3)).toMatchObject({ isBisection: true, sequences: [3], beneath: [] });
    play.pass(3);
    expect(play.run(4)).toMatchObject({ sequences: [4], beneath: [] });
  });

  test("does not begin when one ahead fails: the batch is tested again", () => {
    const play = playBisection({ mode: "parallel", concurrency: 9, batchingMinSize: 2 });
    play.submitWith(1, { noBatch: true }).targets(1, "a").submitTargets({ 2: "a", 3: "a" }).at(1).fail(2);
    expect(play.show()).toEqual(["1 testing", "2+3 pending_failure on 1"]);
    play.at(2).fail(1);
    expect(play.show()).toEqual(["2+3 testing"]);
    expect(play.schedule()).toEqual(["0-2 1 failed", "0-1 2+3 on 1 failed", "2- 2+3 in_progress"]);
  });

  test("ends when an entry beneath the batch leaves in a pause: the batch returns to waiting", () => {
    const play = playBisection({ mode: "parallel", concurrency: 9, batchingMinSize: 2 });
    play.submitWith(1, { noBatch: true }).targets(1, "a").submitTargets({ 2: "a", 3: "a" });
    play.update({ state: "paused" }).pass(1).fail(2);
    expect(play.show()).toEqual(["1 tests_passed", "bisecting 2 waiting, 3 waiting"]);
    expect(play.cancel(1).show()).toEqual(["2 pending", "3 pending"]);
  });

  test("when every part passes, each pull request is tested alone", () => {
    const play = playBisection({ batchingMinSize: 2 }).submit(1, 2).at(1).fail(1).at(2).pass(1).at(3).pass(2);
    expect(play.show()).toEqual(["1 testing", "2 pending"]);
    play.at(4).pass(1).at(5).fail(2);
    expect(play.states(1, 2)).toBe("merged failed");
    expect(play.schedule()).toEqual([
      "0-1 1+2 failed",
      "1-2 1 succeeded",
      "2-3 2 succeeded",
      "3-4 1 succeeded",
      "4-5 2 failed",
    ]);
  });

  test("a part that times out has failed", () => {
    const play = playBisection({ batchingMinSize: 2, testingTimeoutMinutes: 10 }).submit(1, 2).at(35);
    expect(play.schedule()).toEqual(["0-10 1+2 failed", "10-20 1 failed", "20-30 2 failed"]);
  });

  test("parts pass at once when the last required status has been removed", () => {
    const play = new QueuePlay({
      settings: { batch: true, batchingMinSize: 2 },
      options: { withoutRequiredStatuses: "pass" },
    });
    play.submit(1, 2).at(1).fail(1).update({ requiredStatuses: [] });
    expect(play.show()).toEqual(["bisecting 1 testing, 2 waiting"]);
    play.at(2).pass(1);
    expect(play.states(1, 2)).toBe("merged merged");
    expect(play.schedule()).toEqual([
      "0-1 1+2 failed",
      "1-2 1 succeeded",
      "2-2 1 succeeded",
      "2-2 2 succeeded",
      "2-2 2 succeeded",
    ]);
  });

  test("a cancelled pull request ends the bisection: the others return to waiting", () => {
    const play = playBisection().submit(1, 2, 3, 4).fail(1).at(1).cancel(3);
    expect(play.show()).toEqual(["1 pending", "2 pending", "4 pending"]);
  });

  test("a restart ends the bisection: all return to waiting and are tested as a batch again", () => {
    const play = playBisection().submit(1, 2, 3, 4).at(1).fail(1).at(2).restart(3);
    expect(play.show()).toEqual(["1+2+3+4 testing"]);
  });

  test("a failed batch waits for tests on top of it before it is bisected", () => {
    const play = playBisection({
      mode: "parallel",
      concurrency: 9,
      batchingMinSize: 2,
      pendingFailureDepth: 2,
    });
    play.submitTargets({ 1: "a", 2: "a", 3: "a", 4: "a", 5: "a", 6: "a" }).fail(1);
    expect(play.show()).toEqual(["1+2 pending_failure", "3+4 testing on 1,2", "5+6 testing on 1,2,3,4"]);
    // A batch of two are two pull requests.
    expect(play.pass(3).show()).toEqual([
      "bisecting 1 testing, 2 waiting",
      "3+4 testing",
      "5+6 testing on 3,4",
    ]);
  });
});

describe("bisection_skip_redundant_tests", () => {
  const skips = { optimizationMode: "bisection_skip_redundant_tests" } as const;

  test("when one half has passed, the other must fail: it is split, or fails, without a run", () => {
    const play = playBisection(skips).submit(1, 2, 3, 4).at(1).fail(1);
    play.at(2).pass(1);
    expect(play.show()).toEqual(["bisecting 1+2 passed, 3 testing, 4 waiting"]);
    play.at(3).pass(3);
    expect(play.states(4)).toBe("failed");
    expect(play.submission(4).reason).toContain("The rest of its batch passed.");
    expect(play.schedule()).toEqual(["0-1 1+2+3+4 failed", "1-2 1+2 succeeded", "2-3 3 succeeded"]);
  });

  test("a run is cancelled once its result is known", () => {
    const play = playBisection({ ...skips, bisectionConcurrency: 2 })
      .submit(1, 2, 3, 4)
      .at(1)
      .fail(1);
    play.at(2).pass(3);
    expect(play.show()).toEqual(["bisecting 1 testing, 2 testing, 3+4 passed"]);
    expect(play.schedule()).toContain("1-2 1+2 cancelled");
  });

  test("when the only part left has passed, it merges without another run", () => {
    const play = playBisection({ ...skips, batchingMinSize: 2 })
      .submit(1, 2)
      .at(1)
      .fail(1)
      .at(2)
      .pass(1);
    expect(play.states(1, 2)).toBe("merged failed");
    expect(play.schedule()).toEqual(["0-1 1+2 failed", "1-2 1 succeeded"]);
  });

  test("when something related has merged since its test, or is in the line, the only part left is tested again", () => {
    const play = playBisection({ ...skips, mode: "parallel", concurrency: 4, batchingMinSize: 2 });
    play.submitTargets({ 1: "a", 2: "b", 3: "b", 4: "b" }).at(1).fail(1);
    play.at(2).pass(3).at(3).pass(1);
    expect(play.states(2, 3, 4)).toBe("failed merged merged");
    // What merged impacts other targets than 1.
    expect(play.states(1)).toBe("merged");
    play.submitTargets({ 5: "a", 6: "b", 7: "b", 8: "b" }).at(4).fail(5);
    play.at(5).fail(5).at(6).pass(7).at(7).pass(6);
    expect(play.states(5, 7, 8)).toBe("failed merged merged");
    expect(play.show()).toEqual(["6 pending"]);
  });

  test("while something related is tested, the only part left is tested again on top of it", () => {
    const play = playBisection({ ...skips, mode: "parallel", concurrency: 4, batchingMinSize: 2 });
    play.submitTargets({ 1: "a", 2: "b", 3: "a", 4: "c" }).at(1).fail(1).at(2).pass(1);
    expect(play.states(2)).toBe("failed");
    expect(play.show()).toEqual(["3+4 testing", "1 pending"]);
    expect(play.at(20).show()).toEqual(["3+4 testing", "1 testing on 3,4"]);
  });

  test("several parts that have passed are tested together", () => {
    const play = playBisection({ ...skips, batchingMinSize: 3, batchingMaxWaitTimeMinutes: 1 });
    play.submit(1, 2, 3).at(1).fail(1).at(2).fail(1).at(3).pass(1);
    expect(play.show()).toEqual(["bisecting 1 passed, 3 testing"]);
    expect(play.at(4).pass(3).show()).toEqual(["1 pending", "3 pending"]);
    expect(play.at(5).show()).toEqual(["1+3 testing"]);
  });
});
