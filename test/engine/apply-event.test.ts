import { NEW_QUEUES } from "../../src/engine/engine-options";
import { createState } from "../../src/engine/engine-state";
import { listEnqueued, tryFindLatest } from "../../src/engine/queue-contents";
import { QueueEngine } from "../../src/engine/queue-engine";
import type { QueueIdentity } from "../../src/queue/queue-identity";
import {
  applyOrThrow,
  createEngine,
  createEngineWithQueue,
  MAIN,
  NOW_MS,
  tryToBeRefused,
} from "./engine-fixtures";

const SHOUTED: QueueIdentity = {
  repo: { host: "GitHub.com", owner: "ACME", name: "Web" },
  targetBranch: "main",
};
const DEVELOP: QueueIdentity = { ...MAIN, targetBranch: "develop" };

function submission(number: number, priority?: number | string): Parameters<typeof applyOrThrow>[1] {
  return { type: "submitPullRequest", identity: MAIN, number, priority };
}

describe("createQueue", () => {
  test("gives a new queue the bisection concurrency that the options say, else that of its concurrency", () => {
    const event = { type: "createQueue", identity: MAIN, settings: { concurrency: 7 } } as const;
    const options = { newQueue: { ...NEW_QUEUES.published, bisectionConcurrency: 2 } };
    expect(applyOrThrow(createEngine(options), event).settings.bisectionConcurrency).toBe(2);
    expect(applyOrThrow(createEngine(), event).settings.bisectionConcurrency).toBe(7);
    const engine = createEngine();
    applyOrThrow(engine, event);
    // Afterwards it has a value of its own.
    const changed = applyOrThrow(engine, {
      type: "updateQueue",
      identity: MAIN,
      settings: { concurrency: 9 },
    });
    expect(changed.settings.bisectionConcurrency).toBe(7);
  });

  test("fills in the settings that the request omits", () => {
    const queue = applyOrThrow(createEngine(), {
      type: "createQueue",
      identity: MAIN,
      settings: { concurrency: 7 },
    });
    expect(queue.settings).toEqual({ ...NEW_QUEUES.careful, concurrency: 7, bisectionConcurrency: 7 });
    expect(queue.requiredStatuses).toBeUndefined();
    expect([...listEnqueued(queue)]).toEqual([]);
  });

  test("refuses a second queue with the same identity in any spelling", () => {
    const engine = createEngineWithQueue();
    const before = engine.state;
    expect(tryToBeRefused(engine, { type: "createQueue", identity: SHOUTED, settings: {} })).toBe(
      "queue_exists",
    );
    expect(engine.state).toBe(before);
  });

  test("creates one queue per branch, and branch names are case-sensitive", () => {
    const engine = createEngineWithQueue();
    applyOrThrow(engine, { type: "createQueue", identity: DEVELOP, settings: {} });
    applyOrThrow(engine, { type: "createQueue", identity: { ...MAIN, targetBranch: "Main" }, settings: {} });
    expect([...engine.state.queues.values()].map((queue) => queue.identity.targetBranch)).toEqual([
      "main",
      "develop",
      "Main",
    ]);
  });

  test("refuses a repository outside the organization", () => {
    const engine = createEngine({ repositories: ["GITHUB.com/acme/web"] });
    const other = { repo: { ...MAIN.repo, name: "api" }, targetBranch: "main" };
    expect(tryToBeRefused(engine, { type: "createQueue", identity: other, settings: {} })).toBe(
      "repository_unknown",
    );
    expect(tryToBeRefused(engine, { type: "readQueue", identity: other })).toBe("repository_unknown");
    expect(tryToBeRefused(engine, { type: "createQueue", identity: MAIN, settings: {} })).toBeUndefined();
  });
});

describe("readQueue", () => {
  test("returns the identical state", () => {
    const engine = createEngineWithQueue();
    const before = engine.state;
    applyOrThrow(engine, { type: "readQueue", identity: SHOUTED });
    expect(engine.state).toBe(before);
  });

  test("keeps the spelling of the request that created the queue", () => {
    const engine = createEngineWithQueue();
    expect(applyOrThrow(engine, { type: "readQueue", identity: SHOUTED }).identity).toEqual(MAIN);
  });
});

describe("updateQueue", () => {
  test("sets, empties and removes the list of required statuses", () => {
    const engine = createEngineWithQueue();
    const update = (requiredStatuses: string[] | undefined, deletesRequiredStatuses = false) =>
      applyOrThrow(engine, {
        type: "updateQueue",
        identity: MAIN,
        settings: requiredStatuses === undefined ? {} : { requiredStatuses },
        deletesRequiredStatuses,
      }).requiredStatuses;
    expect(update(["ci/test"])).toEqual(["ci/test"]);
    expect(update(undefined)).toEqual(["ci/test"]);
    expect(update([])).toEqual([]);
    expect(update(undefined, true)).toBeUndefined();
  });

  test("refuses to set and to remove the required statuses at once", () => {
    expect(
      tryToBeRefused(createEngineWithQueue(), {
        type: "updateQueue",
        identity: MAIN,
        settings: { requiredStatuses: [] },
        deletesRequiredStatuses: true,
      }),
    ).toBe("statuses_contradictory");
  });
});

