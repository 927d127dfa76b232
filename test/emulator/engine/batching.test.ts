import type { QueueSettings } from "../../../src/queue/settings";
import { QueuePlay } from "./support/queue-play";

function playBatches(settings: QueueSettings = {}): QueuePlay {
  return new QueuePlay({
    settings: { batch: true, batchingMinSize: 3, batchingMaxWaitTimeMinutes: 10, ...settings },
  });
}

describe("batching", () => {
  test("a batch starts when it has reached the minimum size, and merges together in order", () => {
    const play = playBatches().submit(1, 2);
    expect(play.show()).toEqual(["1 pending", "2 pending"]);
    expect(play.at(4).submit(3, 4).show()).toEqual(["1+2+3 testing", "4 pending"]);
    play.at(9).pass(2);
    expect(play.states(1, 2, 3)).toBe("merged merged merged");
    expect([...play.queue.concluded.values()]).toEqual([1, 2, 3]);
  });

  test("a smaller batch starts when one of its pull requests has been ready for the maximum wait", () => {
    const play = playBatches().submit(1).at(4).submit(2);
    expect(play.at(9).show()).toEqual(["1 pending", "2 pending"]);
    expect(play.at(30).schedule()).toEqual(["10- 1+2 in_progress"]);
  });

  test("the maximum wait counts from when a pull request became ready, not from its submission", () => {
    const play = playBatches().declare(1, { mergeability: "in_progress" }).submit(1).at(8);
    play.declare(1, { mergeability: "mergeable" }).at(50);
    expect(play.schedule()).toEqual(["18- 1 in_progress"]);
  });

  test("a pull request with noBatch is tested alone and completes the batch before it", () => {
    const play = playBatches({ mode: "parallel", concurrency: 9 })
      .targets(1, "a")
      .targets(2, "b")
      .targets(3, "c");
    play.submit(1).submitWith(2, { noBatch: true });
    expect(play.show()).toEqual(["1 testing", "2 testing"]);
    expect(play.submit(3).show()).toEqual(["1 testing", "2 testing", "3 pending"]);
  });

  test("while a batch waits, pull requests behind it do not start, and those ahead of it do not wait", () => {
    const play = playBatches().submit(1).submitWith(2, { priority: "urgent", noBatch: true });
    expect(play.show()).toEqual(["2 testing", "1 pending"]);
  });

  test("a batch takes one slot, and fills up while it waits for one", () => {
    const play = playBatches({ batchingMinSize: 2 }).submit(1, 2, 3).at(30);
    expect(play.show()).toEqual(["1+2 testing", "3 pending"]);
    expect(play.submit(4, 5).pass(1).show()).toEqual(["3+4 testing", "5 pending"]);
  });

  test("an option lets batches grow beyond the minimum size", () => {
    const play = new QueuePlay({
      settings: { batch: true, batchingMinSize: 2 },
      options: { maxBatchSize: 3 },
    });
    play.submit(1, 2).submit(3, 4, 5, 6).pass(1);
    expect(play.show()).toEqual(["3+4+5 testing", "6 pending"]);
  });

  test("an option keeps batches below the queue's minimum size", () => {
    const play = new QueuePlay({
      settings: { batch: true, batchingMinSize: 5 },
      options: { maxBatchSize: 2 },
    });
    expect(play.submit(1, 2).show()).toEqual(["1+2 testing"]);
  });

  test("a pull request that skips the line is tested alone and does not wait for a batch", () => {
    const play = playBatches().submit(1).declare(2, { skipTheLine: true }).submit(2);
    expect(play.show()).toEqual(["2 testing", "1 pending"]);
  });

  test("a batch impacts the targets of all its pull requests", () => {
    const play = playBatches({ mode: "parallel", concurrency: 9, batchingMinSize: 2 });
    play.submitTargets({ 1: "a", 2: "b", 3: "b", 4: "c", 5: "d", 6: "e" });
    expect(play.show()).toEqual(["1+2 testing", "3+4 testing on 1,2", "5+6 testing"]);
  });

  test("when batching is switched off, collected pull requests are tested one by one", () => {
    const play = playBatches().submit(1, 2).update({ batch: false });
    expect(play.show()).toEqual(["1 testing", "2 pending"]);
  });

  test("when a pull request of a batch is cancelled, the others return to waiting and are collected again", () => {
    const play = playBatches().submit(1, 2, 3).at(5).cancel(2);
    expect(play.show()).toEqual(["1 pending", "3 pending"]);
    expect(play.submit(4).show()).toEqual(["1+3+4 testing"]);
    expect(play.schedule()).toEqual(["0-5 1+2+3 cancelled", "5- 1+3+4 in_progress"]);
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
