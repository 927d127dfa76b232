import { assumeDefaults } from "../../src/queue/settings";
import { QueueMemory } from "../../src/reconcile/queue-memory";
import { VirtualClock } from "../support/virtual-clock";
import { QUEUE } from "./support/steps";

const ASSUMED = assumeDefaults({ concurrency: 3 });
let clock: VirtualClock;
let memory: QueueMemory;

beforeEach(() => {
  clock = new VirtualClock();
  memory = new QueueMemory(clock);
});

function learn(settings: object, sent: object = {}): void {
  const shown = { settings: { ...assumeDefaults({ concurrency: 2 }), concurrency: 2, ...settings } };
  memory.learn({ ...shown, additionalFields: {} }, { settings: { concurrency: 2, ...sent } });
}

describe("what a new queue gets", () => {
  test("F-02b: expects what is assumed until something is learned", () => {
    expect(memory.expect({ concurrency: 3 })).toEqual({ settings: ASSUMED, additionalFields: {} });
  });

  test("F-02b: learns what was not sent, and forgets it when a later queue is as assumed", () => {
    learn({ mergeMethod: "rebase", testingTimeoutMinutes: 7 }, { testingTimeoutMinutes: 7 });
    expect(memory.expect({ concurrency: 3 }).settings).toEqual({ ...ASSUMED, mergeMethod: "rebase" });
    learn({});
    expect(memory.expect({ concurrency: 3 }).settings).toEqual(ASSUMED);
  });

  test("a setting that follows another one says nothing where that one was sent", () => {
    learn({ batch: true, batchingMinSize: 9 }, { batch: true });
    expect(memory.expect({ concurrency: 3 }).settings).toEqual(ASSUMED);
  });

  test("a state, a list of statuses and a setting that is not shown are not learned", () => {
    learn({ state: "paused", requiredStatuses: ["ci"], mergeMethod: undefined });
    expect(memory.expect({ concurrency: 3 }).settings).toEqual(ASSUMED);
  });

  test("the bisection concurrency of a new queue is its concurrency, unless learned otherwise", () => {
    learn({});
    expect(memory.expect({ concurrency: 5 }).settings.bisectionConcurrency).toBe(5);
    learn({ bisectionConcurrency: 7 });
    expect(memory.expect({ concurrency: 5 }).settings.bisectionConcurrency).toBe(7);
  });

  test("additional settings are learned unless they were sent", () => {
    const sent = { settings: {}, additionalSettings: new Map([["old", 2]]) };
    memory.learn({ settings: {}, additionalFields: { shiny: 1, old: 2 } }, sent);
    expect(memory.expect({}).additionalFields).toEqual({ shiny: 1 });
  });
});

const OTHER = { ...QUEUE, targetBranch: "release" };

describe("recent reads", () => {
  function addRead(queue = QUEUE): object {
    const read = { live: undefined, isAdvice: true, sentAtMs: clock.now() };
    memory.addRead(queue, read);
    return read;
  }

  test("finds a read for 10 seconds from when it was sent", async () => {
    const read = addRead();
    await clock.sleep(10_000);
    expect(memory.tryFindRead(QUEUE)).toBe(read);
    await clock.sleep(1);
    expect(memory.tryFindRead(QUEUE)).toBeUndefined();
  });

  test("knows queues by their identity, and only those that were read", () => {
    addRead();
    expect(memory.tryFindRead({ ...QUEUE, repo: { ...QUEUE.repo, owner: "ACME" } })).toBeDefined();
    expect(memory.tryFindRead(OTHER)).toBeUndefined();
  });

  test("forgets a read that was taken", () => {
    addRead();
    expect(memory.takeRead(QUEUE)).toBeDefined();
    expect(memory.takeRead(QUEUE)).toBeUndefined();
  });

  test("keeps only recent reads", async () => {
    addRead();
    expect(memory.readCount).toBe(1);
    await clock.sleep(10_001);
    addRead(OTHER);
    expect(memory.readCount).toBe(1);
  });
});
