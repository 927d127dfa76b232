import type { ApiContext } from "../../src/api/poll-until";
import { resolveCreate, resolveDelete, sendDelete } from "../../src/api/resolve-queue";
import { KnownQueue } from "../../src/queue/known-queue";
import { catchRejection } from "./support/catch-rejection";
import { LOST, QUEUE, queueResponse, response } from "./support/exchanges";
import { type ScriptedService, scriptService } from "./support/script-service";

const GONE = response(404, "no such thing");
const OK = response(200, "OK");

describe("createQueue", () => {
  const REQUEST = { ...QUEUE, mode: "parallel", concurrency: 3 } as const;

  test("reads first, creates once, and returns the response", async () => {
    const service = scriptService({ getQueue: [GONE], createQueue: [response(200, "{}")] });
    expect(await service.run(resolveCreate, REQUEST)).toEqual({});
    expect(service.calls).toEqual(["getQueue", "createQueue"]);
  });

  test("nothing is sent if the first read fails", async () => {
    const service = scriptService({ getQueue: [response(403, "no")] });
    const error = await service.fail(resolveCreate, REQUEST);
    expect([error.code, service.calls]).toEqual(["forbidden", ["getQueue"]]);
  });

  test.each([
    ["as it was asked for", { mode: "PARALLEL", concurrency: 3 }],
    ["without saying how", { mode: undefined, concurrency: null }],
  ])("I-6, F-02: after a loss, a queue %s counts, and nothing is sent twice", async (_case, fields) => {
    const service = scriptService({ getQueue: [GONE, queueResponse(fields)], createQueue: [LOST] });
    expect(await service.run(resolveCreate, REQUEST)).toBeUndefined();
    expect(service.count("createQueue")).toBe(1);
  });

  test("I-1: after a loss, the outcome is unknown if a queue with other settings exists", async () => {
    const service = scriptService({
      getQueue: [GONE, queueResponse({ mode: "parallel", concurrency: 1 })],
      createQueue: [LOST],
    });
    const error = await service.fail(resolveCreate, REQUEST);
    const details = { operation: "createQueue", queue: QUEUE, field: "concurrency" };
    expect(error).toMatchObject({
      code: "outcome_unknown",
      details: { ...details, record: { concurrency: 1 } },
    });
    expect(error.message).toContain("its concurrency is 1 and not 3");
  });

  test("a request without mode and concurrency accepts any existing queue", async () => {
    const service = scriptService({ getQueue: [GONE, queueResponse()], createQueue: [LOST] });
    expect(await service.run(resolveCreate, QUEUE)).toBeUndefined();
  });

  test("F-42: after a 429 with Retry-After, a queue that someone else created meanwhile exists", async () => {
    const service = scriptService({
      getQueue: [GONE, queueResponse()],
      createQueue: [response(429, "slow down", { retryAfter: "30" })],
    });
    const error = await service.fail(resolveCreate, REQUEST);
    expect([error.code, service.count("createQueue")]).toEqual(["queue_exists", 1]);
  });

  test.each([
    ["a 429 with Retry-After", response(429, "slow down", { retryAfter: "30" })],
    ["a loss", LOST],
  ])("F-42: of an existing queue is repeated after %s, since reads prove nothing", async (_case, first) => {
    const createQueue = [first, response(400, "exists")];
    const service = scriptService({ getQueue: [queueResponse()], createQueue });
    expect((await service.fail(resolveCreate, REQUEST)).code).toBe("refused");
    expect(service.calls).toEqual(["getQueue", "createQueue", "createQueue"]);
  });
});

type Remove = (context: ApiContext) => Promise<unknown>;

