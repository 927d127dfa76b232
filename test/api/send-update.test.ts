import type { Exchange } from "../../src/api/exchange";
import { sendUpdate } from "../../src/api/send-update";
import { BUSY, LOST, QUEUE, queueResponse, response } from "./support/exchanges";
import { type ScriptedService, scriptService } from "./support/script-service";

const REQUEST = { ...QUEUE, concurrency: 3, additionalSettings: { shiny: 1 } };
const OK = queueResponse({ concurrency: 3, shiny: 1 });
const BEFORE = queueResponse({ mode: "single", shiny: 0 });
const update = (context: Parameters<typeof sendUpdate>[0], request: typeof REQUEST): Promise<unknown> =>
  sendUpdate(context, request);

describe("updateQueue", () => {
  test("reads nothing if the response arrives", async () => {
    const service = scriptService({ updateQueue: [OK] });
    expect(await service.run(update, REQUEST)).toMatchObject({ concurrency: 3 });
    expect(service.calls).toEqual(["updateQueue"]);
  });

  test("F-42: reads the queue before it is sent again, and repeats it for the same queue", async () => {
    const service = scriptService({ updateQueue: [LOST, BUSY, OK], getQueue: [BEFORE] });
    expect(await service.run(update, REQUEST)).toMatchObject({ concurrency: 3 });
    expect(service.calls).toEqual(["updateQueue", "getQueue", "updateQueue", "getQueue", "updateQueue"]);
  });

  test("F-42: is not sent again if the queue shows what was sent", async () => {
    const service = scriptService({ updateQueue: [LOST], getQueue: [OK] });
    const shown = { concurrency: 3, additionalFields: { shiny: 1 } };
    expect(await service.run(update, REQUEST)).toMatchObject(shown);
    expect(service.count("updateQueue")).toBe(1);
  });

  const OTHER = queueResponse({ mode: "parallel" });
  test.each<[string, readonly Exchange[], Exchange, string]>([
    ["is gone", [LOST], response(404, "no such thing"), "not_found"],
    ["someone else changes between two repeats", [LOST, LOST], OTHER, "outcome_unknown"],
  ])("F-42: a queue that %s is not written", async (_, answers, then, code) => {
    const service: ScriptedService = scriptService({
      updateQueue: [...answers, OK],
      getQueue: [() => (service.count("updateQueue") < answers.length ? BEFORE : then)],
    });
    const error = await service.fail(update, REQUEST);
    expect(error).toMatchObject({ code, details: { operation: "updateQueue", isEffectPossible: true } });
    expect(service.count("updateQueue")).toBe(answers.length);
  });

  test("F-45: a release that may have been applied is not sent again where another list shows", async () => {
    for (const [list, count] of [
      [["ci/theirs"], 2],
      [["ci/mine"], 3],
    ] as const) {
      const mine = queueResponse({ requiredStatuses: ["ci/mine"] });
      const then = queueResponse({ requiredStatuses: list });
      const getQueue = [() => (service.count("updateQueue") < 2 ? mine : then)];
      const service: ScriptedService = scriptService({ updateQueue: [LOST, LOST, OK], getQueue });
      await service.run((context) => sendUpdate(context, { ...QUEUE, deleteRequiredStatuses: true }), QUEUE);
      expect(service.count("updateQueue")).toBe(count);
    }
  });
});
