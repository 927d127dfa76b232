import { resolveCancel } from "../../../src/api/resolve/resolve-pull-request";
import { LOST, QUEUE, response } from "../support/exchanges";
import { scriptService } from "../support/script-service";

const PR = { ...QUEUE, pr: { number: 7 } };
const GONE = response(404, "no such thing");
const OK = response(200, "OK");

function shows(state: string, isCurrentlySubmittedToQueue: boolean): ReturnType<typeof response> {
  return response(200, JSON.stringify({ prNumber: 7, state, isCurrentlySubmittedToQueue }));
}

describe("cancelPullRequest", () => {
  test("reads nothing if the response arrives", async () => {
    const service = scriptService({ cancelPullRequest: [OK] });
    expect(await service.run(resolveCancel, PR)).toBe("OK");
    expect(service.calls).toEqual(["cancelPullRequest"]);
  });

  test.each([
    ["cancelled", shows("cancelled", false)],
    ["failed", shows("failed", false)],
    ["forgotten", GONE],
  ])("F-02: after a loss, it succeeds if the pull request is %s", async (_case, seen) => {
    const service = scriptService({ cancelPullRequest: [LOST], getSubmittedPullRequest: [seen] });
    expect(await service.run(resolveCancel, PR)).toBeUndefined();
    expect(service.count("cancelPullRequest")).toBe(1);
  });

  test("after a loss, a merged pull request is an error: it is not in the queue, and the message says why", async () => {
    const service = scriptService({
      cancelPullRequest: [LOST],
      getSubmittedPullRequest: [shows("merged", false)],
    });
    const error = await service.fail(resolveCancel, PR);
    expect(error).toMatchObject({
      code: "not_found",
      details: { operation: "cancelPullRequest", queue: QUEUE },
    });
    expect(error.message).toContain("Pull request 7 was not cancelled");
    expect(error.message).toContain("because it was merged");
  });

  test("after a loss, it is sent again if the pull request is still in the queue", async () => {
    const service = scriptService({
      cancelPullRequest: [LOST, OK],
      getSubmittedPullRequest: [shows("testing", true)],
    });
    expect(await service.run(resolveCancel, PR)).toBe("OK");
  });

  test("a 404 after a loss means success once reading agrees", async () => {
    const service = scriptService({
      cancelPullRequest: [LOST, GONE],
      getSubmittedPullRequest: [
        () => (service.count("cancelPullRequest") < 2 ? shows("testing", true) : shows("cancelled", false)),
      ],
    });
    expect(await service.run(resolveCancel, PR)).toBeUndefined();
  });

  test("a 404 without an earlier loss is final", async () => {
    const service = scriptService({ cancelPullRequest: [GONE] });
    const error = await service.fail(resolveCancel, PR);
    expect([error.code, service.calls]).toEqual(["not_found", ["cancelPullRequest"]]);
  });

  test("the outcome is unknown if every response is lost until the deadline, and the message says what reads showed", async () => {
    const service = scriptService({
      cancelPullRequest: [LOST],
      getSubmittedPullRequest: [shows("testing", true)],
    });
    const error = await service.fail(resolveCancel, PR, 40_000);
    expect(error.code).toBe("outcome_unknown");
    expect(error.message).toContain("Reading since then showed it in the queue.");
  });
});
