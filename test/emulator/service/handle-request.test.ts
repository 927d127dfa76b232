import { listTrackedEvents } from "../../../src/emulator/control/show-state";
import type { EmulatorOptionsInput } from "../../../src/emulator/emulator-options";
import {
  handleRequest,
  type ServedEngine,
  type ServiceRequest,
} from "../../../src/emulator/service/handle-request";
import { MAIN } from "../../engine/engine-fixtures";
import { makeEvent } from "../../support/make-event";
import { createService, createWorld, request, TOKEN } from "../service-fixtures";

const JSON_TYPE = "application/json";
const TEXT_TYPE = "application/plain-text";

/** A read with the headers of a good client, except for these. */
const withHeaders = (headers: ServiceRequest["headers"]) =>
  request("getQueue", MAIN, { headers: { "content-type": JSON_TYPE, "x-api-token": TOKEN, ...headers } });

describe("handleRequest", () => {
  test("serves a valid request", () => {
    const response = handleRequest(createService(), request("getQueue", MAIN));
    expect(response.status).toBe(200);
    expect(response.headers).toEqual({ "content-type": JSON_TYPE });
    expect(JSON.parse(response.body)).toMatchObject({ branch: "main", enqueuedPullRequests: [] });
  });

  test.each([
    ["an unknown operation", request("nothing", MAIN), 404],
    ["an operation outside the version", request("getQueue", MAIN, { path: "/getQueue" }), 404],
    ["a slash at the end", request("getQueue/", MAIN), 404],
    ["another case", request("getqueue", MAIN), 404],
    ["another method", request("getQueue", MAIN, { method: "GET" }), 405],
    ["a POST to what takes GET", request("getMergeQueueMetrics", MAIN), 405],
    ["no token", withHeaders({ "x-api-token": undefined }), 401],
    ["a token that begins like the right one", withHeaders({ "x-api-token": TOKEN.slice(0, -1) }), 401],
    ["no content type", withHeaders({ "content-type": undefined }), 400],
    ["another content type", withHeaders({ "content-type": "text/json" }), 400],
    ["a compressed body", withHeaders({ "content-encoding": "gzip" }), 400],
    ["a body that is too large", request("getQueue", MAIN, { body: "too_large" }), 413],
    ["bytes that are not UTF-8", request("getQueue", MAIN, { body: Uint8Array.of(0x22, 0xff, 0x22) }), 400],
  ])("refuses %s with plain text", (_what, bad, status) => {
    const response = handleRequest(createService(), bad);
    expect(response.status).toBe(status);
    expect(response.headers["content-type"]).toBe(TEXT_TYPE);
    expect(response.body).not.toBe("");
    expect(response.body).not.toContain(TOKEN);
    if (status === 405) expect(response.headers["allow"]).toBe(bad.method === "GET" ? "POST" : "GET");
  });

  test("impacted targets come without a token from a fork's workflow; nothing else does, nor does a wrong token", () => {
    const service = createWorld().service;
    const send = (operation: string, token: string, run = "4711"): number => {
      const headers = { "content-type": JSON_TYPE, "x-api-token": token, "x-forked-workflow-run-id": run };
      const targets = operation === "getQueue" ? {} : { pr: { number: 7 }, impactedTargets: "ALL" };
      return handleRequest(service, request(operation, { ...MAIN, ...targets }, { headers })).status;
    };
    expect(send("setImpactedTargets", "")).toBe(200);
    const others = [
      send("setImpactedTargets", "wrong"),
      send("setImpactedTargets", "", ""),
      send("getQueue", ""),
    ];
    expect(others).toEqual([401, 401, 401]);
  });

  test("serves a GET, and reads only its query", () => {
    const headers = { "x-api-token": TOKEN, "content-encoding": "gzip" };
    const ask = (query: string): number => {
      const asked = { method: "GET", headers, body: "too_large", query } as const;
      return handleRequest(createService(), request("getMergeQueueMetrics", "", asked)).status;
    };
    expect([ask("repo=acme/web&repoHost=github.com"), ask("repo=acme/web")]).toEqual([200, 400]);
  });

  test("checks the path before the token, and the token before the body; a content type may have parameters", () => {
    const foreign = { headers: {}, body: "too_large" } as const;
    expect(handleRequest(createService(), request("getQueue", MAIN, foreign)).status).toBe(401);
    expect(handleRequest(createService(), request("nothing", MAIN, foreign)).status).toBe(404);
    const typed = withHeaders({ "content-type": "Application/JSON; charset=utf-8" });
    expect(handleRequest(createService(), typed).status).toBe(200);
  });

  test("names every field that is wrong", () => {
    const body = { repo: { host: "github.com", owner: 1 }, targetBranch: "main", concurrency: 0 };
    const { body: text } = handleRequest(createService(), request("updateQueue", body));
    const fields = text.split("\n").map((line) => line.split(":")[0]);
    expect(fields).toEqual(["repo.owner", "repo.name", "concurrency"]);
  });

  test("S-12: a field named __proto__ is a field like any other, and is not known", () => {
    const text = JSON.stringify(MAIN).replace("{", '{"__proto__":{"polluted":1},');
    expect(handleRequest(createService(), request("getQueue", text)).status).toBe(400);
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });
});

