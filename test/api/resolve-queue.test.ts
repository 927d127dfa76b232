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
  ])(
    "I-6, F-02: after a loss, it succeeds if a queue exists %s, and nothing is sent twice",
    async (_case, fields) => {
      const service = scriptService({ getQueue: [GONE, queueResponse(fields)], createQueue: [LOST] });
      expect(await service.run(resolveCreate, REQUEST)).toBeUndefined();
      expect(service.count("createQueue")).toBe(1);
    },
  );

  test("I-1: after a loss, the outcome is unknown if a queue with other settings exists", async () => {
    const service = scriptService({
      getQueue: [GONE, queueResponse({ mode: "parallel", concurrency: 1 })],
      createQueue: [LOST],
    });
    const error = await service.fail(resolveCreate, REQUEST);
    expect(error).toMatchObject({
      code: "outcome_unknown",
      details: { operation: "createQueue", queue: QUEUE, field: "concurrency", record: { concurrency: 1 } },
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

  test("F-42: for a queue that was there before, a read proves nothing, and the request is repeated", async () => {
    const service = scriptService({
      getQueue: [queueResponse()],
      createQueue: [response(429, "slow down", { retryAfter: "30" }), response(400, "exists")],
    });
    expect((await service.fail(resolveCreate, REQUEST)).code).toBe("refused");
    expect(service.count("createQueue")).toBe(2);
  });

  test("of an existing queue is repeated until the service's response arrives", async () => {
    const service = scriptService({
      getQueue: [queueResponse()],
      createQueue: [LOST, response(400, "exists")],
    });
    const error = await service.fail(resolveCreate, REQUEST);
    expect([error.code, service.calls]).toEqual(["refused", ["getQueue", "createQueue", "createQueue"]]);
  });
});

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

  test("F-02: after a loss, it succeeds if the queue is gone", async () => {
    const service = scriptService({ deleteQueue: [LOST], getQueue: [EMPTY, GONE] });
    expect(await service.run(resolveDelete, QUEUE)).toBeUndefined();
    expect(service.count("deleteQueue")).toBe(1);
  });

  test("F-02, F-27: a 404 after a loss means success as soon as reads agree", async () => {
    const service = scriptService({ deleteQueue: [LOST, GONE], getQueue: [EMPTY, EMPTY, EMPTY, GONE] });
    expect(await service.run(resolveDelete, QUEUE)).toBeUndefined();
  });

  test("R-2: after a loss, it is sent again if the queue still exists as it was", async () => {
    const service = scriptService({ deleteQueue: [LOST, OK], getQueue: [EMPTY] });
    expect(await service.run(resolveDelete, QUEUE)).toBe("OK");
  });

  const LIMITED = response(429, "slow down", { retryAfter: "30" });
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
    expect(error).toMatchObject({
      code: "outcome_unknown",
      details: { operation: "deleteQueue", queue: QUEUE, field: "concurrency", record: { concurrency: 9 } },
    });
    expect(error.message).toMatch(/its concurrency is 9 and was \d\. Someone else has changed it/);
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

  test("F-40, F-42: after a 429 with Retry-After, a queue that is gone counts as deleted", async () => {
    const service = scriptService({ deleteQueue: [LIMITED], getQueue: [EMPTY, GONE] });
    expect(await service.run(resolveDelete, QUEUE)).toBeUndefined();
    expect(service.calls).toEqual(["getQueue", "deleteQueue", "getQueue"]);
  });

  test("F-42: a queue that someone else changed while the first delete waited is not deleted", async () => {
    const service = scriptService({ deleteQueue: [OK], getQueue: [queueResponse({ concurrency: 9 })] });
    const known = new KnownQueue({ settings: { concurrency: 4 }, additionalFields: {} });
    const error = await service.fail(
      (context) => sendDelete(context, QUEUE, { known, seenAtMs: -2_000 }),
      QUEUE,
    );
    expect(error.message).toMatch(/^Before deleteQueue was sent, queue .* its concurrency is 9 and was 4\./);
    expect(service.calls).toEqual(["getQueue"]);
  });

  test("F-42: a queue that someone else changes while its pull requests are listed is not deleted", async () => {
    const service: ScriptedService = scriptService({
      deleteQueue: [LOST, OK],
      getQueue: [() => queueResponse({ concurrency: service.count("getQueue") > 1 ? 9 : 4 })],
    });
    const known = new KnownQueue({ settings: { concurrency: 4 }, additionalFields: {} });
    const remove = (context: Parameters<typeof sendDelete>[0]): Promise<unknown> =>
      sendDelete(context, QUEUE, {
        known,
        findObstacle: async () => {
          await context.clock.sleep(3_000);
          return undefined;
        },
      });
    expect((await service.fail(remove, QUEUE)).code).toBe("outcome_unknown");
    expect(service.calls).toEqual(["deleteQueue", "getQueue", "getQueue"]);
  });

  test("a refusal after a loss is final while the queue exists", async () => {
    const service = scriptService({ deleteQueue: [LOST, response(400, "not empty")], getQueue: [EMPTY] });
    const error = await service.fail(resolveDelete, QUEUE);
    expect([error.code, error.details.serverText]).toEqual(["refused", "not empty"]);
  });
});