describe("deleteQueue", () => {
  const EMPTY = queueResponse();

  test("reads the queue first, and not again if the response arrives", async () => {
    for (const [step, code] of [
      [OK, undefined],
      [response(400, "not empty"), "refused"],
      [GONE, "not_found"],
    ] as const) {
      const service = scriptService({ getQueue: [EMPTY], deleteQueue: [step] });
      const deletion = service.run(resolveDelete, QUEUE);
      if (code === undefined) expect(await deletion).toBe("OK");
      else expect((await catchRejection(deletion)).code).toBe(code);
      expect(service.calls).toEqual(["getQueue", "deleteQueue"]);
    }
  });

  test("sends nothing for a queue that does not exist", async () => {
    const service = scriptService({ getQueue: [GONE] });
    expect((await service.fail(resolveDelete, QUEUE)).code).toBe("not_found");
    expect(service.calls).toEqual(["getQueue"]);
  });

  const LIMITED = response(429, "slow down", { retryAfter: "30" });
  test.each([
    ["F-02: after a loss, it succeeds if the queue is gone", [LOST], [EMPTY, GONE], undefined, 1],
    ["F-40, F-42: after a 429 with Retry-After, too", [LIMITED], [EMPTY, GONE], undefined, 1],
    ["F-02, F-27: after a 404, once reads agree", [LOST, GONE], [EMPTY, EMPTY, EMPTY, GONE], undefined, 2],
    ["R-2: it is sent again if the queue exists as it was", [LOST, OK], [EMPTY], "OK", 2],
  ])("%s", async (_title, deleteQueue, getQueue, result, count) => {
    const service = scriptService({ deleteQueue, getQueue });
    expect(await service.run(resolveDelete, QUEUE)).toBe(result);
    expect(service.count("deleteQueue")).toBe(count);
  });

  test.each([
    ["F-40: after a loss, a queue with other settings is another one", [LOST]],
    ["F-40: after a 429 with Retry-After, too", [LIMITED]],
    ["F-40: after several losses, too", [LOST, LOST, LOST, LOST]],
  ])("%s, and no second delete is sent to it", async (_, answers) => {
    const service: ScriptedService = scriptService({
      deleteQueue: [...answers, OK],
      getQueue: [
        () => (service.count("deleteQueue") < answers.length ? EMPTY : queueResponse({ concurrency: 9 })),
      ],
    });
    const error = await service.fail(resolveDelete, QUEUE);
    const details = { operation: "deleteQueue", queue: QUEUE, field: "concurrency" };
    expect(error).toMatchObject({
      code: "outcome_unknown",
      details: { ...details, record: { concurrency: 9 } },
    });
    expect(error.message).toMatch(/its concurrency is 9 and was \d\. Someone else has changed the queue/);
    expect(service.count("deleteQueue")).toBe(answers.length);
  });

  test("F-02, F-42: after several losses, a queue that is gone when it would be sent again counts as deleted", async () => {
    const service: ScriptedService = scriptService({
      deleteQueue: [LOST],
      getQueue: [() => (service.clock.now() < 3_000 ? EMPTY : GONE)],
    });
    expect(await service.run(resolveDelete, QUEUE)).toBeUndefined();
    expect(service.count("deleteQueue")).toBe(4);
  });

  test("F-42: a queue that someone else changed while the first delete waited is not deleted", async () => {
    const service = scriptService({ deleteQueue: [OK], getQueue: [queueResponse({ concurrency: 9 })] });
    const known = new KnownQueue({ settings: { concurrency: 4 }, additionalFields: {} });
    const remove: Remove = (context) => sendDelete(context, QUEUE, { known, seenAtMs: -2_000 });
    const error = await service.fail(remove, QUEUE);
    expect(error.message).toMatch(/^Queue .* before deleteQueue was sent: its concurrency is 9 and was 4\./);
    expect(service.calls).toEqual(["getQueue"]);
  });

  test("F-42: a queue that someone else changes while its pull requests are listed is not deleted", async () => {
    const service: ScriptedService = scriptService({
      deleteQueue: [LOST, OK],
      getQueue: [() => queueResponse({ concurrency: service.count("getQueue") > 1 ? 9 : 4 })],
    });
    const known = new KnownQueue({ settings: { concurrency: 4 }, additionalFields: {} });
    const remove: Remove = (context) => {
      const findObstacle = async () => context.clock.sleep(3_000) as Promise<undefined>;
      return sendDelete(context, QUEUE, { known, findObstacle });
    };
    expect((await service.fail(remove, QUEUE)).code).toBe("outcome_unknown");
    expect(service.calls).toEqual(["deleteQueue", "getQueue", "getQueue"]);
  });

  test("a refusal after a loss is final while the queue exists", async () => {
    const service = scriptService({ deleteQueue: [LOST, response(400, "not empty")], getQueue: [EMPTY] });
    const error = await service.fail(resolveDelete, QUEUE);
    expect([error.code, error.details.serverText]).toEqual(["refused", "not empty"]);
  });
});
