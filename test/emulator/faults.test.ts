import { type FaultInput, makeFault } from "../../src/emulator/control/fault-input";
import {
  changeAnswer,
  clampNumbers,
  delay,
  drip,
  dropAfterCommit,
  dropBeforeCommit,
  type Fault,
  fail,
  firstTimes,
  fromTime,
  holdUntil,
  inflate,
  lagReads,
  limitInFlight,
  onOperation,
  onQueue,
  onReusedConnection,
  onTime,
  rewriteAnswer,
  rewriteRequest,
  truncate,
} from "../../src/emulator/faults";
import type { Delivery } from "../../src/emulator/http/delivery";
import { toRepositoryId } from "../../src/emulator/second/known-resources";
import { MAIN } from "../engine/engine-fixtures";
import { createGate } from "../support/create-gate";
import { createService, request, serveAll, TOKEN } from "./service-fixtures";

const READ = request("getQueue", MAIN);
const WRITE = request("updateQueue", { ...MAIN, concurrency: 8 });

/** The client's view of each delivery: a status, or how the connection ended. */
function show(deliveries: readonly Delivery[]): (number | string)[] {
  return deliveries.map((delivery) => (delivery.kind === "whole" ? delivery.answer.status : delivery.kind));
}

function concurrencyOf(delivery: Delivery | undefined): unknown {
  if (delivery?.kind !== "whole") throw new Error("the delivery is not a whole response");
  return (JSON.parse(delivery.answer.body) as { concurrency: unknown }).concurrency;
}

