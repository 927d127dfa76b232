import { MAIN } from "../../engine/engine-fixtures";
import { makeEvent } from "../../support/make-event";
import { call } from "../call-service";
import { fill, START_MS, start } from "./control-service";

const REPO = MAIN.repo;
const FORM = { "content-type": "text/plain" };
const DROP = { kind: "drop", commits: true };
const OK = { kind: "answer", status: 200 };

describe("the control interface", () => {
  test.each([
    ["no token", { headers: { "x-api-token": "" } }, "/control/state", 401, "token_wrong"],
    ["another token", { headers: { "x-api-token": "guess" } }, "/control/reset", 401, "token_wrong"],
    ["an unknown path", {}, "/control/setClocks", 404, "operation_unknown"],
    ["a read as a write", { method: "POST" }, "/control/state", 405, "method_wrong"],
    ["a write as a read", { method: "GET" }, "/control/reset", 405, "method_wrong"],
    ["a form", { method: "POST", headers: FORM }, "/control/reset", 415, "content_type_wrong"],
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
    const names =
      "declarePullRequests, reportCheck, mergePullRequest, pushToBranch, failTestStart, setFaults";
    expect(JSON.stringify(body)).toContain(names);
  });

  test.each([
    ["no JSON", "reset", "{", "is not JSON"],
    ["an unknown field", "reset", { all: true }, "all"],
    ["mistakes", "declarePullRequests", { repo: REPO, pullRequests: [{ number: -1, titel: "x" }] }, "titel"],
    ["no pull request", "declarePullRequests", { repo: REPO, pullRequests: [] }, "at least one"],
    ["a check of nothing", "reportCheck", { name: "ci", conclusion: "success" }, "either testRunId"],
    [
      "a wrong check",
      "reportCheck",
      { testRunId: "x", name: "ci", conclusion: "SUCCESS" },
      "either testRunId",
    ],
    [
      "an address that runs a script",
      "reportCheck",
      { testRunId: "x", name: "ci", conclusion: "success", url: "javascript:alert(1)" },
      "url: Must be an http or https address.",
    ],
    ["a wrong start", "failTestStart", { testRunId: "x", fault: "BAD" }, "START_TEST_RUN_MERGE_CONFLICT"],
    ["an unknown fault", "setFaults", { faults: [{ kind: "explode" }] }, "faults.0.kind"],
    [
      "two words for when",
      "setFaults",
      { faults: [{ ...DROP, times: 1, onTime: 2 }] },
      "Use only one of times",
    ],
    [
      "a header that splits",
      "setFaults",
      { faults: [{ ...OK, headers: { a: "b\r\nc: d" } }] },
      "visible ASCII",
    ],
    ["a fault of no queue", "setFaults", { faults: [{ ...DROP, queue: "main" }] }, "host/owner/name/branch"],
    ["a moment without a zone", "setClock", { now: "2026-01-05T09:00:00" }, "2026-01-31T08:00:00Z"],
  ])("refuses %s with every problem, and changes nothing", async (_, operation, body, word) => {
    const emulator = await start();
    await fill(emulator, 1);
    const before = emulator.engine.state.pullRequests;
    const reply = await call(emulator, `/control/${operation}`, body);
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
    const elsewhere = {
      prBaseBranch: "release",
      state: "not_ready",
      readiness: { doesBaseBranchMatch: false },
    };
    expect(await read(2)).toMatchObject(elsewhere);
    const report = { ...MAIN, pr: { number: 1 }, name: "ci", conclusion: "success" };
    const why = "Is not ready: the code host does not know yet whether it can be merged.";
    const replies = [
      await call(emulator, "/control/reportCheck", report),
      await call(emulator, "/control/state"),
    ];
    for (const reply of replies) expect(JSON.stringify(reply.body)).toContain(why);
    const { status, body } = await call(emulator, "/control/declarePullRequests", {
      repo: REPO,
      pullRequests: [{ number: 1, mergeability: "mergeable" }],
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({ pullRequests: [{ number: 1, title: "One", mergeability: "mergeable" }] });
    expect(await read(1)).toMatchObject({ state: "testing" });
  });
});

describe("what happens outside of the queue", () => {
  const told = (fields: object) => ({ repo: REPO, pullRequests: [{ number: 7, ...fields }] });
  const seven = { pr: { number: "7" } };
  const conflict = { ...MAIN, ...seven, fault: "START_TEST_RUN_MERGE_CONFLICT" };

  test.each([
    ["a push to it", "declarePullRequests", told({ sha: "another" }), "cancelled", "PR_PUSHED_TO"],
    ["another base", "declarePullRequests", told({ baseBranch: "a" }), "cancelled", "PR_BASE_BRANCH_CHANGED"],
    ["a draft", "declarePullRequests", told({ draft: true }), "cancelled", "PR_CONVERTED_TO_DRAFT"],
    ["closing", "declarePullRequests", told({ isOpen: false }), "cancelled", "PR_CLOSED"],
    ["a merge", "mergePullRequest", { repo: REPO, ...seven }, "merged", "MANUAL_MERGE"],
    ["a push to the branch", "pushToBranch", MAIN, "pending", "MANUAL_PUSH_TO_TARGET_BRANCH"],
    ["a fault at the start", "failTestStart", conflict, "failed", "START_TEST_RUN_MERGE_CONFLICT"],
  ])("%s is an event, and the history names it", async (_, operation, body, state, reason) => {
    const emulator = await start();
    await fill(emulator, 7);
    expect(await call(emulator, `/control/${operation}`, body)).toMatchObject({ status: 200 });
    const changes = emulator.engine.tryFindQueue(MAIN)?.submissions.get(1)?.history ?? [];
    expect(changes[3]).toMatchObject({ state, reason });
  });

  test("what is unknown, or has merged, is refused", async () => {
    const emulator = await start();
    await fill(emulator, 7);
    const merge = { repo: REPO, ...seven };
    await call(emulator, "/control/mergePullRequest", merge);
    const refusal = { status: 409, body: { error: { message: "Pull request #7 has merged already." } } };
    expect(await call(emulator, "/control/mergePullRequest", merge)).toMatchObject(refusal);
    const dev = { ...MAIN, targetBranch: "dev" };
    expect(await call(emulator, "/control/pushToBranch", dev)).toMatchObject({ status: 404 });
    const resubmit = await call(emulator, "/v1/submitPullRequest", { ...MAIN, pr: { number: 7 } });
    expect(resubmit.status).toBe(400);
    expect(JSON.stringify(resubmit.body)).toContain("has merged already");
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

  test("a check's address is in the answers of both interfaces", async () => {
    const emulator = await start({ options: { answers: "live", inheritedStatuses: ["ci/test"] } });
    await fill(emulator, 7);
    const testRunId = emulator.engine.tryFindQueue(MAIN)?.submissions.get(1)?.testRunId;
    const check = { name: "ci/test", conclusion: "success", url: "https://ci.example.com/7" };
    await call(emulator, "/control/reportCheck", { testRunId, ...check });
    const { body } = await call(emulator, "/v1/getMergeQueueTestingDetails", { ...MAIN, testRunId });
    expect(body).toMatchObject({ statusChecks: [{ context: "ci/test", url: check.url }] });
    const path = `/v2/merge-queue-verification-runs/${testRunId}`;
    const headers = { authorization: `Bearer ${emulator.token}` };
    const run = await call(emulator, path, undefined, { headers });
    expect(run.body).toMatchObject({ checks: [{ name: "ci/test", url: check.url }] });
  });

  test("reports a check of a run by the run's id", async () => {
    const emulator = await start();
    await fill(emulator, 7);
    const testRunId = emulator.engine.tryFindQueue(MAIN)?.submissions.get(1)?.testRunId;
    const report = { testRunId, name: "ci/test", conclusion: "timed_out" };
    const reply = await call(emulator, "/control/reportCheck", report);
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

describe("state and reset", () => {
  test("shows all of the engine's input, but not the token", async () => {
    const emulator = await start({ keptRequests: "latest" });
    await fill(emulator, 1);
    const targets = { ...MAIN, pr: { number: 1 }, impactedTargets: ["//app"] };
    await call(emulator, "/v1/setImpactedTargets", targets);
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
    const refusal = { status: 400, body: { error: { code: "body_invalid" } } };
    expect(await call(emulator, "/control/reset", deep)).toMatchObject(refusal);
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
