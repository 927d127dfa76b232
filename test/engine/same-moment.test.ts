import { listTrackedEvents } from "../../src/emulator/control/show-state";
import type { TrackedEvent } from "../../src/queue/tracked-event";
import { createWorld, type World } from "../emulator/service-fixtures";
import { makeEvent } from "../support/make-event";
import { MAIN } from "./engine-fixtures";
import { QueuePlay } from "./support/queue-play";

/** Reports the status of several runs at one moment. */
function reportAll(play: QueuePlay, ...all: readonly (readonly [number, "success" | "failure"])[]): void {
  const reports = all.map(([number, conclusion]) => ({
    testRunId: play.run(number).id,
    name: "ci",
    conclusion,
  }));
  play.apply({ type: "reportChecks", reports });
}

describe("runs that end at the same moment", () => {
  test("have all ended before anything starts again", () => {
    const play = QueuePlay.parallel({ concurrency: 3 }).submit(1, 2, 3, 4).at(5);
    reportAll(play, [1, "success"], [2, "failure"], [3, "failure"]);
    expect(play.states(1, 2)).toBe("merged failed");
    expect(play.schedule()).toBe(
      "0-5 1 succeeded | 0-5 2 on 1 failed | 0-5 3 on 1,2 failed | 5- 3 in_progress | 5- 4 on 3 in_progress",
    );
  });

  test("count in any order: a pass on top clears the failure that is reported after it", () => {
    const inOrder = QueuePlay.parallel({ canOptimisticallyMerge: true }).submit(1, 2);
    reportAll(inOrder, [1, "failure"], [2, "success"]);
    const reversed = QueuePlay.parallel({ canOptimisticallyMerge: true }).submit(1, 2);
    reportAll(reversed, [2, "success"], [1, "failure"]);
    for (const play of [inOrder, reversed]) expect(play.states(1, 2)).toBe("merged merged");
  });

  test("time out together with those whose checks are reported", () => {
    const play = QueuePlay.parallel({ testingTimeoutMinutes: 5, concurrency: 2 }).submit(1);
    play.at(1).submit(2, 3);
    const { id } = play.run(2);
    const reports = [{ testRunId: id, name: "ci", conclusion: "failure" }] as const;
    // The clock has moved, and nothing has looked at it.
    play.later(5).apply({ type: "reportChecks", reports });
    expect(play.schedule()).toBe(
      "0-5 1 failed | 1-5 2 on 1 failed | 5- 2 in_progress | 5- 3 on 2 in_progress",
    );
  });

  test("a check that is reported at the moment of the time-out is too late", () => {
    const play = QueuePlay.parallel({ testingTimeoutMinutes: 5 }).submit(1);
    reportAll(play.later(5), [1, "success"]);
    expect(play.states(1)).toBe("failed");
  });

  test("an unknown run refuses all reports, and what was due happens", () => {
    const play = QueuePlay.parallel({ testingTimeoutMinutes: 5 }).submit(1, 2);
    const report = { testRunId: play.run(1).id, name: "ci", conclusion: "success" } as const;
    const reports = [report, { ...report, testRunId: "none" }];
    expect(play.tryToBeRefused({ type: "reportChecks", reports })).toBe("test_run_unknown");
    expect(play.states(1, 2)).toBe("testing testing");
    expect(play.later(5).tryToBeRefused({ type: "reportChecks", reports })).toBe("test_run_unknown");
    expect(play.states(1, 2)).toBe("failed testing");
  });
});

const SEQUENCE = makeEvent("").sequence;

function upload(world: World, events: readonly TrackedEvent[], repo = MAIN.repo): readonly [number, string] {
  const { status, text } = world.post("metrics/trackEvents", { repo, events });
  return [status, text];
}

function list(world: World, repo = MAIN.repo): readonly TrackedEvent[] {
  return listTrackedEvents(world.service.engine.state, repo);
}

