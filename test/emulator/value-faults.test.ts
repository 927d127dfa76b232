import { changeAnswer, clampNumbers, type FaultRequest } from "../../src/emulator/faults";
import { MAIN } from "../engine/engine-fixtures";
import { createService, request, serveAll } from "./service-fixtures";

const READ = request("getQueue", MAIN);

describe("changeAnswer", () => {
  test("F-17: adds, replaces and omits fields of objects", async () => {
    const fault = changeAnswer({ set: { mode: "quantum", color: "blue" }, remove: ["state"] });
    const { deliveries } = await serveAll(createService(), [fault], [READ]);
    const response = deliveries[0]?.kind === "whole" ? deliveries[0].answer.body : "";
    const shown = JSON.parse(response) as Record<string, unknown>;
    expect(shown).toMatchObject({ mode: "quantum", color: "blue", branch: "main" });
    expect(shown).not.toHaveProperty("state");
  });

  test("S-12: a name like __proto__ remains a field", async () => {
    const set = JSON.parse('{"__proto__":{"polluted":true}}') as Record<string, unknown>;
    const { deliveries } = await serveAll(createService(), [changeAnswer({ set })], [READ]);
    expect(JSON.stringify(deliveries)).toContain('\\"__proto__\\":{\\"polluted\\":true}');
    expect({}).not.toHaveProperty("polluted");
  });

  test("does not change other JSON", async () => {
    const list = { status: 200, headers: { "content-type": "application/json" }, body: "[1]" };
    const delivery = { kind: "whole", answer: list } as const;
    const fault = changeAnswer({ set: { color: "blue" } });
    expect(await fault({} as FaultRequest, () => Promise.resolve(delivery))).toEqual(delivery);
  });
});

describe("clampNumbers", () => {
  test("makes the service store smaller numbers, and changes nothing else", async () => {
    const service = createService();
    const fault = clampNumbers({ concurrency: 4, batchingMinSize: 7 });
    const kept = { batchingMinSize: 3, pendingFailureDepth: 12, mergeMethod: "squash" };
    const write = request("updateQueue", { ...MAIN, concurrency: 9, ...kept });
    const { records } = await serveAll(service, [fault], [write, request("updateQueue", [1])]);
    expect(service.engine.tryFindQueue(MAIN)?.settings).toMatchObject({ concurrency: 4, ...kept });
    expect(records).toMatchObject([
      { status: 200, isCommitted: true },
      { status: 400, isCommitted: false },
    ]);
  });
});
