import type { EventSequence, TrackedEvent } from "../../../src/api/tracked-event";
import { type ListedEvent, listTrackedEvents } from "../../../src/emulator/responses/list-tracked-events";
import { createWorld, type World } from "../service-fixtures";
import { MAIN } from "./engine-fixtures";

const SEQUENCE: EventSequence = { platform: "my_ci", kind: "job", key: "build", name: "Build" };

function makeEvent(id: string, changes: Partial<TrackedEvent> = {}): TrackedEvent {
  return {
    id,
    chainId: "run-1",
    createdAt: 1_767_323_045_000,
    finishedAt: 1_767_323_046_000,
    conclusion: "SUCCESS",
    sequence: SEQUENCE,
    ...changes,
  };
}

function upload(world: World, events: readonly TrackedEvent[], repo = MAIN.repo): readonly [number, string] {
  const { status, text } = world.post("metrics/trackEvents", { repo, events });
  return [status, text];
}

function list(world: World, repo = MAIN.repo): readonly ListedEvent[] {
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
    upload(world, [makeEvent("a")]);
    expect(list(world)).toEqual([
      {
        ...makeEvent("a"),
        payload: { metrics: [], tags: [] },
        sequence: { ...SEQUENCE, payload: { tags: [] } },
      },
    ]);
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
