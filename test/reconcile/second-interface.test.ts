import { resolveClientConfig } from "../../src/api/client-config";
import { SYSTEM_CLOCK } from "../../src/api/clock";
import { createApiClient } from "../../src/api/create-api-client";
import type { Exchange, HttpRequest } from "../../src/api/exchange";
import type { QueueIdentity } from "../../src/queue/queue-identity";
import { type OperationOptions, Reconciler } from "../../src/reconcile/reconciler";
import { MemoryService } from "../conformance/support/memory-service";

const OPTIONS = { timeoutMs: 60_000 };

function name(index: number, repo = `repo-${index}`): QueueIdentity {
  return { repo: { host: "github.com", owner: "acme", name: repo }, targetBranch: `branch-${index}` };
}

const QUEUE = name(0);

/** A reconciler of a service with the second interface; what happens to requests can be changed. */
function start({ ageMs = 0, tellsTime = true } = {}) {
  let elapsedMs = 0;
  const clock = { ...SYSTEM_CLOCK, now: () => SYSTEM_CLOCK.now() + elapsedMs };
  const service = new MemoryService({}, { now: () => Date.now() - ageMs + elapsedMs });
  const sent: string[] = [];
  const hooks: { onRequest: (line: string) => unknown } = { onRequest: () => undefined };
  const transport = async (request: HttpRequest): Promise<Exchange> => {
    const line = `${request.method} ${request.path.replace(/^\/v2/, "")}`;
    sent.push(line);
    const early = hooks.onRequest(line) as Exchange | undefined;
    const exchange = await service.send(request);
    if (early !== undefined || exchange.kind === "fault" || !tellsTime) return early ?? exchange;
    return { ...exchange, date: new Date(Date.now() + elapsedMs).toUTCString() };
  };
  const environment = { MERGEQUEUE_BASE_URL: "https://service.invalid/v2", MERGEQUEUE_TOKEN: service.token };
  const { config } = resolveClientConfig({}, environment);
  if (config === undefined) throw new Error("The configuration is valid.");
  const api = createApiClient(config, { source: "mergequeue", clock, transport });
  const make = (queue: QueueIdentity): string => {
    service.engine.apply({ type: "createQueue", identity: queue, settings: {} });
    return idOf(queue);
  };
  const idOf = (queue: QueueIdentity): string => String(service.engine.tryFindQueue(queue)?.id);
  const remove = (queue: QueueIdentity): void => {
    service.engine.apply({ type: "deleteQueue", identity: queue });
  };
  const pass = (ms: number): void => {
    elapsedMs += ms;
  };
  return { reconciler: new Reconciler(api, clock), service, sent, hooks, make, remove, idOf, pass };
}

function answer(status: number, contentType: string, text: string): Exchange {
  return { kind: "response", status, contentType, text };
}

/** Refreshes queues as Terraform does: the next begins when one of ten has ended. */
async function refreshAll(
  reconciler: Reconciler,
  queues: readonly (readonly [queue: QueueIdentity, queueId: string | undefined])[],
  parallelism = 10,
): Promise<number> {
  const left = [...queues];
  let found = 0;
  const work = async (): Promise<void> => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) {
      const [queue, queueId] = next;
      const live = await reconciler.refresh(queue, { ...OPTIONS, queueId }).catch(() => undefined);
      if (live !== undefined) found += 1;
    }
  };
  await Promise.all(Array.from({ length: parallelism }, work));
  return found;
}

describe("a queue that someone else has deleted and made again", () => {
  type Act = (it: Reconciler, options: OperationOptions) => Promise<unknown>;
  const acts: readonly (readonly [string, Act])[] = [
    ["refreshed", (it, options) => it.refresh(QUEUE, options)],
    ["updated", (it, options) => it.update(QUEUE, { settings: { concurrency: 3 } }, options)],
    ["deleted", (it, options) => it.delete(QUEUE, options)],
    ["drained, deleted", (it, options) => it.delete(QUEUE, { ...options, drain: { priorState: "running" } })],
    ["drained", (it, options) => it.empty(QUEUE, options)],
  ];

  test.each(acts)("F-49: is not %s", async (_what, act) => {
    const { reconciler, sent, make, remove, idOf } = start();
    const queueId = make(QUEUE);
    remove(QUEUE);
    const other = make(QUEUE);
    const error = await act(reconciler, { ...OPTIONS, queueId }).catch((thrown: unknown) => thrown);
    const details = { queueId, record: { state: "running" } };
    expect(error).toMatchObject({ code: "queue_replaced", details });
    expect(error).toHaveProperty("message", expect.stringContaining(other));
    expect(sent.filter((line) => !line.startsWith("GET ") && !line.includes(queueId))).toEqual([]);
    expect(idOf(QUEUE)).toBe(other);
  });

  // Without the id of a state, too: then that of the look counts.
  test.each(acts.slice(1).flatMap((row) => [true, false].map((isKnown) => [...row, isKnown] as const)))(
    "F-49: between the look and the write, is not %s",
    async (_what, act, isKnown) => {
      const { reconciler, hooks, make, remove, idOf, service } = start();
      const queueId = make(QUEUE);
      await reconciler.read(QUEUE, OPTIONS);
      let other = "";
      hooks.onRequest = (line) => {
        if (other !== "" || /^GET \/merge-queues(\?|\/[^/]+$)/.test(line)) return;
        remove(QUEUE);
        other = make(QUEUE);
      };
      await act(reconciler, { ...OPTIONS, queueId: isKnown ? queueId : undefined }).catch(() => undefined);
      expect([idOf(QUEUE), service.engine.tryFindQueue(QUEUE)?.settings.state]).toEqual([other, "running"]);
    },
  );
});

