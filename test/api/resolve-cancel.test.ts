import type { Exchange } from "../../src/api/exchange";
import { resolveCancel } from "../../src/api/resolve-pull-request";
import { LOST, QUEUE, response } from "./support/exchanges";
import { type ScriptedService, scriptService } from "./support/script-service";

const PR = { ...QUEUE, pr: { number: 7 } };
const GONE = response(404, "no such thing");
const OK = response(200, "OK");

function shows(state: string, isCurrentlySubmittedToQueue: boolean, fields: object = {}): Exchange {
  const shown = { id: "a", prNumber: 7, state, stateChangedAt: "2026-01-01T00:00:00Z" };
  return response(200, JSON.stringify({ ...shown, isCurrentlySubmittedToQueue, ...fields }));
}

const TESTED = shows("testing", true);

describe("cancelPullRequest", () => {
  test("reads the pull request first, and not again if the response arrives", async () => {
    const service = scriptService({ cancelPullRequest: [OK], getSubmittedPullRequest: [TESTED] });
    expect(await service.run(resolveCancel, PR)).toBe("OK");
    expect(service.calls).toEqual(["getSubmittedPullRequest", "cancelPullRequest"]);
  });

  test.each<[string, readonly Exchange[], object]>([
    ["another id", [LOST], { id: "b" }],
    ["a state that has changed since", [LOST], { stateChangedAt: "2026-01-01T00:00:09Z" }],
    ["another id, after a 429 with Retry-After", [response(429, "wait", { retryAfter: "30" })], { id: "b" }],
    ["another id, after a loss and a 404", [LOST, GONE], { id: "b" }],
  ])("F-46: a submission with %s is left alone", async (_, answers, fields) => {
    const again = (): Exchange =>
      service.count("cancelPullRequest") < answers.length ? TESTED : shows("testing", true, fields);
    const service: ScriptedService = scriptService({
      cancelPullRequest: [...answers, OK],
      getSubmittedPullRequest: [again],
    });
    const error = await service.fail(resolveCancel, PR);
    expect(error).toMatchObject({ code: "outcome_unknown", details: { queue: QUEUE } });
    expect(error.message).toContain("Someone may have submitted it again, so the request was not repeated");
    expect(service.count("cancelPullRequest")).toBe(answers.length);
  });

  test.each([
    ["cancelled", shows("cancelled", false)],
    ["failed", shows("failed", false)],
    ["forgotten", GONE],
  ])("F-02: after a loss, it succeeds if the pull request is %s", async (_case, seen) => {
    const service = scriptService({ cancelPullRequest: [LOST], getSubmittedPullRequest: [TESTED, seen] });
    expect(await service.run(resolveCancel, PR)).toBeUndefined();
    expect(service.count("cancelPullRequest")).toBe(1);
  });

  test("after a loss, a merged pull request is an error: it is not in the queue, and the message says why", async () => {
    const getSubmittedPullRequest = [shows("merged", false)];
    const service = scriptService({ cancelPullRequest: [LOST], getSubmittedPullRequest });
    const error = await service.fail(resolveCancel, PR);
    const details = { operation: "cancelPullRequest", queue: QUEUE };
    expect(error).toMatchObject({ code: "not_found", details });
    expect(error.message).toMatch(/Pull request 7 was not cancelled: it was merged/);
  });

  test("after a loss, it is sent again if the pull request is still in the queue", async () => {
    const service = scriptService({ cancelPullRequest: [LOST, OK], getSubmittedPullRequest: [TESTED] });
    expect(await service.run(resolveCancel, PR)).toBe("OK");
  });

  test("a 404 after a loss means success once reading agrees", async () => {
    const look = () => (service.count("cancelPullRequest") < 2 ? TESTED : shows("cancelled", false));
    const script = { cancelPullRequest: [LOST, GONE], getSubmittedPullRequest: [look] };
    const service: ScriptedService = scriptService(script);
    expect(await service.run(resolveCancel, PR)).toBeUndefined();
  });

  test("a 404 without an earlier loss is final", async () => {
    const service = scriptService({ cancelPullRequest: [GONE], getSubmittedPullRequest: [TESTED] });
    const error = await service.fail(resolveCancel, PR);
    expect([error.code, service.count("cancelPullRequest")]).toEqual(["not_found", 1]);
  });

  test("the outcome is unknown if every response is lost until the deadline, and the message says what reads showed", async () => {
    const service = scriptService({ cancelPullRequest: [LOST], getSubmittedPullRequest: [TESTED] });
    const error = await service.fail(resolveCancel, PR, 40_000);
    expect(error.code).toBe("outcome_unknown");
    expect(error.message).toContain("Later reads showed the pull request in the queue.");
  });
});
