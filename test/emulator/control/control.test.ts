import { once } from "node:events";
import { connect } from "node:net";
import type { OpenEmulator, StartOptions } from "../../../src/emulator/start-emulator";
import { makeEvent } from "../../support/make-event";
import { call, startForTest } from "../call-service";

const REPO = { host: "github.com", owner: "acme", name: "web" };
const MAIN = { repo: REPO, targetBranch: "main" };
const START_MS = Date.UTC(2026, 0, 5, 8);

async function start(options: StartOptions = {}): Promise<OpenEmulator> {
  return startForTest({ clock: "manual", now: () => START_MS, ...options });
}

/** Makes a queue and submits pull requests to it. */
async function fill(emulator: OpenEmulator, ...numbers: readonly number[]): Promise<void> {
  await call(emulator, "/v1/createQueue", MAIN);
  for (const number of numbers) {
    await call(emulator, "/v1/submitPullRequest", { ...MAIN, pr: { number } });
  }
}

describe("the control interface", () => {
  test.each([
    ["no token", { headers: { "x-api-token": "" } }, "/control/state", 401, "token_wrong"],
    ["another token", { headers: { "x-api-token": "guess" } }, "/control/reset", 401, "token_wrong"],
    ["an unknown path", {}, "/control/setClocks", 404, "operation_unknown"],
    ["a read as a write", { method: "POST" }, "/control/state", 405, "method_wrong"],
    ["a write as a read", { method: "GET" }, "/control/reset", 405, "method_wrong"],
    [
      "a form",
      { method: "POST", headers: { "content-type": "text/plain" } },
      "/control/reset",
      415,
      "content_type_wrong",
    ],
  ])("refuses %s", async (_, changes, path, status, code) => {
    const emulator = await start();
    await fill(emulator);
    const reply = await call(emulator, path, undefined, changes);
    expect(reply).toMatchObject({ status, body: { error: { code } } });
    expect(emulator.listQueues()).toHaveLength(1);
  });

  test("says which method an operation takes, and which operations there are", async () => {
    const emulator = await start();
    expect((await call(emulator, "/control/reset")).headers["allow"]).toBe("POST");
    const { body } = await call(emulator, "/control/nothing");
    expect(JSON.stringify(body)).toContain("declarePullRequests, reportCheck, setFaults");
  });

  test.each([
    ["no JSON", "/control/reset", "{", "is not JSON"],
    ["an unknown field", "/control/reset", { all: true }, "all"],
    [
      "several mistakes at once",
      "/control/declarePullRequests",
      { repo: REPO, pullRequests: [{ number: -1, titel: "x" }] },
      "titel",
    ],
    ["no pull request", "/control/declarePullRequests", { repo: REPO, pullRequests: [] }, "at least one"],
    ["a check of nothing", "/control/reportCheck", { name: "ci", conclusion: "success" }, "either testRunId"],
    [
      "an unknown conclusion",
      "/control/reportCheck",
      { testRunId: "x", name: "ci", conclusion: "SUCCESS" },
      "either testRunId",
    ],
    ["an unknown fault", "/control/setFaults", { faults: [{ kind: "explode" }] }, "faults.0.kind"],
    [
      "two words for when",
      "/control/setFaults",
      { faults: [{ kind: "drop", commits: true, times: 1, onTime: 2 }] },
      "Use only one of times",
    ],
    [
      "a header that splits the response",
      "/control/setFaults",
      { faults: [{ kind: "answer", status: 200, headers: { a: "b\r\nc: d" } }] },
      "visible ASCII",
    ],
    [
      "a fault of no queue",
      "/control/setFaults",
      { faults: [{ kind: "drop", commits: true, queue: "main" }] },
      "host/owner/name/branch",
    ],
    ["a moment without a zone", "/control/setClock", { now: "2026-01-05T09:00:00" }, "2026-01-31T08:00:00Z"],
  ])("refuses %s with every problem, and changes nothing", async (_, path, body, word) => {
    const emulator = await start();
    await fill(emulator, 1);
    const before = emulator.engine.state.pullRequests;
    const reply = await call(emulator, path, body);
    expect(reply).toMatchObject({ status: 400, body: { error: { code: "body_invalid" } } });
    expect(JSON.stringify(reply.body)).toContain(word);
    expect(emulator.engine.state.pullRequests).toBe(before);
    expect(emulator.clock.nowMs).toBe(START_MS);
  });
});

