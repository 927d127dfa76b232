import type { QueueSettings } from "../../src/queue/settings";
import { QueuePlay } from "./support/queue-play";

describe("single mode as one line", () => {
  const options = { singleMode: "one-line" } as const;

  test("tests up to concurrency pull requests at once, each on top of all ahead, whatever their targets", () => {
    const play = new QueuePlay({ settings: { concurrency: 3 }, options });
    play.submitTargets({ 1: "a", 2: "b", 3: "c", 4: "d" });
    expect(play.show()).toBe("1 testing | 2 testing on 1 | 3 testing on 1,2 | 4 pending");
    expect(play.at(5).pass(1).show()).toBe("2 testing | 3 testing on 2 | 4 testing on 2,3");
  });

  test("the first failure leaves, and those behind it are tested again", () => {
    const play = new QueuePlay({ settings: { concurrency: 3 }, options }).submit(1, 2, 3).at(5).fail(2);
    expect(play.states(2)).toBe("pending_failure");
    expect(play.at(6).pass(1).states(1, 2)).toBe("merged failed");
    expect(play.show()).toBe("3 testing");
  });
});

describe("parallel mode", () => {
  test("merges in order as soon as everything it depends on has merged", () => {
    const play = QueuePlay.parallel().submit(1, 2, 3).at(1).pass(3).at(2).pass(2).at(3);
    expect(play.states(1, 2, 3)).toBe("testing tests_passed tests_passed");
    play.pass(1);
    expect([...play.queue.concluded.values()]).toEqual([1, 2, 3]);
    expect(play.states(1, 2, 3)).toBe("merged merged merged");
  });

  test("impacted targets decide the dependencies, direct and indirect", () => {
    const play = new QueuePlay({ settings: { mode: "parallel", concurrency: 9 } });
    play.submitTargets({ 1: "a", 2: "b", 3: "bc", 4: "c", 5: "d" });
    expect(play.show()).toBe("1 testing | 2 testing | 3 testing on 2 | 4 testing on 2,3 | 5 testing");
    expect(play.pass(5, 3).show()).toBe("1 testing | 2 testing | 3 tests_passed on 2 | 4 testing on 2,3");
    expect(play.pass(2).show()).toBe("1 testing | 4 testing");
  });

  test("ALL impacts every target, and missing targets count as ALL", () => {
    const play = QueuePlay.parallel().submitTargets({ 1: "a", 2: "ALL", 3: "b" }).submit(4);
    expect(play.show()).toBe("1 testing | 2 testing on 1 | 3 testing on 1,2 | 4 testing on 1,2,3");
  });

  test("a pull request without targets depends only on ALL", () => {
    const play = QueuePlay.parallel().submitTargets({ 1: "a", 2: "", 3: "ALL", 4: "" });
    expect(play.show()).toBe("1 testing | 2 testing | 3 testing on 1,2 | 4 testing on 1,2,3");
  });

  test("higher concurrency starts more runs immediately, and lower concurrency interrupts none", () => {
    const play = QueuePlay.parallel({ concurrency: 1 }).submit(1, 2, 3, 4);
    expect(play.update({ concurrency: 3 }).show()).toBe(
      "1 testing | 2 testing on 1 | 3 testing on 1,2 | 4 pending",
    );
    expect(play.update({ concurrency: 1 }).pass(1).show()).toBe("2 testing | 3 testing on 2 | 4 pending");
    expect(play.pass(2, 3).show()).toBe("4 testing");
  });
});