describe("a change of mode", () => {
  const toParallel = { type: "updateQueue", identity: MAIN, settings: { mode: "parallel" } } as const;

  test("F-25: takes exactly as many reads as the option says", () => {
    const engine = createEngineWithQueue({ switchingModes: { reads: 2, refusesWrites: false } });
    applyOrThrow(engine, toParallel);
    const shown = [1, 2, 3, 4].map(
      () => applyOrThrow(engine, { type: "readQueue", identity: MAIN }).switchingReadsLeft,
    );
    expect(shown).toEqual([2, 1, 0, 0]);
  });

  test("does not start if the mode stays the same", () => {
    const engine = createEngineWithQueue({ switchingModes: { reads: 2, refusesWrites: false } });
    expect(applyOrThrow(engine, { ...toParallel, settings: { mode: "single" } }).switchingReadsLeft).toBe(0);
  });

  test("F-26: refuses writes until it has completed, if the option says so", () => {
    const engine = createEngineWithQueue({ switchingModes: { reads: 1, refusesWrites: true } });
    applyOrThrow(engine, toParallel);
    const later = { ...toParallel, settings: { concurrency: 9 } };
    expect(tryToBeRefused(engine, later)).toBe("switching_modes");
    expect(tryToBeRefused(engine, { type: "deleteQueue", identity: MAIN })).toBe("switching_modes");
    applyOrThrow(engine, { type: "readQueue", identity: MAIN });
    expect(applyOrThrow(engine, later).settings.concurrency).toBe(9);
  });

  test("a preview does not count as a read", () => {
    const engine = createEngineWithQueue({ switchingModes: { reads: 1, refusesWrites: false } });
    applyOrThrow(engine, toParallel);
    engine.preview({ type: "readQueue", identity: MAIN });
    expect(engine.tryFindQueue(SHOUTED)?.switchingReadsLeft).toBe(1);
  });
});

describe("deleteQueue", () => {
  test("deletes only that queue", () => {
    const engine = createEngineWithQueue();
    applyOrThrow(engine, { type: "createQueue", identity: DEVELOP, settings: {} });
    applyOrThrow(engine, { type: "deleteQueue", identity: SHOUTED });
    expect(engine.tryFindQueue(MAIN)).toBeUndefined();
    expect(engine.tryFindQueue(DEVELOP)).toBeDefined();
  });
});

describe("submitPullRequest", () => {
  test.each(["", "Urgent", "constructor", "__proto__", "12"])("refuses the unknown priority %j", (word) => {
    expect(tryToBeRefused(createEngineWithQueue(), submission(1, word))).toBe("priority_unknown");
  });

  test("of what is in the queue changes priority and batching where they are named, and restarts nothing", () => {
    const engine = createEngineWithQueue();
    const first = tryFindLatest(applyOrThrow(engine, submission(1)), 1);
    for (const [named, expected] of [
      [{ priority: "LOW" }, { priority: { name: "low", value: 200 }, noBatch: false }],
      [{ noBatch: true }, { priority: { name: "low", value: 200 }, noBatch: true }],
      [{}, { priority: { name: "low", value: 200 }, noBatch: true }],
      [
        { priority: "urgent", noBatch: false },
        { priority: { name: "urgent", value: 0 }, noBatch: false },
      ],
    ] as const) {
      const event = { type: "submitPullRequest", identity: MAIN, number: 1, ...named } as const;
      expect(tryFindLatest(applyOrThrow(engine, event), 1)).toEqual({ ...first, ...expected });
    }
  });
});

describe("QueueEngine", () => {
  test("uses the machine's time and a random seed by default", () => {
    const engine = new QueueEngine();
    const before = Date.now();
    applyOrThrow(engine, { type: "createQueue", identity: MAIN, settings: {} });
    const submitted = tryFindLatest(applyOrThrow(engine, submission(1)), 1);
    expect(submitted?.submittedAtMs).toBeGreaterThanOrEqual(before);
    expect(submitted?.submittedAtMs).toBeLessThanOrEqual(Date.now());
    expect(new QueueEngine().state.seed).not.toBe(engine.state.seed);
  });

  test("continues from a given state", () => {
    const first = createEngineWithQueue();
    const second = new QueueEngine({}, { now: () => NOW_MS, initialState: first.state });
    expect(second.tryFindQueue(MAIN)).toBe(first.tryFindQueue(MAIN));
    second.restore(createState("other"));
    expect(second.tryFindQueue(MAIN)).toBeUndefined();
  });
});