describe("a single fault", () => {
  test.each<[string, Fault, number | string, isCommitted: boolean]>([
    ["fail", fail(500), 500, false],
    ["fail that commits", fail(500, { commits: true }), 500, true],
    ["dropBeforeCommit", dropBeforeCommit, "dropped", false],
    ["dropAfterCommit", dropAfterCommit, "dropped", true],
    ["truncate", truncate(3), "truncated", true],
    ["delay", delay(0), 200, true],
  ])("%s spoils the response and commits or not", async (_name, fault, shown, isCommitted) => {
    const service = createService();
    const { deliveries, records } = await serveAll(service, [fault], [WRITE]);
    expect(show(deliveries)).toEqual([shown]);
    expect(records[0]?.isCommitted).toBe(isCommitted);
    expect(service.engine.tryFindQueue(MAIN)?.settings.concurrency).toBe(isCommitted ? 8 : 1);
  });

  test.each<[FaultInput, Fault]>([
    [{ kind: "answer", status: 500, commits: true }, fail(500, { commits: true })],
    [{ kind: "delay", ms: 0, onReusedConnection: true }, onReusedConnection(delay(0))],
    [{ kind: "drop", commits: true, onTime: 2 }, onTime(2, dropAfterCommit)],
    [{ kind: "drop", commits: false, fromTime: 2 }, fromTime(2, dropBeforeCommit)],
    [{ kind: "truncate", bytes: 3, isLengthDeclared: false }, truncate(3, false)],
    [{ kind: "drip", bytes: 2, intervalMs: 1, from: "head" }, drip(2, 1, "head")],
    [{ kind: "lagReads", reads: 2 }, lagReads(2)],
    [{ kind: "limitInFlight", limit: 0, retryAfter: 1 }, limitInFlight(0, 1)],
    [{ kind: "answer", status: 429, retryAfter: 3 }, fail(429, { headers: { "retry-after": "3" } })],
    [{ kind: "inflate", bytes: 1000 }, inflate(1000)],
    [{ kind: "changeAnswer", set: { a: 1 }, remove: ["b"] }, changeAnswer({ set: { a: 1 }, remove: ["b"] })],
    [{ kind: "changeAnswer" }, changeAnswer({})],
    [{ kind: "clampNumbers", largest: { concurrency: 5 } }, clampNumbers({ concurrency: 5 })],
    [{ kind: "answer", status: 429, retryAfter: 3, queue: "github.com/acme/web/other" }, delay(0)],
  ])("%j does what the function does", async (input, fault) => {
    const serve = (one: Fault) => serveAll(createService(), [one], [READ, WRITE, READ, READ, READ]);
    expect(await serve(makeFault(input))).toEqual(await serve(fault));
  });

  test("fail responds with the given body, content type and Retry-After", async () => {
    const given = { body: "slow down", headers: { "retry-after": "2", "content-type": "text/html" } };
    const { deliveries } = await serveAll(createService(), [fail(429, given)], [READ]);
    expect(deliveries[0]).toEqual({ kind: "whole", answer: { status: 429, ...given } });
  });

  test("holdUntil holds a request back until it is released", async () => {
    const gate = createGate();
    const service = createService();
    const served = serveAll(service, [holdUntil(gate.opened)], [WRITE]);
    await Promise.resolve();
    expect(service.engine.tryFindQueue(MAIN)?.settings.concurrency).toBe(1);
    gate.open();
    await served;
    expect(service.engine.tryFindQueue(MAIN)?.settings.concurrency).toBe(8);
  });

  test("rewriteAnswer changes JSON and leaves text and dropped connections unchanged", async () => {
    const fault = rewriteAnswer((body) => ({ ...(body as object), concurrency: 77 }));
    const service = createService();
    const missing = request("getQueue", { ...MAIN, targetBranch: "x" });
    const { deliveries } = await serveAll(service, [fault], [READ, missing]);
    expect(concurrencyOf(deliveries[0])).toBe(77);
    expect(show(deliveries)).toEqual([200, 404]);
    expect(service.engine.tryFindQueue(MAIN)?.settings.concurrency).toBe(1);
    const dropped = await serveAll(service, [fault, truncate(2), dropBeforeCommit], [READ]);
    expect(show(dropped.deliveries)).toEqual(["dropped"]);
  });

  test("F-27: lagReads returns the queue as it was before the last write, even one that names no queue", async () => {
    const { deliveries } = await serveAll(createService(), [lagReads(2)], [READ, WRITE, READ, READ, READ]);
    const [first, , ...reads] = deliveries;
    expect([first, ...reads].map(concurrencyOf)).toEqual([1, 1, 1, 8]);
    const unnamed = await serveAll(createService(), [lagReads(1)], [request("updateQueue", {}), READ]);
    expect(show(unnamed.deliveries)).toEqual([400, 400]);
  });

  test("F-27: with lagReads a new queue is still missing, and a deleted one still exists", async () => {
    const operations = ["createQueue", "getQueue", "getQueue", "deleteQueue", "getQueue", "getQueue"];
    const sequence = operations.map((operation) => request(operation, { ...MAIN, targetBranch: "develop" }));
    const { deliveries } = await serveAll(createService(), [lagReads(1)], sequence);
    expect(show(deliveries)).toEqual([200, 404, 200, 200, 200, 404]);
  });

  test("F-07: inflate pads the response with spaces, which JSON allows", async () => {
    const { deliveries } = await serveAll(createService(), [inflate(5_000)], [READ]);
    expect(deliveries[0]?.kind === "whole" && deliveries[0].answer.body.length).toBe(5_000);
    expect(concurrencyOf(deliveries[0])).toBe(1);
    const small = await serveAll(createService(), [inflate(1)], [READ]);
    expect(concurrencyOf(small.deliveries[0])).toBe(1);
    // As drip, it does not affect dropped connections.
    const faults = [inflate(10), drip(1, 1), dropBeforeCommit];
    expect(show((await serveAll(createService(), faults, [READ])).deliveries)).toEqual(["dropped"]);
  });

  test("F-05: limitInFlight refuses requests with 429 while this many are in progress", async () => {
    const gate = createGate();
    const service = createService();
    const faults = [limitInFlight(2, 7), holdUntil(gate.opened)];
    const serve = async () => (await serveAll(service, faults, [READ])).deliveries[0];
    const held = [serve(), serve()];
    const refused = await serve();
    expect(refused).toMatchObject({ answer: { status: 429, headers: { "retry-after": "7" } } });
    gate.open();
    expect(show((await Promise.all(held)).flatMap((delivery) => delivery ?? []))).toEqual([200, 200]);
    expect(await serve()).toMatchObject({ answer: { status: 200 } });
    const silent = await serveAll(service, [limitInFlight(1), limitInFlight(0)], [READ]);
    expect(silent.deliveries[0]).toMatchObject({ answer: { status: 429 } });
    expect(JSON.stringify(silent.deliveries)).not.toContain("retry-after");
  });
});

