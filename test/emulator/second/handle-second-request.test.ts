import { KEY_PERMISSIONS, type KeyPermission } from "../../../src/emulator/key-permissions";
import * as second from "../../../src/emulator/second/handle-second-request";
import type { SecondName } from "../../../src/wire/second/operations";
import { NOW_MS } from "../../engine/engine-fixtures";
import { TOKEN } from "../service-fixtures";
import { createSecondWorld, type Fields } from "./ask-second";

const WEB = "https://github.com/acme/web";
const QUEUE = { repositoryId: "11111111-1111-4111-8111-111111111111", targetBranch: "main" };

/** Two queues of one repository. */
function createFilledWorld() {
  const world = createSecondWorld();
  const { data } = world.ask("GET /repositories", { providerUrl: WEB }) as { data: { id: string }[] };
  const repositoryId = data[0]?.id ?? "";
  const ids = ["main", "dev"].map((targetBranch) => {
    const { id } = world.ask("POST /merge-queues", { repositoryId, targetBranch }) as { id: string };
    world.advance(1);
    return id;
  });
  return { ...world, repositoryId, ids };
}

describe("handleSecondRequest", () => {
  test.each<[target: string, body: unknown, headers: Record<string, string | undefined>, expected: string]>([
    ["GET /merge-queues", undefined, { authorization: undefined }, "401 AUTHENTICATION_REQUIRED"],
    ["GET /nowhere", undefined, { authorization: undefined }, "401 AUTHENTICATION_REQUIRED"],
    ["GET /merge-queues", undefined, { authorization: `Basic ${TOKEN}` }, "401 AUTHENTICATION_REQUIRED"],
    ["GET /merge-queues", undefined, { authorization: "Bearer wrong" }, "401 INVALID_TOKEN"],
    ["GET /merge-queues", undefined, { authorization: `bearer  ${TOKEN}` }, "200"],
    ["GET ", undefined, {}, "404 NOT_FOUND"],
    ["GET /nowhere", undefined, {}, "404 NOT_FOUND"],
    ["PUT /merge-queues", {}, {}, "404 NOT_FOUND"],
    ["GET /merge-queues/%E0%A4%A", undefined, {}, "404 NOT_FOUND"],
    ["GET /merge-queues/", undefined, {}, "404 NOT_FOUND"],
    ["GET /merge-queues/no%2Fqueue", undefined, {}, "404 MERGE_QUEUE_NOT_FOUND"],
    ["GET /merge-queues/metrics", undefined, {}, "200"],
    ["GET /merge-queues?color=red", undefined, {}, "400 VALIDATION_FAILED"],
    ["GET /merge-queues?limit=5&limit=6", undefined, {}, "400 VALIDATION_FAILED"],
    ["GET /merge-queues?limit=101", undefined, {}, "400 VALIDATION_FAILED"],
    ["GET /merge-queues/some?id=other", undefined, {}, "400 VALIDATION_FAILED"],
    ["GET /repositories/not-a-uuid", undefined, {}, "400 VALIDATION_FAILED"],
    [`GET /repositories/${QUEUE.repositoryId}`, undefined, {}, "404 REPOSITORY_NOT_FOUND"],
    ["POST /merge-queues", QUEUE, {}, "404 REPOSITORY_NOT_FOUND"],
    ["POST /merge-queues", { ...QUEUE, color: "red" }, {}, "400 VALIDATION_FAILED"],
    ["POST /merge-queues", QUEUE, { "content-type": "text/plain" }, "400 VALIDATION_FAILED"],
    ["POST /merge-queues", [], {}, "400 VALIDATION_FAILED"],
    ["POST /merge-queues", "{", {}, "400 VALIDATION_FAILED"],
    ["POST /merge-queues/some/pause", "{", { "content-type": undefined }, "404 MERGE_QUEUE_NOT_FOUND"],
  ])("answers %s with body %j and %j: %#", (target, body, headers, expected) => {
    const { status, code = "", headers: sent } = createSecondWorld().send(target, body, headers);
    expect(`${status} ${code}`.trim()).toBe(expected);
    expect(sent["x-request-id"]).toMatch(/^[0-9a-f-]{36}$/);
  });

  test("a key may do what its permissions say, and is revoked and restored by its label", () => {
    const { service, send } = createSecondWorld({}, { boss: ["settings"], reader: [] });
    const { boss = "", reader = "" } = service.keys.keys;
    const ask = (key: string): string => {
      const { status, code = "" } = send("POST /merge-queues", QUEUE, { authorization: `Bearer ${key}` });
      return `${status} ${code}`;
    };
    for (const key of [boss, reader]) expect(key).toMatch(/^trunk_v2_[\w-]{32}$/);
    expect(boss).not.toBe(reader);
    expect(ask(boss)).toBe("404 REPOSITORY_NOT_FOUND");
    expect(ask(reader)).toBe("403 INSUFFICIENT_PERMISSIONS");
    expect(send("GET /merge-queues", undefined, { authorization: `Bearer ${reader}` }).status).toBe(200);
    expect([service.keys.revoke("boss"), service.keys.revoke("nobody")]).toEqual([true, false]);
    expect([ask(boss), ask(reader)]).toEqual(["401 INVALID_TOKEN", "403 INSUFFICIENT_PERMISSIONS"]);
    service.keys.restore();
    expect(ask(boss)).toBe("404 REPOSITORY_NOT_FOUND");
    const unknown = { key: ["everything" as KeyPermission] };
    expect(() => createSecondWorld({}, unknown)).toThrow(`There is no permission "everything".`);
  });

  test.each<[name: SecondName, fields: Fields, needed: readonly KeyPermission[]]>([
    ["GET /merge-queues/{id}/order", {}, []],
    ["PATCH /merge-queues/{id}/config", { allowBatching: false }, ["settings"]],
    ["POST /merge-queues/{id}/pull-requests", { allowBatching: true, direct: false }, ["submit"]],
    [
      "POST /merge-queues/{id}/pull-requests",
      { priorityName: "high", allowBatching: false, direct: true },
      KEY_PERMISSIONS.filter((one) => one !== "settings"),
    ],
    ["POST /pull-requests/{id}/reprioritize", { priorityValue: 0 }, ["priority"]],
    ["PATCH /pull-requests/{id}/queue-entry", { allowBatching: true }, ["skip-batching"]],
    ["PATCH /pull-requests/{id}/queue-entry", { direct: false }, ["direct"]],
    ["PUT /impacted-targets", {}, ["submit"]],
  ])("%s with %j needs %j", (name, fields, needed) => {
    expect(second.listNeededPermissions(name, fields)).toEqual(needed);
  });

  test("a body that is too large is refused in plain text; a date is that of the service's clock", () => {
    const { service, send, ids } = createFilledWorld();
    const head = { method: "POST", path: "/v2/merge-queues", headers: { authorization: `Bearer ${TOKEN}` } };
    const { status, body } = second.handleSecondRequest(service, { ...head, body: "too_large" });
    expect([status, body]).toEqual([413, expect.stringContaining("20 MiB")]);
    const { headers } = send(`GET /merge-queues/${ids[0]}`);
    expect(headers["date"]).toBe(new Date(NOW_MS + 2).toUTCString());
  });
});

