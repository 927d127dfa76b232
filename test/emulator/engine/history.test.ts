import { TIME_IN_QUEUE_BOUNDS_SECONDS } from "../../../src/emulator/engine/draft/queue-draft";
import { QueuePlay } from "./support/queue-play";

describe("the history of a queue", () => {
  test("counts pull requests by outcome and by time in the queue", () => {
    const play = new QueuePlay().submit(1, 2, 3, 4).at(1).pass(1).at(6).fail(2).at(100).cancel(4);
    const { totals } = play.queue;
    // 3 has run into the timeout of 60 minutes at minute 66.
    expect(totals).toMatchObject({
      merged: 1,
      failed: 2,
      cancelled: 1,
      timeInQueueSumSeconds: 60 + 360 + 66 * 60 + 100 * 60,
      timeInQueueCounts: [1, 0, 1, 0, 0, 2, 0, 0, 0, 0],
      testRuns: { succeeded: 1, failed: 2, cancelled: 1 },
    });
  });
});

describe("time in queue", () => {
  test("has an upper bound for each bucket, the last one infinite", () => {
    const play = new QueuePlay();
    expect(play.queue.totals.timeInQueueCounts).toHaveLength(TIME_IN_QUEUE_BOUNDS_SECONDS.length);
    expect(TIME_IN_QUEUE_BOUNDS_SECONDS.at(-1)).toBe(Number.POSITIVE_INFINITY);
  });
});

describe("the engine", () => {
  test("derives the same identifiers from the same seed and events, and never repeats one", () => {
    const play = (): string[] => {
      const { queue } = QueuePlay.parallel().submit(1, 2, 3).fail(1);
      return [
        ...[...queue.submissions.values()].map(({ id }) => id),
        ...[...queue.testRuns.values()].map(({ id }) => id),
      ];
    };
    const ids = play();
    expect(play()).toEqual(ids);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test("does not move back in time when its clock does", () => {
    const play = new QueuePlay().at(10).submit(1).at(4).pass(1);
    expect(play.schedule()).toEqual(["10-10 1 succeeded"]);
    expect(play.engine.state.nowMs).toBe(play.submission(1).submittedAtMs);
  });

  test("applies due changes of several queues in chronological order", () => {
    const play = new QueuePlay({ settings: { testingTimeoutMinutes: 30 } });
    const identity = { ...play.queue.identity, targetBranch: "develop" };
    play.apply({ type: "createQueue", identity, settings: {} });
    play.submit(1, 2).at(10);
    play.apply({ type: "submitPullRequest", identity, number: 3, priority: undefined, noBatch: false });
    play.at(200);
    expect(play.schedule()).toEqual(["0-30 1 failed", "30-60 2 failed"]);
    const [other] = play.engine.tryFindQueue(identity)?.testRuns.values() ?? [];
    expect(other?.concludedAtMs).toBe(play.run(1).createdAtMs + 70 * 60_000);
  });

  test("names only the first of many pull requests that keep a queue from being deleted", () => {
    const play = new QueuePlay().submit(...Array.from({ length: 23 }, (_, index) => index + 1));
    const outcome = play.engine.apply({ type: "deleteQueue", identity: play.queue.identity });
    expect(outcome).toHaveProperty("refusal.message", expect.stringContaining("#19, #20, and 3 more."));
  });
});
