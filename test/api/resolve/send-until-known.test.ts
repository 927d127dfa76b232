import { ABILITIES } from "../../../src/api/abilities-by-interface";
import type { ApiClient } from "../../../src/api/api-client";
import { Deadline } from "../../../src/api/clock";
import { sendUntilKnown } from "../../../src/api/resolve/send-until-known";
import { resolveCreate, resolveDelete } from "../../../src/api/resolve-queue";
import { MergeQueueError } from "../../../src/queue/merge-queue-error";
import { TERRAFORM_VOCABULARY } from "../../../src/queue/vocabulary";
import { VirtualClock } from "../../support/virtual-clock";
import { LOST, QUEUE, queueResponse, REFUSED, response } from "../support/exchanges";
import { type ScriptedService, scriptService } from "../support/script-service";

const GONE = response(404, "no such thing");
const PAGE = response(200, "<html>Sign in", { contentType: "text/html" });

describe("responses to a write that do not come from a merge queue service", () => {
  test("R-2: the third HTML page in response to a create is an error, once reads prove that nothing was created", async () => {
    const service = scriptService({ getQueue: [GONE], createQueue: [PAGE] });
    const error = await service.fail(resolveCreate, QUEUE);
    const details = { status: 200, attempts: 3, isEffectPossible: false };
    expect(error).toMatchObject({ code: "wrong_address", details });
    const parts = /3 attempts in.*did not show the queue.*check the service's address/;
    expect(error.message).toContain("<html>Sign in");
    expect(error.message).toMatch(parts);
    expect(service.count("createQueue")).toBe(3);
    expect(service.clock.now()).toBeGreaterThanOrEqual(15_000);
    expect(service.clock.now()).toBeLessThan(20_000);
  });

  test("R-2: the third HTML page in response to a delete is an error if the queue still exists", async () => {
    const service = scriptService({ getQueue: [queueResponse()], deleteQueue: [PAGE] });
    const error = await service.fail(resolveDelete, QUEUE);
    expect([error.code, service.count("deleteQueue")]).toEqual(["wrong_address", 3]);
    expect(error.message).toContain("Later reads showed the queue.");
  });

  test("R-2: a 5xx status that is not transient also ends it", async () => {
    const service = scriptService({ getQueue: [GONE], createQueue: [response(599, "boom")] });
    const error = await service.fail(resolveCreate, QUEUE);
    expect([error.code, service.count("createQueue")]).toEqual(["server_error", 3]);
  });

  test("F-20, F-27: a queue that reads show after the third page was created", async () => {
    const service: ScriptedService = scriptService({
      getQueue: [() => (service.clock.now() < 11_000 ? GONE : queueResponse())],
      createQueue: [PAGE],
    });
    expect(await service.run(resolveCreate, QUEUE)).toBeUndefined();
    expect(service.count("createQueue")).toBe(3);
  });

  test("F-03: a transient status is repeated for longer", async () => {
    const trouble = Array<typeof GONE>(5).fill(response(502, "<html>", { contentType: "text/html" }));
    const service = scriptService({ getQueue: [GONE], createQueue: [...trouble, response(200, "{}")] });
    expect(await service.run(resolveCreate, QUEUE)).toEqual({});
  });
});

describe("the error of a write that was sent several times", () => {
  test("F-35: states the number of attempts and their total time", async () => {
    const service = scriptService({ getQueue: [GONE], createQueue: [response(500, "boom")] });
    const error = await service.fail(resolveCreate, QUEUE, 60_000);
    const creates = service.count("createQueue");
    expect(error).toMatchObject({ code: "outcome_unknown", details: { attempts: creates } });
    expect(creates).toBeGreaterThan(5);
    expect(error.details.elapsedMs).toBeGreaterThan(40_000);
    expect(error.message).toMatch(new RegExp(`, ${creates} attempts in [45]\\d\\.\\d s\\)`));
  });

  test("F-02, F-27: the outcome of a refusal that reads contradict is unknown, and the message says how to continue", async () => {
    const service = scriptService({ getQueue: [GONE], createQueue: [LOST, response(400, "exists already")] });
    const error = await service.fail(resolveCreate, QUEUE);
    const details = { attempts: 2, isEffectPossible: true };
    expect(error).toMatchObject({ code: "outcome_unknown", details });
    expect(error.message).not.toContain("Fix the problem that the service names");
    expect(error.message).toMatch(
      /400: "exists already".*be the reason for this refusal.*did not show the queue.*the same command again/,
    );
  });

  test.each([
    ["the service is not reached", REFUSED, "outcome_unknown"],
    ["the token is refused", response(401, "revoked"), "unauthorized"],
  ])("F-15, R-2: reports an earlier loss if then %s", async (_case, then, code) => {
    const service = scriptService({ getQueue: [GONE], createQueue: [LOST, then] });
    const error = await service.fail(resolveCreate, QUEUE, 60_000);
    expect(error).toMatchObject({ code, details: { isEffectPossible: true } });
    expect(error.message).toContain("The response to an earlier request was lost");
  });
});

const WRITE = { operation: "deleteQueue", request: QUEUE, notApplied: "Nothing was seen." } as const;

/** Makes a client whose calls do something, and are then lost. */
function makeLosingClient(act: () => void = () => undefined): ApiClient {
  const call = () => {
    act();
    return Promise.reject(new MergeQueueError("outcome_unknown", "Lost.", { isEffectPossible: true }));
  };
  const names = { host: "", tokenSource: "", vocabulary: TERRAFORM_VOCABULARY, abilities: ABILITIES.first };
  return { ...names, tellServiceTime: () => undefined, call };
}

test("a bug during a probe is not mistaken for an error of the service", async () => {
  const clock = new VirtualClock();
  const fault = new TypeError("a fault");
  const context = { api: makeLosingClient(), clock, deadline: Deadline.after(60_000, clock) };
  const sending = sendUntilKnown(context, { ...WRITE, probe: () => Promise.reject(fault) });
  await expect(sending).rejects.toBe(fault);
});

test.each([
  ["leaves one more look where one is enough", "not_found", { kind: "inferred", read: "gone" }, 2],
  ["ends it at once where nothing can be read", undefined, { code: "interrupted" }, 0],
] as const)("K-7: an interrupt of the wait before a repeat %s", async (_case, repeatCode, end, looks) => {
  const clock = new VirtualClock();
  const stop = new AbortController();
  let looked = 0;
  const probe = async () => (++looked === 1 ? "not_applied" : { applied: "gone" });
  const stopLater = () =>
    clock.after(1, () => {
      stop.abort();
    });
  const limits = { deadline: Deadline.after(60_000, clock), stopSignal: stop.signal };
  const write = repeatCode === undefined ? { ...WRITE, probe: undefined } : { ...WRITE, probe, repeatCode };
  const sending = sendUntilKnown({ api: makeLosingClient(stopLater), clock, ...limits }, write);
  expect(await sending.catch((error: unknown) => error)).toMatchObject(end);
  expect(looked).toBe(looks);
});