describe("trackEvents", () => {
  test("stores events, and returns them in the order of their first upload", () => {
    const world = createWorld();
    const root = makeEvent("b", {
      payload: { metrics: [{ k: "seconds", v: 1.5 }], tags: [{ k: "os", v: "linux" }] },
      sequence: { ...SEQUENCE, payload: { tags: [{ k: "team", v: 7 }] } },
    });
    const child = makeEvent("a", {
      parent: { eventId: "b", sequenceKey: "build" },
      payload: { metrics: [], tags: [] },
      sequence: { ...SEQUENCE, payload: { tags: [] } },
    });
    expect(upload(world, [root])).toEqual([200, "{}"]);
    expect(upload(world, [child])).toEqual([200, "{}"]);
    expect(list(world)).toEqual([root, child]);
  });

  test("fills in default payloads", () => {
    const world = createWorld();
    const event = { id: "a", chainId: "run-1", createdAt: 1, finishedAt: 2, conclusion: "SUCCESS" } as const;
    upload(world, [{ ...event, sequence: SEQUENCE }]);
    const payload = { metrics: [], tags: [] };
    expect(list(world)).toEqual([{ ...event, payload, sequence: { ...SEQUENCE, payload: { tags: [] } } }]);
  });

  test("R-1: a repeated upload does not change anything", () => {
    const world = createWorld();
    upload(world, [makeEvent("a"), makeEvent("b")]);
    const before = list(world);
    expect(upload(world, [makeEvent("a"), makeEvent("b")])[0]).toBe(200);
    expect(list(world)).toEqual(before);
  });

  test("an event replaces an earlier one with the same id, even within one upload", () => {
    const world = createWorld();
    upload(world, [makeEvent("a"), makeEvent("b")]);
    upload(world, [
      makeEvent("a", { conclusion: "FAILURE" }),
      makeEvent("c", { conclusion: "SKIPPED" }),
      makeEvent("c", { conclusion: "TIMED_OUT" }),
    ]);
    expect(list(world).map(({ id, conclusion }) => [id, conclusion])).toEqual([
      ["a", "FAILURE"],
      ["b", "SUCCESS"],
      ["c", "TIMED_OUT"],
    ]);
  });

  test.each([
    ["platform", { ...SEQUENCE, platform: "other_ci" }],
    ["kind", { ...SEQUENCE, kind: "workflow" }],
  ])(
    "a sequence key belongs to one %s: an upload with a different one is refused entirely",
    (_what, other) => {
      const world = createWorld();
      upload(world, [makeEvent("a")]);
      const before = world.service.engine.state;
      const [status, text] = upload(world, [makeEvent("b"), makeEvent("c", { sequence: other })]);
      expect([status, text]).toEqual([400, expect.stringContaining('Event "c" calls the sequence "build"')]);
      expect(world.service.engine.state.trackedEvents).toBe(before.trackedEvents);
      const [first] = upload(world, [
        makeEvent("d", { sequence: { ...SEQUENCE, key: "new" } }),
        makeEvent("e", { sequence: { ...other, key: "new" } }),
      ]);
      expect(first).toBe(400);
      // The refused upload had no effect: the key is still free.
      expect(upload(world, [makeEvent("a", { sequence: { ...other, key: "new" } })])[0]).toBe(200);
      expect(list(world).map(({ id }) => id)).toEqual(["a"]);
    },
  );

  test("a sequence may be renamed", () => {
    const world = createWorld();
    upload(world, [makeEvent("a")]);
    expect(upload(world, [makeEvent("b", { sequence: { ...SEQUENCE, name: "Build all" } })])[0]).toBe(200);
    expect(list(world).map(({ sequence }) => sequence.name)).toEqual(["Build", "Build all"]);
  });

  test("repositories have separate events and sequences, and their names are case-insensitive", () => {
    const world = createWorld();
    const other = { ...MAIN.repo, name: "api" };
    upload(world, [makeEvent("a")]);
    expect(upload(world, [makeEvent("a", { sequence: { ...SEQUENCE, kind: "workflow" } })], other)[0]).toBe(
      200,
    );
    upload(world, [makeEvent("b")], { ...MAIN.repo, owner: "ACME" });
    expect(list(world).map(({ id }) => id)).toEqual(["a", "b"]);
    expect(list(world, other).map(({ id }) => id)).toEqual(["a"]);
    expect(list(world, { ...MAIN.repo, name: "none" })).toEqual([]);
  });

  test("accepts an upload without events, and refuses a repository outside the organization", () => {
    const world = createWorld({ repositories: ["github.com/acme/web"] });
    expect(upload(world, [])[0]).toBe(200);
    expect(upload(world, [makeEvent("a")], { ...MAIN.repo, name: "none" })[0]).toBe(404);
  });
});
