import { createQueue } from "../../../src/api/resolve/create-queue";
import { deleteQueue } from "../../../src/api/resolve/delete-queue";
import { catchRejection } from "../support/catch-rejection";
import { answer, LOST, queueAnswer, REFUSED } from "../support/exchanges";
import type { PlayedService } from "../support/play-service";
import { playService } from "../support/play-service";

const QUEUE = { repo: { host: "github.com", owner: "acme", name: "web" }, targetBranch: "main" };
const GONE = answer(404, "no such thing");
const PAGE = answer(200, "<html>Sign in", { contentType: "text/html" });

function count({ calls }: PlayedService, name: string): number {
  return calls.filter((call) => call === name).length;
}

describe("answers to a write that do not come from a merge queue service", () => {
  test("R-2: a page in answer to a create is the error after the third, once reading proves that nothing was made", async () => {
    const service = playService({ getQueue: [GONE], createQueue: [PAGE] });
    const startedAt = service.clock.now();
    const error = await catchRejection(service.clock.settle(createQueue(service.context(), QUEUE)));
    const details = { status: 200, attempts: 3, isEffectPossible: false };
    expect(error).toMatchObject({ code: "wrong_address", details });
    for (const part of [
      "<html>Sign in",
      "3 attempts in",
      "did not show the queue",
      "check the service's address",
    ]) {
      expect(error.message).toContain(part);
    }
    expect(count(service, "createQueue")).toBe(3);
    expect(service.clock.now() - startedAt).toBeGreaterThanOrEqual(15_000);
    expect(service.clock.now() - startedAt).toBeLessThan(20_000);
  });

  test("R-2: a page in answer to a delete is the error after the third, with the queue still there", async () => {
    const service = playService({ getQueue: [queueAnswer()], deleteQueue: [PAGE] });
    const error = await catchRejection(service.clock.settle(deleteQueue(service.context(), QUEUE)));
    expect([error.code, count(service, "deleteQueue")]).toEqual(["wrong_address", 3]);
    expect(error.message).toContain("Reading since then showed the queue.");
  });

  test("R-2: a status of the 500s that promises nothing better ends it, too", async () => {
    const service = playService({ getQueue: [GONE], createQueue: [answer(599, "boom")] });
    const error = await catchRejection(service.clock.settle(createQueue(service.context(), QUEUE)));
    expect([error.code, count(service, "createQueue")]).toEqual(["server_error", 3]);
  });

  test("F-20, F-27: a queue that shows at last, behind the third page, was created", async () => {
    const service: PlayedService = playService({
      getQueue: [() => (service.clock.now() < 12_000 ? GONE : queueAnswer())],
      createQueue: [PAGE],
    });
    expect(await service.clock.settle(createQueue(service.context(), QUEUE))).toBeUndefined();
    expect(count(service, "createQueue")).toBe(3);
  });

  test("F-03: what comes and goes is repeated for longer", async () => {
    const trouble = Array<typeof GONE>(5).fill(answer(502, "<html>", { contentType: "text/html" }));
    const service = playService({ getQueue: [GONE], createQueue: [...trouble, answer(200, "{}")] });
    expect(await service.clock.settle(createQueue(service.context(), QUEUE))).toEqual({});
  });
});

describe("an error of a write that was sent several times", () => {
  test("F-35: counts the attempts and the time of all of them", async () => {
    const service = playService({ getQueue: [GONE], createQueue: [answer(500, "boom")] });
    const error = await catchRejection(service.clock.settle(createQueue(service.context(60_000), QUEUE)));
    const creates = count(service, "createQueue");
    expect(error).toMatchObject({ code: "outcome_unknown", details: { attempts: creates } });
    expect(creates).toBeGreaterThan(5);
    expect(error.details.elapsedMs).toBeGreaterThan(40_000);
    expect(error.message).toMatch(new RegExp(`, ${creates} attempts in [45]\\d\\.\\d s\\)`));
  });

  test("F-02, F-27: a refusal that reading contradicts is of unknown outcome, and tells how to go on", async () => {
    const service = playService({ getQueue: [GONE], createQueue: [LOST, answer(400, "exists already")] });
    const error = await catchRejection(service.clock.settle(createQueue(service.context(), QUEUE)));
    expect(error).toMatchObject({
      code: "outcome_unknown",
      details: { attempts: 2, isEffectPossible: true },
    });
    expect(error.message).not.toContain("correct that");
    for (const part of [
      '400: "exists already"',
      "be the reason for this refusal",
      "did not show the queue",
      "the same command again",
    ]) {
      expect(error.message).toContain(part);
    }
  });

  test.each([
    ["the service is not reached", REFUSED, "outcome_unknown"],
    ["the token is refused", answer(401, "revoked"), "unauthorized"],
  ])("F-15, R-2: an earlier loss is reported if then %s", async (_case, then, code) => {
    const service = playService({ getQueue: [GONE], createQueue: [LOST, then] });
    const error = await catchRejection(service.clock.settle(createQueue(service.context(60_000), QUEUE)));
    expect(error).toMatchObject({ code, details: { isEffectPossible: true } });
    expect(error.message).toContain("The answer to an earlier request was lost");
  });
});
