import { skipsTheLine } from "../../src/engine/queue-contents";
import { QueuePlay } from "./support/queue-play";

/** Lets all tests pass, one after another, and returns the order. */
function playOut(play: QueuePlay): number[] {
  const order: number[] = [];
  for (;;) {
    const [head] = play.queue.line;
    const number = head && play.queue.submissions.get(head.sequences[0] ?? 0)?.number;
    if (number === undefined) return order;
    order.push(number);
    play.pass(number);
  }
}

describe("turns", () => {
  test("lower priority values go first, and equal ones in order of submission", () => {
    const play = new QueuePlay({ settings: { state: "paused" } });
    play.submitWith(1, { priority: "low" }).submit(2).submitWith(3, { priority: 99 });
    play.submitWith(4, { priority: "urgent" }).submit(5).submitWith(6, { priority: 99 });
    expect(playOut(play.update({ state: "running" }))).toEqual([4, 3, 6, 2, 5, 1]);
  });

  test("returned pull requests precede new ones of any priority but urgent", () => {
    const play = QueuePlay.parallel({ concurrency: 2 }).submit(1, 2, 3);
    play.submitWith(4, { priority: 1 });
    play.declare(2, { mergeability: "not_mergeable" }).update({ concurrency: 1 });
    play.declare(2, { mergeability: "mergeable" });
    expect(play.show()).toBe("1 testing | 4 testing on 1 | 2 pending | 3 pending");
    play.pass(4);
    expect(play.show()).toBe("1 testing | 4 tests_passed on 1 | 2 pending | 3 pending");
  });

  test("a pull request that is submitted again joins the end, and keeps its id", () => {
    const play = new QueuePlay().submit(1, 2, 3);
    const { id } = play.submission(2);
    play.cancel(2).submit(2);
    expect(play.submission(2)).toMatchObject({ id, sequence: 4, firstSequence: 2 });
    expect(playOut(play)).toEqual([1, 3, 2]);
    expect([...play.queue.submissions.values()].map(({ number, state }) => `${number} ${state}`)).toEqual([
      "1 merged",
      "2 cancelled",
      "3 merged",
      "2 merged",
    ]);
  });
});

describe("priorities", () => {
  test("have the values urgent 0, high 10, medium 100, low 200; other numbers up to 255 and beyond are accepted", () => {
    const play = new QueuePlay({ settings: { state: "paused" } });
    for (const [number, priority] of ["urgent", "high", "medium", "low", 0, 255, 4_294_967_295].entries()) {
      play.submitWith(number, { priority });
    }
    const shown = [0, 1, 2, 3, 4, 5, 6].map((number) => play.submission(number).priority);
    expect(shown.map(({ name, value }) => `${name} ${value}`)).toEqual([
      "urgent 0",
      "high 10",
      "medium 100",
      "low 200",
      "urgent 0",
      "255 255",
      "4294967295 4294967295",
    ]);
  });

  test("an urgent pull request starts at once, and what was being tested is tested again on top of it", () => {
    const play = QueuePlay.parallel({ concurrency: 3 }).submit(1, 2).at(5);
    play.submitWith(3, { priority: "urgent" });
    expect(play.show()).toBe("3 testing | 1 testing on 3 | 2 testing on 3,1");
    expect(play.schedule()).toBe(
      "0-5 1 cancelled | 0-5 2 on 1 cancelled | 5- 1 on 3 in_progress | 5- 2 on 3,1 in_progress | " +
        "5- 3 in_progress",
    );
  });

  test("an urgent pull request interrupts the only test of a queue in single mode, and says so", () => {
    const play = new QueuePlay().submit(1).at(5).submitWith(2, { priority: 0 });
    expect(play.show()).toBe("2 testing | 1 pending");
    expect(play.submission(1).reason).toBe("Waits for its turn again, because #2 is urgent.");
  });

  test("urgent pull requests do not interrupt each other, nor those that skip the line", () => {
    const play = new QueuePlay().declare(1, { skipTheLine: true }).submit(1);
    play.submitWith(2, { priority: "urgent" }).submitWith(3, { priority: "urgent" });
    expect(play.show()).toBe("1 testing | 2 pending | 3 pending");
  });

  test("an urgent pull request does not wait for a batch, and interrupts no bisection", () => {
    const play = new QueuePlay({ settings: { batch: true, batchingMinSize: 2 } }).submit(1, 2).fail(1);
    play.submitWith(3, { priority: "urgent" });
    expect(play.show()).toBe("3 testing | bisecting 1 testing, 2 waiting");
  });

  test("when a failure leaves and an urgent one waits for a slot, what is behind starts once, on top of it", () => {
    const play = QueuePlay.parallel({ concurrency: 2 }).declare(1, { skipTheLine: true }).submit(1);
    play.declare(2, { skipTheLine: true }).submit(2, 3).submitWith(4, { priority: "urgent" });
    expect(play.show()).toBe("1 testing | 2 testing on 1 | 4 pending | 3 pending");
    play.at(5).fail(1);
    expect(play.show()).toBe("2 testing | 4 testing on 2 | 3 pending");
    expect(play.schedule()).toMatch(/ \| 5- 2 in_progress \| 5- 4 on 2 in_progress$/);
  });

  test("one that is to be tested again starts after an urgent one, so that no test is started and cancelled at once", () => {
    const play = QueuePlay.parallel({ concurrency: 2 }).submitWith(1, { priority: "urgent" }).submit(2);
    play.pass(2).update({ concurrency: 1 }).submitWith(3, { priority: "urgent" });
    expect(play.show()).toBe("1 testing | 2 tests_passed on 1 | 3 pending");
    play.at(5).fail(1);
    expect(play.schedule()).toBe("0-5 1 failed | 0-0 2 on 1 succeeded | 5- 3 in_progress");
    expect(play.show()).toBe("3 testing | 2 pending");
  });
});

