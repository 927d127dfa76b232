import { Deadline, SYSTEM_CLOCK } from "../../src/api/clock";
import { createApiClient } from "../../src/api/create-api-client";
import { PROCESS_LIMITER } from "../../src/api/request-limiter";
import type { OperationName } from "../../src/wire/first/operations";
import { catchRejection } from "./support/catch-rejection";
import { LOST, QUEUE, queueResponse, REFUSED, response } from "./support/exchanges";
import { makeConfig, makeScriptedClient } from "./support/make-client";

const GONE = response(404, "no such queue");

describe("createApiClient", () => {
  test("R-5: uses the machine's clock and randomness and the process's one limiter by default", async () => {
    let random = 0;
    jest.spyOn(Math, "random").mockImplementation(() => {
      random++;
      return 0;
    });
    const steps = [REFUSED, queueResponse()];
    const client = createApiClient(makeConfig(), {
      source: "terraform",
      // test/wire proves the request's bytes.
      transport: async () => steps.shift() ?? REFUSED,
    });
    const acquire = jest.spyOn(PROCESS_LIMITER, "tryAcquire");
    const deadline = Deadline.after(60_000, SYSTEM_CLOCK);
    expect(await client.call("getQueue", QUEUE, { deadline })).toMatchObject({ concurrency: 2 });
    expect([random, acquire.mock.calls.length]).toEqual([1, 2]);
  });
});

describe("loading", () => {
  test("HTTP and schemas are loaded by the first call and not before", async () => {
    const loaded: string[] = [];
    for (const name of ["undici", "zod/mini"]) {
      jest.doMock(name, () => (loaded.push(name), jest.requireActual<object>(name)));
    }
    await jest.isolateModulesAsync(async () => {
      const { createApiClient: create } = await import("../../src/api/create-api-client");
      const client = create(makeConfig(), { source: "terraform", transport: async () => queueResponse() });
      expect(loaded).toEqual([]);
      await client.call("getQueue", QUEUE, { deadline: Deadline.after(60_000, SYSTEM_CLOCK) });
      expect(loaded.sort()).toEqual(["undici", "zod/mini"]);
    });
  });
});

describe("a 404", () => {
  test("F-16: counts if the route is proven, and the proof is made once", async () => {
    const { requests, fail } = makeScriptedClient([GONE, response(400, "repo is missing"), GONE]);
    const first = await fail("getQueue", QUEUE);
    const second = await fail("updateQueue", QUEUE);
    expect([first.code, second.code]).toEqual(["not_found", "not_found"]);
    expect(requests.map(({ path, body }) => `${path} ${String(body?.length)}`)).toEqual([
      "/api/v1/getQueue 80",
      "/api/v1/getQueue 2",
      "/api/v1/updateQueue 80",
    ]);
    expect(requests[1]?.body).toBe("{}");
    expect(first.message).toMatch(/404: "no such queue".*the provider argument "token"/);
  });

  const OF_QUEUE = "the queue's host, owner, name and branch, and";
  const PR = { ...QUEUE, pr: { number: 7 } };
  const BRANCH = { ...QUEUE, pr: { branch: "fix" } };
  const REPOSITORY = { repo: "acme/web", repoHost: "github.com" };
  test.each([
    ["getQueue", QUEUE, "check host, owner, name and branch, and that the token"],
    ["cancelPullRequest", PR, `check the pull request's number and ${OF_QUEUE}`],
    ["getSubmittedPullRequest", BRANCH, `check the head branch and ${OF_QUEUE}`],
    ["getMergeQueueTestingDetails", { ...QUEUE, testRunId: "r" }, `check the run's id and ${OF_QUEUE}`],
    ["getMergeQueueMetrics", REPOSITORY, "check host, owner and name, and"],
  ] as const)("F-35: of %s says which names to check", async (name, request, advice) => {
    // Services that refuse an incomplete request with 422 prove the route as well.
    const { fail } = makeScriptedClient([GONE, response(422, "repo is missing")]);
    const error = await fail(name, request);
    expect(error.code).toBe("not_found");
    expect(error.message).toContain(advice);
  });

  test.each([
    ["says 404 to everything", response(404, "cannot POST")],
    ["shows a page", response(404, "<html>", { contentType: "text/html" })],
    ["redirects", response(302)],
  ])("F-16: if an address %s, it is a wrong address, and the next call checks again", async (_case, step) => {
    const { requests, fail } = makeScriptedClient([GONE, step, GONE, response(400, "incomplete")]);
    const error = await fail("getQueue", QUEUE);
    expect(error.code).toBe("wrong_address");
    expect(error.message).toContain("base_url");
    const again = await fail("getQueue", QUEUE);
    expect([again.code, requests.length]).toEqual(["not_found", 4]);
  });

  test("F-16: whose proof fails reports both failures", async () => {
    const steps = [GONE, response(401, "expired")];
    const { fail } = makeScriptedClient(steps);
    const error = await fail("getQueue", QUEUE);
    expect(error).toMatchObject({ code: "unauthorized", details: { status: 401 } });
    expect(error.message).toMatch(
      /404: "no such queue".*check whether this is a merge queue service failed.*401: "expired"/,
    );
  });

  test("F-16: does not count if a request without a queue succeeds", async () => {
    const { fail } = makeScriptedClient([GONE, queueResponse()]);
    const error = await fail("getQueue", QUEUE);
    expect(error.code).toBe("unexpected_response");
  });

  test("F-16: any success of the client is the proof", async () => {
    const { client, requests, options, fail } = makeScriptedClient([queueResponse(), GONE]);
    await client.call("updateQueue", QUEUE, options());
    const error = await fail("getQueue", QUEUE);
    expect([error.code, requests.length]).toEqual(["not_found", 2]);
  });

  test("F-16: needs no proof where it is only advice, and then proves nothing", async () => {
    const { client, requests, options, fail } = makeScriptedClient([GONE, GONE, response(400, "incomplete")]);
    const advice = client.call("getQueue", QUEUE, options(5_000, { isProofNeeded: false }));
    expect((await catchRejection(advice)).code).toBe("not_found");
    const error = await fail("getQueue", QUEUE);
    expect([error.code, requests.length]).toEqual(["not_found", 3]);
  });

  test("F-16: many at once share one proof", async () => {
    const { client, requests, options } = makeScriptedClient([
      (request) => (request.body === "{}" ? response(400, "incomplete") : GONE),
    ]);
    const fail = async () => (await catchRejection(client.call("getQueue", QUEUE, options()))).code;
    const codes = await Promise.all(Array.from({ length: 15 }, fail));
    expect([...new Set(codes)]).toEqual(["not_found"]);
    expect(requests.filter(({ body }) => body === "{}")).toHaveLength(1);
  });

  test("F-16: a failed proof of one caller does not affect others", async () => {
    let proofs = 0;
    const { client, options } = makeScriptedClient([
      (request) => {
        if (request.body !== "{}") return GONE;
        return ++proofs === 1 ? response(503, "busy") : response(400, "incomplete");
      },
    ]);
    const impatient = catchRejection(client.call("getQueue", QUEUE, options(5_000, { maxAttempts: 1 })));
    const patient = [0, 1].map(async () => catchRejection(client.call("getQueue", QUEUE, options())));
    const errors = await Promise.all([impatient, ...patient]);
    expect(errors.map(({ code }) => code)).toEqual(["server_error", "not_found", "not_found"]);
    expect(proofs).toBe(2);
  });
});