describe("options of the service", () => {
  test("the status of every refusal can be another one", () => {
    const service = createService({ statuses: { queue_exists: 409, token_wrong: 403 } });
    expect(handleRequest(service, request("createQueue", MAIN)).status).toBe(409);
    expect(handleRequest(service, request("createQueue", MAIN, { headers: {} })).status).toBe(403);
    expect(handleRequest(service, request("deleteQueue", { ...MAIN, targetBranch: "x" })).status).toBe(404);
  });

  test("a refusal with status 200 looks like a success and changes nothing", () => {
    const service = createService({ statuses: { queue_exists: 200 } });
    const before = service.engine.state;
    const response = handleRequest(service, request("createQueue", { ...MAIN, concurrency: 9 }));
    expect(response).toEqual({ status: 200, headers: { "content-type": JSON_TYPE }, body: "{}" });
    expect(service.engine.state).toBe(before);
  });

  test.each([
    ["createQueue", { ...MAIN, targetBranch: "develop" }],
    ["deleteQueue", MAIN],
    ["submitPullRequest", { ...MAIN, pr: { number: 2 } }],
    ["cancelPullRequest", { ...MAIN, pr: { number: 1 } }],
    ["restartTestsOnPullRequest", { ...MAIN, pr: { number: 1 } }],
    ["setImpactedTargets", { ...MAIN, pr: { number: 1 }, impactedTargets: ["web"] }],
    ["metrics/trackEvents", { repo: MAIN.repo, events: [] }],
  ])("%s is acknowledged with an empty JSON object, or with text", (operation, body) => {
    const call = (acknowledgements: "json" | "text"): unknown => {
      const service = createService({ acknowledgements });
      const submission = request("submitPullRequest", { ...MAIN, pr: { number: 1 } });
      // Operations that do not need an empty queue get a pull request.
      if (operation !== "deleteQueue") handleRequest(service, submission);
      return handleRequest(service, request(operation, body));
    };
    expect(call("json")).toEqual({ status: 200, headers: { "content-type": JSON_TYPE }, body: "{}" });
    expect(call("text")).toEqual({ status: 200, headers: { "content-type": "text/plain" }, body: "OK" });
  });

  test.each([
    ["pull_request_unknown", "getSubmittedPullRequest", { ...MAIN, pr: { branch: "topic" } }, 404],
    ["pull_request_unknown", "restartTestsOnPullRequest", { ...MAIN, pr: { number: 9 } }, 404],
    ["pull_request_not_tested", "restartTestsOnPullRequest", { ...MAIN, pr: { number: 2 } }, 400],
    ["pull_request_closed", "submitPullRequest", { ...MAIN, pr: { number: 3 } }, 400],
    ["test_run_unknown", "getMergeQueueTestingDetails", { ...MAIN, testRunId: "0" }, 404],
    ["cursor_unknown", "listPullRequests", { ...MAIN, cursor: "6a3f1c7e-8a55-4d2b-9a39-0d3ab1c1ee11" }, 400],
    ["queue_unknown", "listPullRequests", { ...MAIN, targetBranch: "x" }, 404],
    ["repository_unknown", "listPullRequests", { ...MAIN, repo: { ...MAIN.repo, name: "x" } }, 404],
  ] as const)("%s of %s has its own status", (kind, operation, body, status) => {
    const options = { repositories: ["github.com/acme/web"] };
    const call = (statuses: EmulatorOptionsInput["statuses"] = {}): number => {
      const world = createWorld({ ...options, statuses });
      for (const number of [1, 2]) world.ask("submitPullRequest", { pr: { number } });
      world.declare({ number: 3, isOpen: false });
      return world.post(operation, body).status;
    };
    expect([call(), call({ [kind]: 418 })]).toEqual([status, 418]);
  });

  test("unknown fields can be ignored, at any depth", () => {
    const service = createService({ unknownFields: "ignore" });
    const body = { ...MAIN, repo: { ...MAIN.repo, id: 1 }, concurrency: 4, colour: "red", size: 3 };
    expect(handleRequest(service, request("updateQueue", body)).status).toBe(200);
    expect(service.engine.tryFindQueue(MAIN)?.settings.concurrency).toBe(4);
  });

  test("unknown fields can be ignored in more items than problems are reported", () => {
    const service = createService({ unknownFields: "ignore" });
    const events = Array.from({ length: 10_001 }, (_, n) => ({ ...makeEvent(`e-${n}`), runner: "big" }));
    const body = { repo: MAIN.repo, events };
    expect(handleRequest(service, request("metrics/trackEvents", body)).status).toBe(200);
    const kept = listTrackedEvents(service.engine.state, MAIN.repo);
    expect([kept.length, kept.filter((event) => "runner" in event)]).toEqual([10_001, []]);
  });

  describe("settings of a newer service", () => {
    const additionalSettings = { labels: ["a"], window: null, refusal: "strict" };
    const ask = (service: ServedEngine, operation: string, fields: object = {}): unknown => {
      const { status, body } = handleRequest(service, request(operation, { ...MAIN, ...fields }));
      return status === 200 ? JSON.parse(body) : status;
    };

    test("are set by /updateQueue to any JSON value, and kept", () => {
      const service = createService({ additionalSettings });
      const changes = { labels: null, window: { from: 8, to: "17" }, refusal: 1 };
      expect(ask(service, "updateQueue", changes)).toMatchObject({ ...changes, mode: "single" });
      expect(ask(service, "updateQueue", { batch: true })).toMatchObject({ ...changes, batch: true });
      expect(ask(service, "getQueue")).toMatchObject({ ...changes, batch: true });
    });

    test("are refused or ignored like every unknown field if the options do not name them", () => {
      expect(ask(createService({ additionalSettings }), "updateQueue", { colour: "red" })).toBe(400);
      expect(ask(createService(), "updateQueue", { labels: [] })).toBe(400);
      const ignoring = createService({ additionalSettings, unknownFields: "ignore" });
      const response = ask(ignoring, "updateQueue", { colour: "red", labels: ["b"] });
      expect(response).toMatchObject({ labels: ["b"], window: null });
      expect(response).not.toHaveProperty("colour");
    });

    test("are not accepted by other operations, or inside a field additionalSettings", () => {
      const service = createService({ additionalSettings });
      expect(ask(service, "createQueue", { targetBranch: "other", labels: ["b"] })).toBe(400);
      expect(ask(service, "updateQueue", { additionalSettings: { labels: ["b"] } })).toBe(400);
      expect(handleRequest(service, request("updateQueue", null)).status).toBe(400);
    });

    test("do not allow anything else, and change nothing if the request is refused", () => {
      const service = createService({ additionalSettings });
      expect(ask(service, "updateQueue", { labels: ["b"], concurrency: 0 })).toBe(400);
      expect(ask(service, "getQueue")).toMatchObject(additionalSettings);
    });

    test("S-12: may have the names of inherited object properties", () => {
      const service = createService({ additionalSettings: { constructor: 1 } });
      expect(ask(service, "updateQueue", { toString: 1 })).toBe(400);
      expect(ask(service, "updateQueue", { constructor: 2 })).toMatchObject({ constructor: 2 });
    });
  });

  test("a new queue can have other settings, and inherited statuses", () => {
    const service = createService({ newQueue: { concurrency: 5 }, inheritedStatuses: ["build"] });
    const read = JSON.parse(handleRequest(service, request("getQueue", MAIN)).body) as object;
    expect(read).toMatchObject({ concurrency: 5, mode: "single", requiredStatuses: ["build"] });
  });

  test("with live answers, a queue that is switching modes refuses changes of more than its state", () => {
    const service = createService({ answers: "live", withoutRequiredStatuses: "first_check" });
    const call = (operation: string, body: object): number =>
      handleRequest(service, request(operation, { ...MAIN, ...body })).status;
    call("submitPullRequest", { pr: { number: 1 } });
    const changes = [{ mode: "parallel" }, { concurrency: 2 }, { mode: "single" }, { state: "paused" }];
    expect(changes.map((change) => call("updateQueue", change))).toEqual([200, 400, 400, 200]);
  });

  test.each([
    ["interface", [400, 400, 400]],
    ["live", [200, 200, 400]],
  ] as const)(
    "answers %j: a setting of 0 is refused, or taken for the timeout and the depth",
    (answers, statuses) => {
      const service = createService({ answers });
      const settings = ["testingTimeoutMinutes", "pendingFailureDepth", "batchingMaxWaitTimeMinutes"];
      const update = (name: string) => request("updateQueue", { ...MAIN, [name]: 0 });
      expect(settings.map((name) => handleRequest(service, update(name)).status)).toEqual(statuses);
    },
  );
});
