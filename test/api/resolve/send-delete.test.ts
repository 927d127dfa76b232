import { resolveDelete } from "../../../src/api/resolve/resolve-queue";
import { catchRejection } from "../support/catch-rejection";
import { LOST, queueResponse, response } from "../support/exchanges";
import { scriptService } from "../support/script-service";

const QUEUE = { repo: { host: "github.com", owner: "acme", name: "web" }, targetBranch: "main" };
const GONE = response(404, "no such thing");
const OK = response(200, "OK");

describe("deleteQueue", () => {
  test("reads nothing if the response arrives", async () => {
    for (const [step, code] of [
      [OK, undefined],
      [response(400, "not empty"), "refused"],
      [GONE, "not_found"],
    ] as const) {
      const service = scriptService({ deleteQueue: [step] });
      const deletion = service.run(resolveDelete, QUEUE);
      if (code === undefined) expect(await deletion).toBe("OK");
      else expect((await catchRejection(deletion)).code).toBe(code);
      expect(service.calls).toEqual(["deleteQueue"]);
    }
  });

  test("F-02: after a loss, it succeeds if the queue is gone", async () => {
    const service = scriptService({ deleteQueue: [LOST], getQueue: [GONE] });
    expect(await service.run(resolveDelete, QUEUE)).toBeUndefined();
    expect(service.count("deleteQueue")).toBe(1);
  });

  test("F-02, F-27: a 404 after a loss means success as soon as reads agree", async () => {
    const service = scriptService({
      deleteQueue: [LOST, GONE],
      getQueue: [queueResponse(), queueResponse(), GONE],
    });
    expect(await service.run(resolveDelete, QUEUE)).toBeUndefined();
  });

  test("R-2: after a loss, it is sent again if the queue still exists", async () => {
    const service = scriptService({ deleteQueue: [LOST, OK], getQueue: [queueResponse()] });
    expect(await service.run(resolveDelete, QUEUE)).toBe("OK");
  });

  test("a refusal after a loss is final while the queue exists", async () => {
    const service = scriptService({
      deleteQueue: [LOST, response(400, "not empty")],
      getQueue: [queueResponse()],
    });
    const error = await service.fail(resolveDelete, QUEUE);
    expect([error.code, error.details.serverText]).toEqual(["refused", "not empty"]);
  });
});
