import type { CallOptions } from "../../src/api/api-client";
import { listAllPullRequests, readAllPullRequests } from "../../src/api/list-all-pull-requests";
import type { ListPullRequestsRequest } from "../../src/wire/first/list-pull-requests";
import { catchRejection } from "./support/catch-rejection";
import { QUEUE, response } from "./support/exchanges";
import { makeScriptedClient, type ScriptedClient, type Step } from "./support/make-client";

const A = "00000000-0000-4000-8000-00000000000a";
const B = "00000000-0000-4000-8000-00000000000b";

function page(items: readonly (number | object)[], nextCursor?: unknown): Step {
  const pullRequests = items.map((item) => (typeof item === "number" ? { prNumber: item } : item));
  return response(200, JSON.stringify({ pullRequests, nextCursor }));
}

async function collect(
  scripted: ScriptedClient,
  request: ListPullRequestsRequest = QUEUE,
  options: CallOptions | (() => CallOptions) = scripted.options(),
): Promise<number[]> {
  const found = await readAllPullRequests(scripted.client, request, options);
  return found.map(({ prNumber }) => prNumber);
}

function readBodies({ requests }: ScriptedClient): unknown[] {
  return requests.map(({ body }): unknown => JSON.parse(body ?? ""));
}

describe("listAllPullRequests", () => {
  test("walks through all pages in order, with the filters on each", async () => {
    const scripted = makeScriptedClient([page([1, 2], A), page([], B), page([3])]);
    expect(await collect(scripted, { ...QUEUE, state: "merged" })).toEqual([1, 2, 3]);
    expect(readBodies(scripted)).toEqual([
      { ...QUEUE, state: "merged", take: 100 },
      { ...QUEUE, state: "merged", take: 100, cursor: A },
      { ...QUEUE, state: "merged", take: 100, cursor: B },
    ]);
  });

  test("starts at the requested page, with pages of the requested size", async () => {
    const scripted = makeScriptedClient([page([3])]);
    expect(await collect(scripted, { ...QUEUE, cursor: A, take: 7 })).toEqual([3]);
    expect(readBodies(scripted)).toEqual([{ ...QUEUE, cursor: A, take: 7 }]);
  });

  test("a page is requested only after the previous one is consumed", async () => {
    const scripted = makeScriptedClient([page([1, 2], A), page([3])]);
    const walk = listAllPullRequests(scripted.client, QUEUE, scripted.options());
    await walk.next();
    await walk.next();
    expect(scripted.requests).toHaveLength(1);
    await walk.return();
    expect(await walk.next()).toEqual({ done: true, value: undefined });
    expect(scripted.requests).toHaveLength(1);
  });

  test.each([
    ["at once", [page([1], A), page([2], A)], QUEUE],
    ["after another", [page([1], A), page([2], B), page([3], A)], QUEUE],
    ["that the caller began with", [page([1], B), page([2], A)], { ...QUEUE, cursor: A }],
  ])("a service that repeats a cursor %s is detected", async (_case, steps, request) => {
    const error = await catchRejection(collect(makeScriptedClient(steps), request));
    const details = { operation: "listPullRequests", queue: QUEUE, field: "nextCursor" };
    expect(error).toMatchObject({ code: "unexpected_response", details });
    expect(error.message).toContain(`"${A}"`);
    expect(error.message).toContain("would never end");
  });

  test("an invalid cursor is an error of its sender: the service or the caller", async () => {
    const theirs = await catchRejection(collect(makeScriptedClient([page([1], "page 2")])));
    expect(theirs).toMatchObject({ code: "unexpected_response", details: { field: "nextCursor" } });
    expect(theirs.message).toContain('"page 2"');
    const scripted = makeScriptedClient([page([1])]);
    const ours = await catchRejection(collect(scripted, { ...QUEUE, cursor: "page 2" }));
    expect(ours).toMatchObject({ code: "invalid_request", details: { field: "cursor" } });
    expect(scripted.requests).toHaveLength(0);
  });

  const INVALID = response(400, '{"error":{"code":"INVALID_CURSOR","message":"Begin again."}}');

  test("F-52: a cursor that has become invalid begins the list again, with no pull request twice", async () => {
    const scripted = makeScriptedClient([page([1, 2], A), INVALID, page([5, 1], A), page([2, 3]), page([9])]);
    expect(await collect(scripted, { ...QUEUE, state: "merged" })).toEqual([1, 2, 5, 3]);
    expect(readBodies(scripted)).toEqual(
      [undefined, A, undefined, A].map((cursor) => ({ ...QUEUE, state: "merged", take: 100, cursor })),
    );
  });

  test("F-52: pull requests are told apart by id, where they have one", async () => {
    const [a, b] = ["a", "b"].map((id) => ({ prNumber: 1, id })) as [object, object];
    expect(await collect(makeScriptedClient([page([a], A), INVALID, page([b, a])]))).toEqual([1, 1]);
  });

  test("F-52: a list that begins again three times without anything new is an error", async () => {
    const idle = [INVALID, page([1], A)];
    const more = [INVALID, page([1, 2], A)];
    const scripted = makeScriptedClient([page([1], A), ...idle, ...more, ...idle, ...idle, ...idle, INVALID]);
    const error = await catchRejection(collect(scripted));
    expect(error).toMatchObject({ code: "refused", details: { serverCode: "INVALID_CURSOR" } });
    expect(scripted.requests).toHaveLength(12);
  });

  test("F-52: a cursor of the caller's own that is invalid is an error at once, also after a restart", async () => {
    const caller = { ...QUEUE, cursor: B };
    const [atOnce, later] = [makeScriptedClient([INVALID]), makeScriptedClient([page([1], A), INVALID])];
    for (const scripted of [atOnce, later])
      expect((await catchRejection(collect(scripted, caller))).details.serverCode).toBe("INVALID_CURSOR");
    expect([atOnce.requests.length, later.requests.length]).toEqual([1, 3]);
  });

  test("a service that sends new cursors without pull requests forever is detected", async () => {
    const cursors = Array.from({ length: 1_500 }, (_, index) => A.slice(0, -4) + String(1_000 + index));
    const scripted = makeScriptedClient([page([1], B), ...cursors.map((cursor) => page([], cursor))]);
    const error = await catchRejection(collect(scripted, QUEUE, () => scripted.options()));
    expect(error).toMatchObject({ code: "unexpected_response", details: { field: "nextCursor" } });
    expect(error.message).toContain("after 1000 pages without a pull request");
    expect(scripted.requests).toHaveLength(1_001);
  });

  test("999 pages without a pull request, as a filter may leave them, are walked through, and again", async () => {
    const cursors = Array.from({ length: 1_998 }, (_, index) => A.slice(0, -4) + String(1_000 + index));
    const pages = cursors.map((cursor, index) => page(index === 999 ? [1] : [], cursor));
    const scripted = makeScriptedClient([...pages, page([2])]);
    expect(await collect(scripted, QUEUE, () => scripted.options())).toEqual([1, 2]);
  });

  test("the deadline covers all pages together", async () => {
    const scripted = makeScriptedClient([
      page([1], A),
      () => {
        scripted.clock.advance(1_000);
        return response(503, "busy");
      },
    ]);
    const error = await catchRejection(collect(scripted, QUEUE, scripted.options(2_000)));
    expect([error.code, scripted.clock.now() <= 3_000]).toEqual(["server_error", true]);
  });

  test("options that are a function are asked for each page anew", async () => {
    const scripted = makeScriptedClient([page([1], A), page([2])]);
    let asked = 0;
    const walk = listAllPullRequests(scripted.client, QUEUE, () => {
      asked++;
      return scripted.options(1_000);
    });
    await walk.next();
    scripted.clock.advance(60_000);
    expect(await walk.next()).toMatchObject({ value: { prNumber: 2 } });
    expect(asked).toBe(2);
  });

  test("K-7: an interrupt ends the walk between two pages", async () => {
    const stop = new AbortController();
    const scripted = makeScriptedClient([page([1], A), page([2])]);
    const options = scripted.options(60_000, { stopSignal: stop.signal });
    const walk = listAllPullRequests(scripted.client, QUEUE, options);
    await walk.next();
    stop.abort();
    const error = await catchRejection(walk.next());
    expect([error.code, scripted.requests.length]).toEqual(["interrupted", 1]);
  });
});