describe("targets that change while a pull request is in the line", () => {
  test("are compared in a time that grows with their number, not with its square", () => {
    let reads = 0;
    const names = Array.from({ length: 500 }, (_, index) => `${index}`);
    const counted = new Proxy(names, {
      get: (list, name, receiver): unknown => {
        reads += 1;
        return Reflect.get(list, name, receiver);
      },
    });
    const play = QueuePlay.parallel();
    const report = (number: number, targets: readonly string[]) =>
      play.apply({ type: "setImpactedTargets", identity: play.queue.identity, number, targets });
    report(1, counted);
    play.submit(1).submitTargets({ 2: "a" }).at(1).pass(1);
    // They are compared with what the test contains, and with what has merged since.
    for (const targets of [names.map((name) => `b${name}`), counted, [...names], counted]) report(2, targets);
    expect(play.schedule()).toBe("0-1 1 succeeded | 0-1 2 cancelled | 1- 2 in_progress");
    expect(reads).toBeLessThan(50 * names.length);
  });

  test("an entry with a new dependency is tested again in its place", () => {
    const play = new QueuePlay({ settings: { mode: "parallel", concurrency: 9 } });
    play.submitTargets({ 1: "a", 2: "b", 3: "b", 4: "c" }).at(5).targets(2, "ab");
    expect(play.show()).toBe("1 testing | 2 testing on 1 | 3 testing on 1,2 | 4 testing");
    expect(play.schedule()).toBe(
      "0- 1 in_progress | 0-5 2 cancelled | 0-5 3 on 2 cancelled | 0- 4 in_progress | " +
        "5- 2 on 1 in_progress | 5- 3 on 1,2 in_progress",
    );
  });

  test("an entry with fewer dependencies than before continues in its place", () => {
    const play = QueuePlay.parallel().submitTargets({ 1: "a" }).submit(2).submitTargets({ 3: "b" }).at(5);
    play.targets(2, "b");
    expect(play.schedule()).toBe("0- 1 in_progress | 0- 2 on 1 in_progress | 0- 3 on 1,2 in_progress");
    expect(play.pass(2, 3).states(1, 2, 3)).toBe("testing tests_passed tests_passed");
  });

  test("an indirect dependent continues, and merges after it", () => {
    const play = QueuePlay.parallel().submitTargets({ 1: "a", 2: "ab", 3: "b" }).at(5).targets(3, "ab");
    expect(play.schedule()).toContain("0- 3 on 1,2 in_progress");
  });

  test("an entry that impacts more after another one has merged is tested again on top of it", () => {
    const play = new QueuePlay({ settings: { mode: "parallel", concurrency: 9 } });
    play.submitTargets({ 1: "a", 2: "b" }).at(3).pass(1).at(5).targets(2, "ab");
    expect(play.schedule()).toBe("0-3 1 succeeded | 0-5 2 cancelled | 5- 2 in_progress");
    // A merge at the moment at which its run has started may have come after it.
    const atOnce = new QueuePlay({ settings: { mode: "parallel", concurrency: 9 } });
    atOnce.submitTargets({ 1: "a", 2: "b" }).pass(1).targets(2, "ab");
    expect(atOnce.schedule()).toBe("0-0 1 succeeded | 0-0 2 cancelled | 0- 2 in_progress");
  });

  test("while the queue switches modes, dependencies are those of the former mode", () => {
    const play = QueuePlay.parallel().submitTargets({ 1: "ab", 2: "c" }).update({ mode: "single" }).at(5);
    expect(play.targets(1, "a").show()).toBe("1 testing | 2 testing");
    expect(play.targets(2, "ac").show()).toBe("1 testing | 2 testing on 1");
  });

  test("a bisection goes on if its batch gets a new dependency", () => {
    const play = QueuePlay.parallel({ batch: true, batchingMinSize: 2 });
    play.submitTargets({ 1: "a", 2: "a", 3: "b", 4: "b" }).at(1).fail(3).at(2).targets(4, "a");
    expect(play.show()).toBe("1+2 testing | bisecting 3 testing, 4 waiting");
    expect(play.targets(1, "ab").show()).toBe("1+2 testing | bisecting 3 testing, 4 waiting");
  });
});

function playBatches(settings: QueueSettings = {}): QueuePlay {
  return new QueuePlay({
    settings: { batch: true, batchingMinSize: 3, batchingMaxWaitTimeMinutes: 10, ...settings },
  });
}