describe("declarePullRequests", () => {
  test("says what the code host knows, before and after the submission", async () => {
    const emulator = await start();
    await call(emulator, "/control/declarePullRequests", {
      repo: REPO,
      pullRequests: [
        { number: 1, title: "One", headBranch: "feature", author: "ada", mergeability: "in_progress" },
        { number: "2", baseBranch: "release" },
      ],
    });
    await fill(emulator, 1, 2);
    const read = async (number: number): Promise<unknown> =>
      (await call(emulator, "/v1/getSubmittedPullRequest", { ...MAIN, pr: { number } })).body;
    expect(await read(1)).toMatchObject({ prTitle: "One", prAuthor: "ada", state: "not_ready" });
    expect(await read(2)).toMatchObject({
      prBaseBranch: "release",
      state: "not_ready",
      readiness: { doesBaseBranchMatch: false },
    });
    const { status, body } = await call(emulator, "/control/declarePullRequests", {
      repo: REPO,
      pullRequests: [{ number: 1, mergeability: "mergeable" }],
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({ pullRequests: [{ number: 1, title: "One", mergeability: "mergeable" }] });
    expect(await read(1)).toMatchObject({ state: "testing" });
  });
});

describe("reportCheck", () => {
  test("reports a check of the run that a pull request is tested in", async () => {
    const emulator = await start();
    await fill(emulator, 7);
    const report = { ...MAIN, pr: { number: "7" }, name: "ci/test", conclusion: "success" };
    const reply = await call(emulator, "/control/reportCheck", report);
    expect(reply).toMatchObject({ status: 200, body: { testRun: { status: "succeeded" } } });
    expect(emulator.engine.tryFindQueue(MAIN)?.submissions.get(1)).toMatchObject({ state: "merged" });
    expect(await call(emulator, "/control/reportCheck", report)).toMatchObject({
      status: 409,
      body: { error: { code: "refused", message: expect.stringContaining("it is merged") as unknown } },
    });
  });

  test("reports a check of a run by the run's id", async () => {
    const emulator = await start();
    await fill(emulator, 7);
    const testRunId = emulator.engine.tryFindQueue(MAIN)?.submissions.get(1)?.testRunId;
    const reply = await call(emulator, "/control/reportCheck", {
      testRunId,
      name: "ci/test",
      conclusion: "timed_out",
    });
    expect(reply).toMatchObject({ status: 200, body: { testRun: { id: testRunId, status: "failed" } } });
  });

  test.each([
    ["an unknown run", { testRunId: "none" }],
    ["an unknown queue", { ...MAIN, targetBranch: "other", pr: { number: 7 } }],
    ["a pull request that was never submitted", { ...MAIN, pr: { number: 8 } }],
  ])("refuses a check of %s", async (_, what) => {
    const emulator = await start();
    await fill(emulator, 7);
    const reply = await call(emulator, "/control/reportCheck", {
      ...what,
      name: "ci",
      conclusion: "success",
    });
    expect(reply).toMatchObject({ status: 404, body: { error: { code: "not_found" } } });
  });
});

describe("setFaults and clearFaults", () => {
  test("a fault applies as often as its JSON says, and the state counts the requests that reached it", async () => {
    const emulator = await start();
    await fill(emulator, 1);
    const fault = {
      kind: "answer",
      status: 503,
      headers: { "retry-after": "1" },
      body: "later",
      times: 2,
      operations: "getQueue",
    };
    await call(emulator, "/control/setFaults", { faults: [fault] });
    expect((await call(emulator, "/v1/deleteQueue", MAIN)).status).toBe(400);
    const replies = [];
    for (let n = 0; n < 3; n += 1) replies.push(await call(emulator, "/v1/getQueue", MAIN));
    expect(replies.map(({ status }) => status)).toEqual([503, 503, 200]);
    expect(replies[0]).toMatchObject({ body: "later", headers: { "retry-after": "1" } });
    const { body } = await call(emulator, "/control/state");
    expect(body).toMatchObject({ faults: [{ fault, requestsReached: 4 }] });
    await call(emulator, "/control/setFaults", { faults: [{ kind: "foreignPage" }] });
    expect((await call(emulator, "/v1/getQueue", MAIN)).headers["content-type"]).toContain("text/html");
    await call(emulator, "/control/clearFaults", {});
    expect((await call(emulator, "/v1/getQueue", MAIN)).status).toBe(200);
  });

  test("dropping a request resets its connection even if an earlier request is pending", async () => {
    const emulator = await start();
    const faults = [
      { kind: "delay", ms: 60_000, onTime: 1 },
      { kind: "drop", commits: false, onTime: 1 },
    ];
    await call(emulator, "/control/setFaults", { faults });
    const { host, port } = new URL(emulator.url);
    const socket = connect(Number(port), "127.0.0.1");
    socket.write(
      `GET /v1/first HTTP/1.1\r\nhost: ${host}\r\n\r\nGET /v1/second HTTP/1.1\r\nhost: ${host}\r\n\r\n`,
    );
    await expect(once(socket, "close")).rejects.toMatchObject({ code: "ECONNRESET" });
  });

  test("faults for a queue, for reused connections and for values can be set as JSON", async () => {
    const emulator = await start();
    await fill(emulator);
    const faults = [
      { kind: "answer", status: 429, retryAfter: 3, queue: "github.com/acme/web/other" },
      { kind: "drop", commits: false, onReusedConnection: true },
      { kind: "limitInFlight", limit: 10, retryAfter: 1 },
      { kind: "inflate", bytes: 1000 },
      { kind: "drip", bytes: 500, intervalMs: 1, from: "head" },
      { kind: "changeAnswer", set: { color: "blue" }, remove: ["state"] },
      { kind: "clampNumbers", largest: { concurrency: 5 } },
      { kind: "changeAnswer" },
    ];
    expect((await call(emulator, "/control/setFaults", { faults })).status).toBe(200);
    const other = await call(emulator, "/v1/getQueue", { ...MAIN, targetBranch: "other" });
    expect(other).toMatchObject({ status: 429, headers: { "retry-after": "3" } });
    const write = () => call(emulator, "/v1/updateQueue", { ...MAIN, concurrency: 50 });
    await expect(write()).rejects.toMatchObject({ code: "ECONNRESET" });
    const written = await write();
    expect(written.body).toMatchObject({ concurrency: 5, color: "blue" });
    expect(written.body).not.toHaveProperty("state");
    expect(written.headers["content-length"]).toBe("1000");
  });
});

describe("the clock's operations", () => {
  test("a test run times out", async () => {
    const emulator = await start();
    await fill(emulator, 1);
    expect((await call(emulator, "/control/state")).body).toMatchObject({
      clock: { mode: "manual", now: "2026-01-05T08:00:00.000Z", nextDueAt: "2026-01-05T09:00:00.000Z" },
    });
    expect((await call(emulator, "/control/advanceClock", { ms: 1000 })).body).toMatchObject({
      now: "2026-01-05T08:00:01.000Z",
    });
    expect((await call(emulator, "/control/advanceToNext", {})).body).toEqual({
      happened: true,
      mode: "manual",
      now: "2026-01-05T09:00:00.000Z",
      nextDueAt: null,
    });
    expect((await call(emulator, "/control/advanceToNext", "")).body).toMatchObject({ happened: false });
    expect(emulator.engine.tryFindQueue(MAIN)?.totals).toMatchObject({ failed: 1 });
  });

  test("runs until no events are left", async () => {
    const emulator = await start({ auto: { durationSeconds: 60, failureRate: 0 } });
    await fill(emulator, 1, 2, 3);
    const limited = await call(emulator, "/control/runUntilIdle", { maxSteps: 1 });
    expect(limited.body).toMatchObject({ steps: 1, isIdle: false });
    expect((await call(emulator, "/control/runUntilIdle", {})).body).toMatchObject({
      steps: 2,
      isIdle: true,
      now: "2026-01-05T08:03:00.000Z",
    });
    expect(emulator.engine.tryFindQueue(MAIN)?.totals).toMatchObject({ merged: 3 });
  });

  test("is set to a time and released, and never moves backwards", async () => {
    const emulator = await start();
    const set = { mode: "real", now: "2026-01-05T10:00:00+01:00" };
    expect((await call(emulator, "/control/setClock", set)).body).toMatchObject({
      mode: "real",
      now: "2026-01-05T09:00:00.000Z",
    });
    const back = await call(emulator, "/control/setClock", { now: "2026-01-05T08:59:59Z" });
    expect(back).toMatchObject({ status: 409, body: { error: { code: "refused" } } });
    expect(JSON.stringify(back.body)).toContain("Time never moves back");
  });
});

describe("state and reset", () => {
  test("shows all of the engine's input, but not the token", async () => {
    const emulator = await start({ keptRequests: "latest" });
    await fill(emulator, 1);
    await call(emulator, "/v1/setImpactedTargets", {
      ...MAIN,
      pr: { number: 1 },
      impactedTargets: ["//app"],
    });
    const upload = { repo: REPO, events: [makeEvent("e1")] };
    expect((await call(emulator, "/v1/metrics/trackEvents", upload)).status).toBe(200);
    const { status, body } = await call(emulator, "/control/state");
    expect(status).toBe(200);
    expect(body).toMatchObject({
      queues: [
        {
          id: "github.com/acme/web/main",
          settings: { mode: "single" },
          submissions: [{ number: 1, state: "testing" }],
          testRuns: [{ status: "in_progress" }],
          impactedTargets: [{ number: 1, targets: ["//app"] }],
        },
      ],
      pullRequests: [{ repo: "github.com/acme/web", number: 1 }],
      trackedEvents: [{ repo: REPO, events: [{ id: "e1" }] }],
      requests: [
        { operation: "createQueue" },
        { operation: "submitPullRequest" },
        { operation: "setImpactedTargets" },
        { operation: "trackEvents", status: 200, isCommitted: true },
      ],
    });
    expect(JSON.stringify(body)).not.toContain(emulator.token);
  });

  test("a body that is nested too deeply to be stored is refused as invalid JSON and changes nothing", async () => {
    const emulator = await start();
    const deep = `${"[".repeat(100_000)}${"]".repeat(100_000)}`;
    expect(await call(emulator, "/v1/getQueue", deep)).toMatchObject({ status: 400 });
    expect(await call(emulator, "/control/reset", deep)).toMatchObject({
      status: 400,
      body: { error: { code: "body_invalid" } },
    });
    const { status, body } = await call(emulator, "/control/state");
    expect([status, body]).toEqual([200, expect.objectContaining({ requests: [expect.anything()] })]);
  });

  test("a reset deletes everything, and the service keeps running", async () => {
    const emulator = await start();
    await fill(emulator, 1);
    await call(emulator, "/control/setFaults", { faults: [{ kind: "answer", status: 500 }] });
    await call(emulator, "/control/advanceClock", { ms: 5000 });
    expect((await call(emulator, "/control/reset", {})).body).toEqual({
      clock: { mode: "manual", now: "2026-01-05T08:00:00.000Z", nextDueAt: null },
    });
    const { body } = await call(emulator, "/control/state");
    expect(body).toMatchObject({ queues: [], pullRequests: [], faults: [], requests: [] });
    expect((await call(emulator, "/v1/createQueue", MAIN)).status).toBe(200);
  });
});
