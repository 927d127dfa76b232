import type { EngineEvent } from "../../src/engine/engine-event";
import { QueueEngine } from "../../src/engine/queue-engine";
import { makePullRequestId, makeRepositoryId, readPullRequestNumber } from "../../src/engine/stable-ids";
import { applyOrThrow, MAIN, NOW_MS } from "./engine-fixtures";
import { QueuePlay } from "./support/queue-play";

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-9[0-9a-f]{3}-[0-9a-f]{12}$/;

describe("the record of a queue", () => {
  test("its id never changes; the same queue made again has another; a seed decides them", () => {
    const makeIds = (seed: string): string[] => {
      const engine = new QueueEngine({}, { now: () => NOW_MS, seed });
      const create = (): string =>
        applyOrThrow(engine, { type: "createQueue", identity: MAIN, settings: {} }).id;
      const first = create();
      applyOrThrow(engine, { type: "updateQueue", identity: MAIN, settings: { state: "paused" } });
      expect(engine.tryFindQueue(MAIN)?.id).toBe(first);
      applyOrThrow(engine, { type: "deleteQueue", identity: MAIN });
      return [first, create()];
    };
    const ids = makeIds("a");
    for (const id of ids) expect(id).toMatch(/^[A-Za-z0-9]{8}$/);
    expect(makeIds("a")).toEqual(ids);
    expect(new Set([...ids, ...makeIds("b")]).size).toBe(4);
  });

  test("it was created once, its state changed last, and its settings or state were written last at known times", () => {
    const play = new QueuePlay().at(2);
    play.update({ state: "paused" }).at(5);
    play.update({ state: "paused", concurrency: 2 }).at(7);
    play.submit(1).at(8);
    applyOrThrow(play.engine, { type: "readQueue", identity: MAIN });
    const { createdAtMs, stateSetAtMs, updatedAtMs } = play.queue;
    expect([createdAtMs, stateSetAtMs, updatedAtMs]).toEqual([0, 2, 5].map((at) => NOW_MS + at * 60_000));
  });

  test.each([
    [[false, false], "manual"],
    [[true, true], "terraform"],
    [[true, false, false], "terraform_with_drift"],
    [[false, true], "terraform"],
    [[true, false, true], "terraform"],
  ])("after writes by Terraform or not (%j), it is managed: %s", (writers, expected) => {
    const engine = new QueueEngine({}, { now: () => NOW_MS });
    for (const [index, isByTerraform] of writers.entries()) {
      const event: EngineEvent =
        index === 0
          ? { type: "createQueue", identity: MAIN, settings: {}, isByTerraform }
          : { type: "updateQueue", identity: MAIN, settings: { state: "paused" }, isByTerraform };
      applyOrThrow(engine, event);
    }
    expect(engine.tryFindQueue(MAIN)?.managedState).toBe(expected);
  });
});

describe("ids that need no state", () => {
  test.each([0, 1, 7, 4_294_967_295])(
    "that of pull request %d tells its number to who knows the seed",
    (number) => {
      const id = makePullRequestId("seed", "github.com/acme/web", number);
      expect(id).toMatch(UUID);
      expect(readPullRequestNumber("seed", id)).toBe(number);
      expect(makePullRequestId("seed", "github.com/acme/web", number)).toBe(id);
    },
  );

  test("differ by repository, by number and by seed", () => {
    const ids = ["a", "b"].flatMap((seed) =>
      ["x/y/z", "x/y/w"].flatMap((key) => [
        makeRepositoryId(seed, key),
        ...[1, 2].map((number) => makePullRequestId(seed, key, number)),
      ]),
    );
    expect(new Set(ids).size).toBe(12);
    expect(makeRepositoryId("a", "x/y/z")).toMatch(UUID);
  });
});

describe("changing what is queued", () => {
  const change = { type: "changeSubmission", identity: MAIN, number: 2 } as const;

  test("priority and batching are those of its next turn; nothing that is tested starts again", () => {
    const play = new QueuePlay().submit(1, 2, 3);
    play.apply({ ...change, number: 3, priority: "high", noBatch: true });
    play.apply({ ...change, number: 1, priority: 300 });
    expect(play.show()).toBe("1 testing | 3 pending | 2 pending");
    expect(play.submission(3)).toMatchObject({ priority: { value: 10, name: "high" }, noBatch: true });
    expect(play.schedule()).toBe("0- 1 in_progress");
    expect(play.tryToBeRefused({ ...change, priority: "none" })).toBe("priority_unknown");
    expect(play.submission(2).priority).toMatchObject({ name: "medium" });
  });

  test("what is not ready can be sent on directly, and held again", () => {
    const play = new QueuePlay({ settings: { state: "paused" } }).declare(2, {
      mergeability: "not_mergeable",
    });
    play.submit(2);
    const states = [true, undefined, false].map((direct) => {
      play.apply({ ...change, direct });
      return play.states(2);
    });
    expect(states).toEqual(["pending", "pending", "not_ready"]);
  });

  test("one that is not in the queue, or has left it, is refused, and submits nothing", () => {
    const play = new QueuePlay();
    expect(play.tryToBeRefused(change)).toBe("pull_request_unknown");
    play.submit(2).cancel(2);
    expect(play.tryToBeRefused({ ...change, priority: 1 })).toBe("pull_request_unknown");
    expect(play.queue.submissions.size).toBe(1);
  });
});