describe("batching", () => {
  test("a batch starts when it has reached the minimum size, and merges together in order", () => {
    const play = playBatches().submit(1, 2);
    expect(play.show()).toBe("1 pending | 2 pending");
    expect(play.at(4).submit(3, 4).show()).toBe("1+2+3 testing | 4 pending");
    play.at(9).pass(2);
    expect(play.states(1, 2, 3)).toBe("merged merged merged");
    expect([...play.queue.concluded.values()]).toEqual([1, 2, 3]);
  });

  test("a smaller batch starts when one of its pull requests has been ready for the maximum wait", () => {
    const play = playBatches().submit(1).at(4).submit(2);
    expect(play.at(9).show()).toBe("1 pending | 2 pending");
    expect(play.at(30).schedule()).toBe("10- 1+2 in_progress");
  });

  test("the maximum wait counts from when a pull request became ready, not from its submission", () => {
    const play = playBatches().declare(1, { mergeability: "in_progress" }).submit(1).at(8);
    play.declare(1, { mergeability: "mergeable" }).at(50);
    expect(play.schedule()).toBe("18- 1 in_progress");
  });

  test("a pull request with noBatch is tested alone, and completes the batch before it in its lane", () => {
    const play = playBatches({ mode: "parallel", concurrency: 9 }).submitTargets({ 1: "a", 2: "b" });
    play.targets(3, "b").submitWith(3, { noBatch: true });
    expect(play.show()).toBe("2 testing | 3 testing on 2 | 1 pending");
    expect(play.submitTargets({ 4: "b" }).show()).toBe("2 testing | 3 testing on 2 | 1 pending | 4 pending");
  });

  test("while a batch waits, pull requests behind it do not start, and those ahead of it do not wait", () => {
    const play = playBatches().submit(1).submitWith(2, { priority: "urgent", noBatch: true });
    expect(play.show()).toBe("2 testing | 1 pending");
  });

  test("a batch takes one slot, and fills up while it waits for one", () => {
    const play = playBatches({ batchingMinSize: 2 }).submit(1, 2, 3).at(30);
    expect(play.show()).toBe("1+2 testing | 3 pending");
    expect(play.submit(4, 5).pass(1).show()).toBe("3+4 testing | 5 pending");
  });

  test("an option lets batches grow beyond the minimum size", () => {
    const play = new QueuePlay({
      settings: { batch: true, batchingMinSize: 2 },
      options: { maxBatchSize: 3 },
    });
    play.submit(1, 2).submit(3, 4, 5, 6).pass(1);
    expect(play.show()).toBe("3+4+5 testing | 6 pending");
  });

  test("an option keeps batches below the queue's minimum size", () => {
    const play = new QueuePlay({
      settings: { batch: true, batchingMinSize: 5 },
      options: { maxBatchSize: 2 },
    });
    expect(play.submit(1, 2).show()).toBe("1+2 testing");
  });

  test("a batch impacts the targets of all its pull requests", () => {
    const play = playBatches({ mode: "parallel", concurrency: 9, batchingMinSize: 2 });
    play.submitTargets({ 1: "a", 2: "ab", 3: "b", 4: "bc", 5: "d", 6: "de" });
    expect(play.show()).toBe("1+2 testing | 3+4 testing on 1,2 | 5+6 testing");
  });

  test("a failed batch with one pull request is not bisected", () => {
    const play = playBatches().submit(1).at(10).fail(1);
    expect(play.states(1)).toBe("failed");
  });

  test("the names of only the first pull requests of a large batch are shown, and entries on top of it are found", () => {
    const numbers = Array.from({ length: 20 }, (_, index) => index + 1);
    const play = QueuePlay.parallel({ batch: true, batchingMinSize: 20 }).submit(...numbers);
    play.submitWith(21, { noBatch: true });
    const first = "#1, #2, #3, #4, #5, #6, #7, #8";
    expect(play.submission(20).reason).toBe(`Is tested together with ${first} and 11 more.`);
    expect(play.submission(21).reason).toBe(`Is tested on top of ${first} and 12 more.`);
    play.fail(20);
    expect(play.run(21)).toMatchObject({ status: "in_progress", beneath: [] });
  });
});

