import type { QueueSettings } from "../../../src/queue/settings";
import { QueuePlay } from "./support/queue-play";

function playBatches(settings: QueueSettings = {}): QueuePlay {
  return new QueuePlay({
    settings: { batch: true, batchingMinSize: 3, batchingMaxWaitTimeMinutes: 10, ...settings },
  });
}

describe("batching", () => {
  test("a batch starts when it has as many as it wants, and merges together in order", () => {
    const play = playBatches().submit(1, 2);
    expect(play.show()).toEqual(["1 pending", "2 pending"]);
    expect(play.at(4).submit(3, 4).show()).toEqual(["1+2+3 testing", "4 pending"]);
    play.at(9).pass(2);
    expect(play.states(1, 2, 3)).toBe("merged merged merged");
    expect([...play.queue.concluded.values()]).toEqual([1, 2, 3]);
  });

  test("it starts smaller when one in it has been ready for the longest time that the queue allows", () => {
    const play = playBatches().submit(1).at(4).submit(2);
    expect(play.at(9).show()).toEqual(["1 pending", "2 pending"]);
    expect(play.at(30).schedule()).toEqual(["10- 1+2 in_progress"]);
  });

  test("the time counts from when it became ready, not from its submission", () => {
    const play = playBatches().declare(1, { mergeability: "in_progress" }).submit(1).at(8);
    play.declare(1, { mergeability: "mergeable" }).at(50);
    expect(play.schedule()).toEqual(["18- 1 in_progress"]);
  });

  test("one with noBatch is tested alone and closes the batch before it", () => {
    const play = playBatches({ mode: "parallel", concurrency: 9 })
      .targets(1, "a")
      .targets(2, "b")
      .targets(3, "c");
    play.submit(1).submitWith(2, { noBatch: true });
    expect(play.show()).toEqual(["1 testing", "2 testing"]);
    expect(play.submit(3).show()).toEqual(["1 testing", "2 testing", "3 pending"]);
  });

  test("while a batch waits nothing behind it starts, and what comes before it in turn does not wait", () => {
    const play = playBatches().submit(1).submitWith(2, { priority: "urgent", noBatch: true });
    expect(play.show()).toEqual(["2 testing", "1 pending"]);
  });

  test("a batch takes one slot, and fills up while it waits for one", () => {
    const play = playBatches({ batchingMinSize: 2 }).submit(1, 2, 3).at(30);
    expect(play.show()).toEqual(["1+2 testing", "3 pending"]);
    expect(play.submit(4, 5).pass(1).show()).toEqual(["3+4 testing", "5 pending"]);
  });

  test("an option lets batches grow larger than they have to be", () => {
    const play = new QueuePlay({
      settings: { batch: true, batchingMinSize: 2 },
      options: { maxBatchSize: 3 },
    });
    play.submit(1, 2).submit(3, 4, 5, 6).pass(1);
    expect(play.show()).toEqual(["3+4+5 testing", "6 pending"]);
  });

  test("an option keeps batches smaller than the queue wants them", () => {
    const play = new QueuePlay({
      settings: { batch: true, batchingMinSize: 5 },
      options: { maxBatchSize: 2 },
    });
    expect(play.submit(1, 2).show()).toEqual(["1+2 testing"]);
  });

  test("one that skips the line is tested alone and waits for no batch", () => {
    const play = playBatches().submit(1).declare(2, { skipTheLine: true }).submit(2);
    expect(play.show()).toEqual(["2 testing", "1 pending"]);
  });

  test("a batch impacts what any of it impacts", () => {
    const play = playBatches({ mode: "parallel", concurrency: 9, batchingMinSize: 2 });
    play.submitTargets({ 1: "a", 2: "b", 3: "b", 4: "c", 5: "d", 6: "e" });
    expect(play.show()).toEqual(["1+2 testing", "3+4 testing on 1,2", "5+6 testing"]);
  });

  test("switching batches off tests what was being collected one by one", () => {
    const play = playBatches().submit(1, 2).update({ batch: false });
    expect(play.show()).toEqual(["1 testing", "2 pending"]);
  });

  test("when one of a batch is cancelled, the others return to waiting and are collected anew", () => {
    const play = playBatches().submit(1, 2, 3).at(5).cancel(2);
    expect(play.show()).toEqual(["1 pending", "3 pending"]);
    expect(play.submit(4).show()).toEqual(["1+3+4 testing"]);
    expect(play.schedule()).toEqual(["0-5 1+2+3 cancelled", "5- 1+3+4 in_progress"]);
  });

  test("a batch of one that fails leaves without a bisection", () => {
    const play = playBatches().submit(1).at(10).fail(1);
    expect(play.states(1)).toBe("failed");
  });

  test("only the first pull requests of a large batch are named, and entries on top of it are found", () => {
    const numbers = Array.from({ length: 20 }, (_, index) => index + 1);
    const play = QueuePlay.parallel({ batch: true, batchingMinSize: 20 }).submit(...numbers);
    play.submitWith(21, { noBatch: true });
    const first = "#1, #2, #3, #4, #5, #6, #7, #8";
    expect(play.submission(20).reason).toBe(`Is tested together with ${first} and 11 more.`);
    expect(play.submission(21).reason).toBe(`Is tested on top of ${first} and 12 more.`);
    expect(play.fail(20).states(21)).toBe("pending");
  });
});
