import { resolveCancel } from "../../../src/api/resolve/resolve-cancel";
import { resolveCreate } from "../../../src/api/resolve/send-create";
import { resolveDelete } from "../../../src/api/resolve/send-delete";
import { catchRejection } from "../support/catch-rejection";
import { LOST, queueResponse, response } from "../support/exchanges";
import { scriptService } from "../support/script-service";

const QUEUE = { repo: { host: "github.com", owner: "acme", name: "web" }, targetBranch: "main" };
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