describe("a list", () => {
  test("is read page by page, each element once, also when others come and go", () => {
    const { ask, send, ids, repositoryId, advance } = createFilledWorld();
    const first = ask("GET /merge-queues", { limit: 1, includeTotal: true });
    expect(first).toMatchObject({ data: [{ id: ids[0] }], hasMore: true, total: 2 });
    expect(send(`DELETE /merge-queues/${ids[0]}`).status).toBe(204);
    advance(1);
    const { id } = ask("POST /merge-queues", { repositoryId, targetBranch: "main" }) as { id: string };
    const { nextCursor: cursor } = first as { nextCursor: string };
    const rest = ask("GET /merge-queues", { limit: 2, cursor });
    expect(rest).toMatchObject({ data: [{ id: ids[1] }, { id }], nextCursor: null, hasMore: false });
    expect(rest).not.toHaveProperty("total");
  });

  test("a cursor belongs to its operation, its filters and its service", () => {
    const { ask, send, repositoryId } = createFilledWorld();
    const first = ask("GET /merge-queues", { limit: 1, repositoryId });
    const { nextCursor: cursor } = first as { nextCursor: string };
    const refuse = (query: string): string | undefined => send(`GET ${query}`).code;
    const filter = `repositoryId=${repositoryId}`;
    expect(refuse(`/merge-queues?${filter}&includeTotal=true&cursor=${cursor}`)).toBeUndefined();
    expect(refuse(`/merge-queues?cursor=${cursor}`)).toBe("INVALID_CURSOR");
    expect(refuse(`/repositories?providerUrl=${WEB}&cursor=${cursor}`)).toBe("INVALID_CURSOR");
    for (const spoilt of ["x", `${cursor}A`, cursor.toLowerCase()])
      expect(refuse(`/merge-queues?${filter}&cursor=${spoilt}`)).toBe("INVALID_CURSOR");
  });
});
