import { RecentReads } from "../../src/reconcile/recent-reads";
import { ManualClock } from "./support/manual-clock";
import { QUEUE } from "./support/steps";

const OTHER = { ...QUEUE, targetBranch: "release" };

describe("RecentReads", () => {
  test("finds a read for 10 seconds from when it was sent", async () => {
    const clock = new ManualClock();
    const reads = new RecentReads(clock);
    const read = { live: undefined, isAdvice: true, sentAtMs: clock.now() };
    reads.add(QUEUE, read);
    await clock.sleep(10_000);
    expect(reads.tryFind(QUEUE)).toBe(read);
    await clock.sleep(1);
    expect(reads.tryFind(QUEUE)).toBeUndefined();
  });

  test("knows queues by their identity, and only those that were read", () => {
    const clock = new ManualClock();
    const reads = new RecentReads(clock);
    reads.add(QUEUE, { live: undefined, isAdvice: true, sentAtMs: clock.now() });
    expect(reads.tryFind({ ...QUEUE, repo: { ...QUEUE.repo, owner: "ACME" } })).toBeDefined();
    expect(reads.tryFind(OTHER)).toBeUndefined();
  });

  test("forgets a read that was taken", () => {
    const clock = new ManualClock();
    const reads = new RecentReads(clock);
    reads.add(QUEUE, { live: undefined, isAdvice: true, sentAtMs: clock.now() });
    expect(reads.take(QUEUE)).toBeDefined();
    expect(reads.take(QUEUE)).toBeUndefined();
  });

  test("keeps only recent reads", async () => {
    const clock = new ManualClock();
    const reads = new RecentReads(clock);
    reads.add(QUEUE, { live: undefined, isAdvice: true, sentAtMs: clock.now() });
    expect(reads.size).toBe(1);
    await clock.sleep(10_001);
    reads.add(OTHER, { live: undefined, isAdvice: true, sentAtMs: clock.now() });
    expect(reads.size).toBe(1);
  });
});
