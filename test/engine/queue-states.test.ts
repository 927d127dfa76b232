import type { EventOf } from "../../src/engine/engine-event";
import { MAIN } from "./engine-fixtures";
import { QueuePlay } from "./support/queue-play";

describe("paused", () => {
  test("tests continue and end, nothing merges and nothing new starts", () => {
    const play = QueuePlay.parallel({ concurrency: 2 }).submit(1, 2, 3).update({ state: "paused" });
    play.pass(1);
    expect(play.show()).toBe("1 tests_passed | 2 testing on 1 | 3 pending");
    expect(play.fail(2).states(1, 2, 3)).toBe("tests_passed failed pending");
    expect(play.update({ state: "running" }).states(1, 3)).toBe("merged testing");
  });

  test("a restarted pull request returns to waiting, with everything on top of it", () => {
    const play = QueuePlay.parallel().submit(1, 2).update({ state: "paused" }).restart(1);
    expect(play.show()).toBe("1 pending | 2 pending");
    expect(play.submission(1).reason).toBe("Waits for its turn: its tests were restarted on request.");
    expect(play.update({ state: "running" }).show()).toBe("1 testing | 2 testing on 1");
  });

  test("a pending failure is shown and becomes final", () => {
    const play = QueuePlay.parallel({ pendingFailureDepth: 1 }).submit(1, 2).update({ state: "paused" });
    expect(play.fail(1).states(1)).toBe("pending_failure");
    expect(play.pass(2).states(1, 2)).toBe("failed pending");
  });

  test("a batch does not start when its maximum wait is over", () => {
    const play = new QueuePlay({ settings: { batch: true } }).submit(1).update({ state: "paused" });
    expect(play.engine.nextDueMs()).toBeUndefined();
    expect(play.at(60).show()).toBe("1 pending");
    expect(play.update({ state: "running" }).schedule()).toBe("60- 1 in_progress");
  });
});

describe("draining", () => {
  test("what is being tested merges; nothing new starts until the queue runs again", () => {
    const play = new QueuePlay().submit(1, 2).update({ state: "draining" }).submit(3);
    play.submitWith(4, { priority: "urgent" });
    expect(play.show()).toBe("1 testing | 4 pending | 2 pending | 3 pending");
    expect(play.pass(1).show()).toBe("4 pending | 2 pending | 3 pending");
    expect(play.update({ state: "running" }).show()).toBe("4 testing | 2 pending | 3 pending");
  });

  test("what is being tested is tested again in its place, and can be restarted", () => {
    const play = QueuePlay.parallel().submit(1, 2, 3).update({ state: "draining" }).fail(1);
    expect(play.show()).toBe("2 testing | 3 testing on 2");
    expect(play.at(5).restart(2).run(2).createdAtMs).toBe(play.run(3).createdAtMs + 5 * 60_000);
  });

  test("what returned from the line is tested to its end", () => {
    const play = QueuePlay.parallel({ concurrency: 1 }).submit(1, 2).update({ state: "draining" });
    play.restart(1);
    expect(play.show()).toBe("1 testing | 2 pending");
  });

  test("a bisection goes on, and its good ones are tested again and merge", () => {
    const settings = { batch: true, batchingMinSize: 2, batchingMaxWaitTimeMinutes: 1 };
    const play = new QueuePlay({ settings });
    play.submit(1, 2, 3, 4).update({ state: "draining" }).fail(1);
    expect(play.show()).toBe("bisecting 1 testing, 2 waiting | 3 pending | 4 pending");
    play.fail(1).pass(2).at(1);
    expect(play.show()).toBe("2 testing | 3 pending | 4 pending");
  });

  test("an option makes the queue refuse submissions", () => {
    const play = new QueuePlay({ options: { submissionsWhileDraining: "refuse" } });
    const event = { type: "submitPullRequest", identity: MAIN, number: 1 } as const;
    play.update({ state: "draining" });
    expect(play.tryToBeRefused(event)).toBe("queue_draining");
    play.update({ state: "running" });
    expect(play.tryToBeRefused(event)).toBeUndefined();
  });
});

describe("switching modes", () => {
  test("what is being tested continues and merges, nothing new starts, and then the mode changes", () => {
    const play = QueuePlay.parallel({ mode: "single", concurrency: 3 });
    play.submit(1, 2, 3).update({ mode: "parallel" });
    expect(play.queue.isSwitchingModes).toBe(true);
    expect(play.show()).toBe("1 testing | 2 pending | 3 pending");
    play.at(5).pass(1);
    expect(play.queue.isSwitchingModes).toBe(false);
    expect(play.show()).toBe("2 testing | 3 testing on 2");
  });

  test("what is tested again is tested in the former mode", () => {
    const play = QueuePlay.parallel().submit(1, 2, 3, 4).update({ mode: "single", concurrency: 3 });
    play.submit(5).at(1).fail(1);
    expect(play.show()).toBe("2 testing | 3 testing on 2 | 4 testing on 2,3 | 5 pending");
    play.at(2).pass(2).at(3).pass(3);
    expect(play.queue.isSwitchingModes).toBe(true);
    expect(play.at(4).pass(4).queue.isSwitchingModes).toBe(false);
    expect(play.show()).toBe("5 testing");
  });

  test("a state requested meanwhile applies afterwards", () => {
    const play = QueuePlay.parallel().submit(1, 2).update({ mode: "single" }).update({ state: "paused" });
    expect(play.pass(1, 2).show()).toBe("1 tests_passed | 2 tests_passed on 1");
    const settings = { state: "paused", mode: "single" };
    expect(play.queue).toMatchObject({ isSwitchingModes: false, settings });
  });

  test("F-26: an option refuses other changes meanwhile", () => {
    const play = new QueuePlay({ options: { switchingModes: { reads: 0, refusesWrites: true } } });
    play.submit(1).update({ mode: "parallel" });
    const event = { type: "updateQueue", identity: MAIN, settings: { concurrency: 2 } } as const;
    expect(play.tryToBeRefused(event)).toBe("switching_modes");
    play.pass(1);
    expect(play.tryToBeRefused(event)).toBeUndefined();
  });

  const MORE = new Map([["a", 1]]);
  test.each<[string, Omit<EventOf<"updateQueue">, "type" | "identity">, string | undefined]>([
    ["of the mode", { settings: { mode: "single" } }, "switching_modes"],
    ["of the state with a setting", { settings: { state: "paused", concurrency: 2 } }, "switching_modes"],
    ["of an additional setting", { settings: {}, additionalSettings: MORE }, "switching_modes"],
    ["of the required statuses", { settings: {}, deletesRequiredStatuses: true }, "switching_modes"],
    ["of the state", { settings: { state: "paused" } }, undefined],
    ["of nothing", { settings: {} }, undefined],
  ])(
    "with live answers a write %s meanwhile is refused, unless it is of the state alone",
    (_what, event, kind) => {
      const play = new QueuePlay({ options: { answers: "live" } }).submit(1).update({ mode: "parallel" });
      const write = { type: "updateQueue", identity: MAIN, ...event } as const;
      expect(play.tryToBeRefused(write)).toBe(kind);
      play.update({ state: "running" }).pass(1);
      expect(play.tryToBeRefused(write)).toBeUndefined();
    },
  );
});