describe("the maximum wait of a batch counts from when the first of its pull requests became ready first", () => {
  const EXAMINED = { mergeability: "in_progress" } as const;

  test.each<[string, QueueSettings, (play: QueuePlay) => QueuePlay, string]>([
    [
      "after a bisection: what did not fail starts when the wait of its failed batch would have ended",
      { batchingMinSize: 4, batchingMaxWaitTimeMinutes: 60, bisectionConcurrency: 4 },
      (play) => play.submit(1, 2, 3, 4).at(10).fail(1).at(15).fail(1).pass(3).at(20).fail(1).pass(2),
      "60- 2+3+4 in_progress",
    ],
    [
      "after another one of its batch was cancelled",
      { batchingMinSize: 3 },
      (play) => play.submit(1, 2, 3).at(4).cancel(2),
      "10- 1+3 in_progress",
    ],
    [
      "after an interruption",
      {},
      (play) => play.submit(1).at(12).submitWith(2, { priority: "urgent" }).at(14).pass(2),
      "14- 1 in_progress",
    ],
    [
      "while it is not ready for a time",
      {},
      (play) => play.submit(1).at(2).declare(1, EXAMINED).at(8).declare(1, { mergeability: "mergeable" }),
      "10- 1 in_progress",
    ],
    [
      "of a later one that goes first",
      {},
      (play) => play.submit(1).at(9).submitWith(2, { priority: "high" }),
      "10- 2+1 in_progress",
    ],
    ["which may be 0", { batchingMaxWaitTimeMinutes: 0 }, (play) => play.submit(1), "0- 1 in_progress"],
  ])("%s", (_title, settings, act, started) => {
    const play = act(playBatches({ testingTimeoutMinutes: 200, ...settings })).at(100);
    expect(play.schedule().split(" | ").at(-1)).toBe(started);
  });

  test.each<[string, QueueSettings]>([
    ["drains", { state: "draining" }],
    ["switches modes", { mode: "parallel" }],
  ])("while a queue %s, what has been in the line does not wait", (_how, settings) => {
    const play = playBatches().submit(1, 2, 3, 4).update(settings).at(4).cancel(2);
    expect(play.show()).toBe("1+3 testing | 4 pending");
  });
});

describe("batches in parallel mode", () => {
  test.each<[string, Readonly<Record<number, string>>, string, string]>([
    [
      "take only what shares a target",
      { 1: "a", 2: "b", 3: "a", 4: "b" },
      "1+3 testing | 2+4 testing",
      "1+3 testing | 2+4 testing",
    ],
    ["take what shares a target with any of them", { 1: "a", 2: "ab" }, "1+2 testing", "1+2 testing"],
    [
      "do not wait for those of other lanes",
      { 1: "a", 2: "b", 3: "b" },
      "2+3 testing | 1 pending",
      "2+3 testing | 1 testing",
    ],
    [
      "are not overtaken by what shares a target: behind two, it waits until it can join the second",
      { 1: "a", 2: "b", 3: "ab", 4: "a" },
      "1 pending | 2 pending | 3 pending | 4 pending",
      "1 testing | 2+3 testing on 1 | 4 testing on 1,2,3",
    ],
    [
      "share a target with ALL",
      { 1: "a", 2: "b", 3: "ALL", 4: "b" },
      "1 pending | 2 pending | 3 pending | 4 pending",
      "1 testing | 2+3 testing on 1 | 4 testing on 1,2,3",
    ],
    ["and ALL with them", { 1: "ALL", 2: "a" }, "1+2 testing", "1+2 testing"],
    [
      "do not take what impacts nothing, unless it is with ALL",
      { 1: "", 2: "", 3: "ALL", 4: "" },
      "1 pending | 2 pending | 3 pending | 4 pending",
      "1 testing | 2+3 testing on 1 | 4 testing on 1,2,3",
    ],
  ])("%s", (_title, targets, atOnce, afterTheWait) => {
    const play = playBatches({ mode: "parallel", concurrency: 9, batchingMinSize: 2 }).submitTargets(targets);
    expect(play.show()).toBe(atOnce);
    expect(play.at(10).show()).toBe(afterTheWait);
  });

  const isolate = (targetPattern: string) => ({ targetPattern, policy: "isolate" });

  test.each<[string, QueueSettings, string, string]>([
    ["a rule isolates what impacts its target", {}, "x", "1 testing | 2 testing on 1 | 3 pending"],
    ["a rule isolates by a prefix", {}, "w", "1 testing | 2 testing on 1 | 3 pending"],
    ["a rule of another policy does nothing", {}, "y", "1+2+3 testing"],
    ["no rule matches what impacts everything", {}, "ALL", "1+2+3 testing"],
    ["in single mode no rule acts", { mode: "single" }, "x", "1+2+3 testing"],
  ])("%s", (_title, settings, targets, shown) => {
    const play = playBatches({
      mode: "parallel",
      concurrency: 9,
      batchingRules: [isolate("x"), isolate("w*"), { targetPattern: "y", policy: "later" }],
      ...settings,
    });
    const second = targets === "ALL" ? targets : `a${targets}`;
    expect(play.submitTargets({ 1: "a", 2: second, 3: "a" }).show()).toBe(shown);
  });
});