describe("combined faults", () => {
  test("onOperation does not affect other operations", async () => {
    const serve = async (fault: Fault) =>
      show((await serveAll(createService(), [fault], [READ, WRITE, request("nothing", {})])).deliveries);
    expect(await serve(onOperation("updateQueue", fail(503)))).toEqual([200, 503, 404]);
    expect(await serve(onOperation(["getQueue", "updateQueue"], fail(503)))).toEqual([503, 503, 404]);
  });

  test("onQueue does not affect other queues, or requests that do not name one", async () => {
    const fault = onQueue({ ...MAIN, repo: { ...MAIN.repo, owner: "ACME" } }, fail(503));
    const other = request("getQueue", { ...MAIN, targetBranch: "Main" });
    const requests = [READ, WRITE, other, request("getQueue", {})];
    const { deliveries } = await serveAll(createService(), [fault], requests);
    expect(show(deliveries)).toEqual([503, 503, 404, 400]);
  });

  test("a fault of the second interface is for its operations, and for a queue by any id that names it", async () => {
    const service = createService();
    const queue = service.engine.tryFindQueue(MAIN);
    const headers = { authorization: `Bearer ${TOKEN}`, "content-type": "application/json" };
    const ask = (method: string, path: string, query = "") =>
      request("", "", { method, path: `/v2${path}`, query, headers });
    const here = `repositoryId=${toRepositoryId(service, MAIN.repo)}&targetBranch=main`;
    const named = [ask("POST", `/merge-queues/${queue?.id}/pause`), ask("GET", "/merge-queues", here)];
    const others = ["", `${here}2`].map((query) => ask("GET", "/merge-queues", query));
    others.push(ask("GET", "/nowhere"));
    const broken = await serveAll(service, [onQueue(MAIN, fail(503))], [...named, ...others]);
    expect(show(broken.deliveries)).toEqual([503, 503, 200, 200, 404]);
    const limit = makeFault({ kind: "answer", status: 429, operations: "GET /merge-queues" });
    expect(show((await serveAll(service, [limit], [...named, READ])).deliveries)).toEqual([200, 429, 200]);
  });

  test("lagReads makes reads of the second interface stale as well, after a write", async () => {
    const service = createService();
    const path = `/v2/merge-queues/${service.engine.tryFindQueue(MAIN)?.id}`;
    const headers = { authorization: `Bearer ${TOKEN}`, "content-type": "application/json" };
    const read = request("", "", { method: "GET", path, headers });
    const list = { ...read, path: "/v2/merge-queues" };
    const write = request("", { concurrency: 8 }, { method: "PATCH", path: `${path}/config`, headers });
    const { deliveries } = await serveAll(service, [lagReads(1)], [read, write, list, read, read]);
    const shown = deliveries.map((one) =>
      one.kind === "whole" ? /"concurrency":(\d)/.exec(one.answer.body)?.[1] : "",
    );
    expect(shown).toEqual(["1", "8", "8", "1", "8"]);
  });

  test("F-28: onReusedConnection does not affect the first request of a connection", async () => {
    const reused = { ...READ, isConnectionReused: true };
    const fault = onReusedConnection(dropBeforeCommit);
    const { deliveries } = await serveAll(createService(), [fault], [READ, reused]);
    expect(show(deliveries)).toEqual([200, "dropped"]);
  });

  test.each<[string, Fault, number[]]>([
    ["firstTimes", firstTimes(2, fail(500)), [500, 500, 200, 200, 200]],
    ["onTime", onTime(3, fail(500)), [200, 200, 500, 200, 200]],
    ["fromTime", fromTime(3, fail(500)), [200, 200, 500, 500, 500]],
    ["onOperation", onOperation("updateQueue", onTime(2, fail(500))), [200, 200, 200, 500, 200]],
  ])("%s counts only the requests that reach it", async (_name, fault, expected) => {
    const { deliveries } = await serveAll(createService(), [fault], [READ, WRITE, READ, WRITE, WRITE]);
    expect(show(deliveries)).toEqual(expected);
  });

  test("the first fault is outermost: later ones see what it lets through", async () => {
    const service = createService();
    const seen: unknown[] = [];
    const watch: Fault = ({ body }, next) => {
      seen.push(body);
      return next();
    };
    const rewrite = rewriteRequest((body) => ({ ...(body as object), concurrency: 4 }));
    await serveAll(service, [watch, rewrite, watch], [WRITE]);
    expect(seen).toEqual([
      { ...MAIN, concurrency: 8 },
      { ...MAIN, concurrency: 4 },
    ]);
    expect(service.engine.tryFindQueue(MAIN)?.settings.concurrency).toBe(4);
  });
});

test("S-03: records contain requests and responses, whatever the faults did, but not the token", async () => {
  const fault = onOperation("updateQueue", dropAfterCommit);
  const requests = [READ, WRITE, request("nothing", "no JSON")];
  const { records } = await serveAll(createService(), [fault], requests);
  expect(records).toEqual([
    expect.objectContaining({ operation: "getQueue", body: MAIN, status: 200, isCommitted: true }),
    expect.objectContaining({ operation: "updateQueue", status: undefined, isCommitted: true }),
    expect.objectContaining({ operation: undefined, path: "/v1/nothing", body: undefined, status: 404 }),
  ]);
  expect(records[0]?.headers).toEqual({ "content-type": "application/json" });
  expect(JSON.stringify(records)).not.toContain(TOKEN);
});