describe("a queue whose id is gone", () => {
  test.each([
    ["nothing is in its place", undefined],
    ["what is in its place cannot be read", /^GET \/repositories/],
  ])("F-49: does not exist if %s", async (_what, failing) => {
    const { reconciler, hooks, make, remove } = start();
    const queueId = make(QUEUE);
    remove(QUEUE);
    if (failing !== undefined) make(QUEUE);
    hooks.onRequest = (line) => (failing?.test(line) === true ? answer(500, "text/plain", "no") : undefined);
    const refreshing = reconciler.refresh(QUEUE, { ...OPTIONS, queueId });
    await expect(refreshing).rejects.toMatchObject({ code: "not_found" });
  });
});

describe("a create", () => {
  test.each([
    ["the queue", undefined, true],
    ["text", answer(201, "text/plain", "created"), false],
    ["JSON without an id", answer(201, "application/json", "{}"), false],
  ])("whose response is %s is done, with the id that it shows", async (_what, response, isShown) => {
    const { reconciler, hooks, idOf } = start();
    hooks.onRequest = (line) => (line.startsWith("POST /merge-queues") ? response : undefined);
    const owned: (string | undefined)[] = [];
    const onOwned = (id?: string) => owned.push(id);
    await reconciler.create(QUEUE, { settings: {} }, { ...OPTIONS, onOwned });
    expect(idOf(QUEUE)).not.toBe("undefined");
    expect(owned).toEqual([isShown ? idOf(QUEUE) : undefined]);
  });
});

describe("a create whose response was lost", () => {
  const lost = {
    kind: "fault",
    reason: "failed",
    isSent: true,
    isPermanent: false,
    isUnreachable: false,
    text: "lost",
  } as const;

  test.each([
    ["F-49: counts as someone else's if the queue is older than the request", 60_000, "queue_exists"],
    ["counts as done if the queue may be its own", 0, undefined],
    ["counts as done if the service does not tell its time", 60_000, undefined],
  ])("%s", async (title, ageMs, code) => {
    const { reconciler, hooks } = start({ ageMs, tellsTime: !title.endsWith("tell its time") });
    hooks.onRequest = (line) => (line.startsWith("POST /merge-queues") ? lost : undefined);
    const owned: (string | undefined)[] = [];
    const create = () =>
      reconciler.create(QUEUE, { settings: {} }, { ...OPTIONS, onOwned: (id) => owned.push(id) });
    if (code === undefined) await create();
    else await expect(create()).rejects.toMatchObject({ code });
    expect(owned).toHaveLength(code === undefined ? 1 : 0);
  });
});

describe("R-9: reading many queues for a plan", () => {
  test.each([
    ["300 with known ids", 300, 300, true, 5, 10],
    ["300 that no id is known of", 300, 300, false, 6, 10],
    ["300 that no id is known of, one after the other", 300, 300, false, 7, 1],
    ["2,000", 2_000, 2_000, true, 25, 10],
    ["two of 500", 2, 500, true, 2, 10],
    ["three of 500", 3, 500, true, 4, 10],
  ] as const)("%s", async (_what, wanted, existing, isKnown, most, parallelism) => {
    const { reconciler, sent, make } = start();
    const queues = Array.from({ length: existing }, (_, index) => name(index));
    const known = queues.map((queue) => [queue, make(queue)] as const).slice(existing - wanted);
    const asked = known.map(([queue, id]) => [queue, isKnown ? id : undefined] as const);
    expect(await refreshAll(reconciler, asked, parallelism)).toBe(wanted);
    expect(sent.length).toBeLessThanOrEqual(most);
  });

  test("asks for the list of a repository if all are of it, and looks for what no list has", async () => {
    const { reconciler, sent, make } = start();
    const queues = Array.from({ length: 5 }, (_, index) => name(index, "web"));
    for (const queue of queues.slice(0, 4)) make(queue);
    make(name(0));
    const asked = queues.map((queue) => [queue, undefined] as const);
    expect(await refreshAll(reconciler, asked)).toBe(4);
    expect(sent.filter((line) => /limit=100/.test(line))).toEqual([expect.stringContaining("repositoryId=")]);
    expect(sent.filter((line) => line.includes("targetBranch=branch-4"))).toHaveLength(1);
    expect(await refreshAll(reconciler, [[name(0), undefined]])).toBe(1);
  });

  test("goes on if the first one cannot be read", async () => {
    const { reconciler, make } = start();
    const known = Array.from(
      { length: 5 },
      (_, index) => [name(index), index === 0 ? "gone" : make(name(index))] as const,
    );
    expect(await refreshAll(reconciler, known)).toBe(4);
  });

  test("reads each alone with a key that may not list, and anew after a minute", async () => {
    const { reconciler, sent, hooks, make, pass, service } = start();
    const known = Array.from({ length: 12 }, (_, index) => [name(index), make(name(index))] as const);
    const refused = answer(403, "application/json", '{"error":{"code":"X","message":"No."}}');
    hooks.onRequest = (line) => (line.includes("limit=100") ? refused : undefined);
    expect(await refreshAll(reconciler, known)).toBe(12);
    expect(sent).toHaveLength(13);
    hooks.onRequest = () => undefined;
    pass(61_000);
    expect(await refreshAll(reconciler, known)).toBe(12);
    expect(sent).toHaveLength(15);
    // The list is at most a minute old, and what comes before a write is never taken from it.
    service.engine.apply({ type: "updateQueue", identity: name(5), settings: { concurrency: 77 } });
    expect((await reconciler.refresh(name(5), OPTIONS)).settings.concurrency).not.toBe(77);
    expect((await reconciler.read(name(5), OPTIONS)).settings.concurrency).toBe(77);
    pass(61_000);
    expect((await reconciler.refresh(name(5), OPTIONS)).settings.concurrency).toBe(77);
  });
});
