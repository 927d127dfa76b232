import { assumeDefaults } from "../../src/queue/settings";
import { QueueMemory } from "../../src/reconcile/queue-memory";
import { VirtualClock } from "../support/virtual-clock";
import { QUEUE } from "./support/steps";

const ASSUMED = assumeDefaults({ concurrency: 3 });

function learn(values: QueueMemory, settings: object, sent: object = {}): void {
  const shown = { settings: { ...assumeDefaults({ concurrency: 2 }), concurrency: 2, ...settings } };
  values.learn({ ...shown, additionalFields: {} }, { settings: { concurrency: 2, ...sent } });
}

describe("what a new queue gets", () => {
  test("F-02b: expects what is assumed until something is learned", () => {
    expect(new QueueMemory(new VirtualClock()).expect({ concurrency: 3 })).toEqual({
      settings: ASSUMED,
      additionalFields: {},
    });
  });

  test("F-02b: learns what was not sent, and forgets it when a later queue is as assumed", () => {
    const values = new QueueMemory(new VirtualClock());
    learn(values, { mergeMethod: "rebase", testingTimeoutMinutes: 7 }, { testingTimeoutMinutes: 7 });
    expect(values.expect({ concurrency: 3 }).settings).toEqual({ ...ASSUMED, mergeMethod: "rebase" });
    learn(values, {});
    expect(values.expect({ concurrency: 3 }).settings).toEqual(ASSUMED);
  });

  test("a setting that follows another one says nothing where that one was sent", () => {
    const values = new QueueMemory(new VirtualClock());
    learn(values, { batch: true, batchingMinSize: 9 }, { batch: true });
    expect(values.expect({ concurrency: 3 }).settings).toEqual(ASSUMED);
  });

  test("a state, a list of statuses and a setting that is not shown are not learned", () => {
    const values = new QueueMemory(new VirtualClock());
    learn(values, { state: "paused", requiredStatuses: ["ci"], mergeMethod: undefined });
    expect(values.expect({ concurrency: 3 }).settings).toEqual(ASSUMED);
  });

  test("the bisection concurrency of a new queue is its concurrency, unless learned otherwise", () => {
    const values = new QueueMemory(new VirtualClock());
    learn(values, {});
    expect(values.expect({ concurrency: 5 }).settings.bisectionConcurrency).toBe(5);
    learn(values, { bisectionConcurrency: 7 });
    expect(values.expect({ concurrency: 5 }).settings.bisectionConcurrency).toBe(7);
  });

  test("additional settings are learned unless they were sent", () => {
    const values = new QueueMemory(new VirtualClock());
    const additionalFields = { shiny: 1, old: 2 };
    values.learn(
      { settings: {}, additionalFields },
      { settings: {}, additionalSettings: new Map([["old", 2]]) },
    );
    expect(values.expect({}).additionalFields).toEqual({ shiny: 1 });
  });
});

const OTHER = { ...QUEUE, targetBranch: "release" };

describe("recent reads", () => {
  test("finds a read for 10 seconds from when it was sent", async () => {
    const clock = new VirtualClock();
    const reads = new QueueMemory(clock);
    const read = { live: undefined, isAdvice: true, sentAtMs: clock.now() };
    reads.addRead(QUEUE, read);
    await clock.sleep(10_000);
    expect(reads.tryFindRead(QUEUE)).toBe(read);
    await clock.sleep(1);
    expect(reads.tryFindRead(QUEUE)).toBeUndefined();
  });

  test("knows queues by their identity, and only those that were read", () => {
    const clock = new VirtualClock();
    const reads = new QueueMemory(clock);
    reads.addRead(QUEUE, { live: undefined, isAdvice: true, sentAtMs: clock.now() });
    expect(reads.tryFindRead({ ...QUEUE, repo: { ...QUEUE.repo, owner: "ACME" } })).toBeDefined();
    expect(reads.tryFindRead(OTHER)).toBeUndefined();
  });

  test("forgets a read that was taken", () => {
    const clock = new VirtualClock();
    const reads = new QueueMemory(clock);
    reads.addRead(QUEUE, { live: undefined, isAdvice: true, sentAtMs: clock.now() });
    expect(reads.takeRead(QUEUE)).toBeDefined();
    expect(reads.takeRead(QUEUE)).toBeUndefined();
  });

  test("keeps only recent reads", async () => {
    const clock = new VirtualClock();
    const reads = new QueueMemory(clock);
    reads.addRead(QUEUE, { live: undefined, isAdvice: true, sentAtMs: clock.now() });
    expect(reads.readCount).toBe(1);
    await clock.sleep(10_001);
    reads.addRead(OTHER, { live: undefined, isAdvice: true, sentAtMs: clock.now() });
    expect(reads.readCount).toBe(1);
  });
});