describe("skipTheLine", () => {
  test("parallel mode: only its dependents return to waiting, passed or not", () => {
    const play = new QueuePlay({ settings: { mode: "parallel", concurrency: 5 } });
    play.submitTargets({ 1: "a", 2: "b", 3: "ab", 4: "c" }).pass(3);
    expect(play.show()).toBe("1 testing | 2 testing | 3 tests_passed on 1,2 | 4 testing");
    play.declare(5, { skipTheLine: true }).submitTargets({ 5: "b" });
    // 1 and 4 impact other targets; 2 and 3 are tested again on top of 5.
    expect(play.show()).toBe("5 testing | 1 testing | 4 testing | 2 testing on 5 | 3 testing on 5,1,2");
  });

  test("after concurrency was lowered, as many tests as necessary are interrupted", () => {
    const play = new QueuePlay({ settings: { mode: "parallel", concurrency: 3 } });
    play.submitTargets({ 1: "a", 2: "b", 3: "c" }).update({ concurrency: 2 });
    play.declare(4, { skipTheLine: true }).submitTargets({ 4: "d" });
    expect(play.show()).toBe("4 testing | 1 testing | 2 pending | 3 pending");
  });

  test("a failure waits for interrupted tests that start again on top of it", () => {
    const play = new QueuePlay({ settings: { mode: "parallel", concurrency: 2, pendingFailureDepth: 2 } });
    play.submitTargets({ 1: "d", 2: "cd" }).at(1).fail(1);
    expect(play.show()).toBe("1 pending_failure | 2 testing on 1");
    play.at(2).declare(3, { skipTheLine: true }).submitTargets({ 3: "c" });
    expect(play.show()).toBe("3 testing | 1 pending_failure | 2 testing on 3,1");
    expect(play.at(3).fail(2).states(1, 2)).toBe("failed testing");
    expect(play.schedule()).toBe(
      "0-1 1 failed | 0-2 2 on 1 cancelled | 2-3 2 on 3,1 failed | 2- 3 in_progress | 3- 2 on 3 in_progress",
    );
  });

  test("a pull request that is not ready does not interrupt tests", () => {
    const play = new QueuePlay().submit(1).declare(2, { skipTheLine: true, mergeability: "in_progress" });
    expect(play.submit(2).show()).toBe("1 testing | 2 not_ready");
  });

  test("priority 0 skips the line, and a mark at the code host gives it", () => {
    const play = new QueuePlay({ settings: { state: "paused" } }).declare(2, { skipTheLine: true });
    play.submitWith(1, { priority: 0 }).submitWith(2, { priority: "low" }).submitWith(3, { priority: 1 });
    expect([1, 2, 3].map((number) => skipsTheLine(play.submission(number)))).toEqual([true, true, false]);
    // Both have the same priority.
    expect(play.show()).toBe("1 pending | 2 pending | 3 pending");
  });

  test.each<[string, (play: QueuePlay, number: number) => QueuePlay]>([
    ["by a request", (play, number) => play.submitWith(number, { priority: "urgent" })],
    ["by a mark at the code host", (play, number) => play.declare(number, { skipTheLine: true })],
  ])("raising what is queued %s restarts nothing, and acts the next time it is placed", (_how, raise) => {
    const play = raise(new QueuePlay().submit(1, 2, 3), 3);
    expect(play.show()).toBe("1 testing | 3 pending | 2 pending");
    play.declare(3, { mergeability: "in_progress" }).at(5).declare(3, { mergeability: "mergeable" });
    expect(play.show()).toBe("3 testing | 1 pending | 2 pending");
    expect(play.schedule()).toBe("0-5 1 cancelled | 5- 3 in_progress");
  });

  test("an urgent pull request restarts what is of lower priority, and what is on top of that, but no other", () => {
    const play = QueuePlay.parallel({ concurrency: 9 }).targets(1, "a").targets(2, "b").targets(3, "bc");
    play.targets(4, "d").submit(1, 2, 3, 4).submitWith(2, { priority: 0 }).at(5);
    play.targets(5, "bd").submitWith(5, { priority: 0 });
    // 1 shares no target with it, and 2 was raised.
    expect(play.show()).toBe("1 testing | 2 testing | 5 testing on 2 | 3 testing on 2,5 | 4 testing on 2,5");
    expect(play.schedule()).toMatch(/^0- 1 in_progress \| 0- 2 in_progress \|/);
  });
});
