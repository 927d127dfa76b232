import type { ListPullRequestsResponse } from "../../../src/wire/first/list-pull-requests";
import { MAIN } from "../../engine/engine-fixtures";
import { createWorld, type World } from "../service-fixtures";

const MINUTE_MS = 60_000;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-9[0-9a-f]{3}-[0-9a-f]{12}$/;

function list(world: World, body: object = {}): ListPullRequestsResponse {
  return world.ask("listPullRequests", body) as ListPullRequestsResponse;
}

function listNumbers(world: World, body: object = {}): number[] {
  return list(world, body).pullRequests.map(({ prNumber }) => prNumber);
}

/** A paused world, in which nothing starts. */
function createPausedWorld(count: number): World {
  const world = createWorld();
  world.ask("updateQueue", { state: "paused" });
  for (let number = 1; number <= count; number += 1) world.ask("submitPullRequest", { pr: { number } });
  return world;
}

test("shows everything that was ever submitted, once, in the order of first submission", () => {
  const world = createWorld();
  world.ask("submitPullRequest", { pr: { number: 3 } });
  world.ask("submitPullRequest", { pr: { number: 1 }, priority: "high" });
  world.ask("submitPullRequest", { pr: { number: 2 } });
  const { id } = world.find(1);
  world.report(3, "ci/test", "success");
  world.ask("cancelPullRequest", { pr: { number: 1 } });
  world.ask("submitPullRequest", { pr: { number: 1 } });
  const { pullRequests, nextCursor } = list(world);
  expect(pullRequests.map(({ prNumber, state }) => [prNumber, state])).toEqual([
    [3, "merged"],
    [1, "pending"],
    [2, "testing"],
  ]);
  expect(pullRequests[1]?.id).toBe(id);
  expect(nextCursor).toBeUndefined();
});

test("has pages of 50 by default, and no cursor to an empty page", () => {
  const world = createPausedWorld(100);
  const first = list(world);
  expect(first.nextCursor).toMatch(UUID);
  const second = list(world, { cursor: first.nextCursor });
  expect([first, second].map(({ pullRequests }) => pullRequests.length)).toEqual([50, 50]);
  expect(second).not.toHaveProperty("nextCursor");
  expect(listNumbers(world, { take: 100 })).toHaveLength(100);
  expect(list(createWorld())).toEqual({ pullRequests: [] });
});

test("shows only pull requests that concluded between the given times, both included", () => {
  const world = createPausedWorld(4);
  // 03:04:05, then a minute later each.
  for (const number of [3, 1, 2]) {
    world.ask("cancelPullRequest", { pr: { number } });
    world.advance(MINUTE_MS);
  }
  expect(listNumbers(world, { since: "2026-01-02T03:04:05Z" })).toEqual([1, 2, 3]);
  expect(listNumbers(world, { since: "2026-01-02T03:05:05.000Z" })).toEqual([1, 2]);
  expect(listNumbers(world, { since: "2026-01-02T05:05:05.001+02:00" })).toEqual([2]);
  expect(listNumbers(world, { since: "2026-01-02T03:06:05.001Z" })).toEqual([]);
  expect(listNumbers(world, { until: "2026-01-02T03:05:05.000Z" })).toEqual([1, 3]);
  const minute = { since: "2026-01-02T03:05:05Z", until: "2026-01-02T03:06:04.999Z" };
  expect(listNumbers(world, minute)).toEqual([1]);
  expect(listNumbers(world, { ...minute, state: "CANCELLED" })).toEqual([1]);
  expect(listNumbers(world, { since: "2026-01-02T03:05:05Z", state: "merged" })).toEqual([]);
  expect(listNumbers(world, { since: "2026-01-02T03:05:05Z", state: "pending" })).toEqual([]);
});

test("shows what left the queue in that time also if it was submitted again", () => {
  const world = createWorld();
  world.ask("submitPullRequest", { pr: { number: 1 } });
  world.report(1, "ci/test", "failure");
  world.advance(MINUTE_MS);
  world.ask("submitPullRequest", { pr: { number: 1 } });
  const [failed, later] = ["2026-01-02T03:04:05Z", "2026-01-02T03:05:05Z"];
  expect(list(world, { since: failed, until: failed }).pullRequests).toMatchObject([{ state: "testing" }]);
  expect(listNumbers(world, { since: failed, state: "failed" })).toEqual([]);
  expect(listNumbers(world, { since: later })).toEqual([]);
  world.report(1, "ci/test", "success");
  expect(listNumbers(world, { since: later })).toEqual([1]);
});

test("returns the same cursor for the same place, and accepts it with another page size and another filter", () => {
  const world = createPausedWorld(5);
  const cursor = list(world, { take: 1 }).nextCursor;
  expect(listNumbers(world, { cursor, take: 3 })).toEqual([2, 3, 4]);
  for (const number of [1, 4]) world.ask("cancelPullRequest", { pr: { number } });
  expect(list(world, { take: 1 }).nextCursor).toBe(cursor);
  expect(listNumbers(world, { cursor: cursor?.toUpperCase() })).toEqual([2, 3, 4, 5]);
  expect(listNumbers(world, { cursor, state: "cancelled" })).toEqual([4]);
});

test("refuses cursors of another queue, of an earlier queue with the same name, and made-up ones", () => {
  const world = createPausedWorld(3);
  const { nextCursor: cursor = "" } = list(world, { take: 1 });
  const other = { ...MAIN, targetBranch: "develop" };
  world.ask("createQueue", other);
  const changed = cursor.replace(/.$/, (digit) => (digit === "0" ? "1" : "0"));
  const moved = cursor.replace(/^0{8}-0001/, "00000000-0002");
  expect(moved).not.toBe(cursor);
  const foreign = "6a3f1c7e-8a55-4d2b-9a39-0d3ab1c1ee11";
  for (const [queue, wrong] of [
    [other, cursor],
    [MAIN, changed],
    [MAIN, moved],
    [MAIN, foreign],
    [MAIN, "00000000-0000-0000-0000-000000000000"],
    [MAIN, "ffffffff-ffff-ffff-ffff-ffffffffffff"],
  ] as const) {
    const { status, text } = world.post("listPullRequests", { ...queue, cursor: wrong });
    expect([status, text]).toEqual([400, expect.stringContaining("Start without a cursor.")]);
  }
  for (const number of [1, 2, 3]) world.ask("cancelPullRequest", { pr: { number } });
  world.ask("deleteQueue");
  world.ask("createQueue");
  for (const number of [1, 2, 3]) world.ask("submitPullRequest", { pr: { number } });
  expect(world.post("listPullRequests", { ...MAIN, cursor }).status).toBe(400);
});