describe("an error", () => {
  test.each([
    ["getQueue", QUEUE, 'mergequeue queue get "github.com/acme/web/main"'],
    ["getMergeQueueMetrics", {}, "mergequeue doctor"],
  ] as const)("F-35: a refusal of %s without a reason names a command", async (name, request, command) => {
    const { message } = await makeScriptedClient([response(400, "")]).fail(name, request);
    expect(message).toContain("The service gave no reason.");
    expect(message).toContain(command);
  });

  test("F-35: tells operation, queue, origin, status, attempts, time and next step", async () => {
    const { fail } = makeScriptedClient([response(503, "busy")], { maxRetries: 1 });
    const error = await fail("getQueue", QUEUE);
    expect(error.message).toBe(
      'Reading the queue "github.com/acme/web/main" failed: the service answered 503: "busy" (getQueue at ' +
        "https://merge.example.com, 2 attempts in 0.3 s). The service has a problem: try again later. " +
        "mergequeue doctor shows whether it responds.",
    );
    expect(error.details).toEqual({
      operation: "getQueue",
      queue: QUEUE,
      origin: "https://merge.example.com",
      status: 503,
      serverText: "busy",
      attempts: 2,
      elapsedMs: 250,
    });
  });

  test("of a lost write says how to find out, or that a repeat is harmless", async () => {
    const explain = async (name: OperationName, request: object = QUEUE): Promise<string> =>
      (await makeScriptedClient([LOST], { maxRetries: 0 }).fail(name, request)).message;
    expect(await explain("deleteQueue")).toContain("the request took effect; read the queue to see. ");
    const upload = await explain("trackEvents", { repo: QUEUE.repo, events: [] });
    expect(upload).toContain("the request took effect; it does no harm to repeat the request. ");
    expect(await explain("getQueue")).not.toContain("not known");
  });

  test("keeps the error behind it as its cause, and the field at fault", async () => {
    const cause = new Error("deep down");
    const lost = makeScriptedClient([{ ...LOST, cause }], { maxRetries: 0 });
    const error = await lost.fail("getQueue", QUEUE);
    expect(error.cause).toBe(cause);
    const odd = makeScriptedClient([response(200, '{"batch": "yes"}')]);
    const shape = await odd.fail("getQueue", QUEUE);
    expect(shape).toMatchObject({ code: "unexpected_response", details: { queue: QUEUE, field: "batch" } });
  });
});
