import { ABILITIES } from "../../../src/api/abilities-by-interface";
import type { ClientOperation } from "../../../src/api/client-operations";
import { listAllQueues } from "../../../src/api/list-all-queues";
import { LOST, QUEUE, response } from "../support/exchanges";
import { makeScriptedClient, TOKEN } from "../support/make-client";
import {
  MERGE_QUEUE,
  makeSecondClient,
  PULL_REQUEST,
  PULL_REQUEST_ID,
  page,
  REPOSITORY_ID,
  refusal,
} from "./second-service";

const PR = { ...QUEUE, pr: { number: 7 } };
const FIND_REPOSITORY = "GET /repositories?providerUrl=https://github.com/acme/web";
const FIND_QUEUE = `GET /merge-queues?repositoryId=${REPOSITORY_ID}&targetBranch=main`;
const FIND_PULL_REQUEST = `GET /pull-requests?repositoryId=${REPOSITORY_ID}&number=7`;
const ENTRIES = "GET /merge-queues/xK9mP2nQ/pull-requests";
const CONFIG = "PATCH /merge-queues/xK9mP2nQ/config";
const SUBMIT = "POST /merge-queues/xK9mP2nQ/pull-requests";
const IN_QUEUE = `${ENTRIES}?limit=100&state=pending,testing,testsPassed,pendingFailure`;
const QUEUE_BY_ID = "GET /merge-queues/xK9mP2nQ";
const ORDER = `${QUEUE_BY_ID}/order`;
const KNOWN = { queueId: "xK9mP2nQ" };
const NO_ROUTE = response(404, "x", { contentType: "text/plain" });
const UNREPORTED = { ...MERGE_QUEUE, repositoryUrl: undefined };
const UNQUEUED = { ...PULL_REQUEST, queueEntry: undefined };

describe("a queue", () => {
  test("is read in the words of the first interface, with what only the second has", async () => {
    const { call, sent, requests } = makeSecondClient({ [ENTRIES]: page([PULL_REQUEST]) });
    const found = await call("getQueue", QUEUE);
    expect(found).toEqual({
      state: "running",
      mode: "parallel",
      concurrency: 3,
      batch: true,
      notReadyTimeoutHours: 2,
      mergeMethod: "merge_commit",
      requiredStatuses: ["build"],
      optimizationMode: "anewword",
      branch: "main",
      queueId: "xK9mP2nQ",
      managedState: "terraform_with_drift",
      createdAt: "2026-07-24T20:26:04.000Z",
      enqueuedPullRequests: [expect.objectContaining({ prNumber: 7, state: "tests_passed", noBatch: true })],
      additionalFields: { shinyNewSetting: 1 },
    });
    expect(sent()).toEqual([FIND_REPOSITORY, FIND_QUEUE, IN_QUEUE]);
    expect(requests[0]?.headers).toMatchObject({ authorization: `Bearer ${TOKEN}` });
    expect(requests[0]?.headers).not.toHaveProperty("x-api-token");
    await call("getQueue", QUEUE);
    expect(sent().filter((line) => line === FIND_REPOSITORY)).toHaveLength(1);
  });

  test("has no list of its own if the second interface shows an empty one", async () => {
    const queue = { ...MERGE_QUEUE, config: { requiredStatuses: [] } };
    const { call } = makeSecondClient({ "GET /merge-queues": page([queue]), [ENTRIES]: page([]) });
    expect(await call("getQueue", QUEUE)).not.toHaveProperty("requiredStatuses");
  });

  const several = [9, 8, 7].map((number) => ({
    ...PULL_REQUEST,
    number,
    queueEntry: { ...PULL_REQUEST.queueEntry, id: `entry-${number}` },
  }));
  const named = (number: number) => ({ id: `p${number}`, number });

  test.each([
    [
      "is that of the service",
      { batches: [{ pullRequests: [named(9)] }], pending: [{ pullRequest: named(7) }] },
      [9, 7, 8],
    ],
    ["counts what awaits admission", { awaitingAdmission: [named(8), named(7), named(9)] }, [8, 7, 9]],
    ["is that of submission if the key may not read it", refusal(403, "INSUFFICIENT_PERMISSIONS"), [7, 8, 9]],
  ])("the order of its pull requests %s", async (_title, order, numbers) => {
    const { call } = makeSecondClient({ [ENTRIES]: page(several), [ORDER]: order });
    const { enqueuedPullRequests } = await call("getQueue", QUEUE);
    expect(enqueuedPullRequests?.map(({ prNumber }) => prNumber)).toEqual(numbers);
  });

  test("is not read without its order if that fails for a while", async () => {
    const { refuse } = makeSecondClient({ [ENTRIES]: page(several), [ORDER]: refusal(422, "ODD") });
    expect((await refuse("getQueue", QUEUE)).message).toContain("GET /merge-queues/{id}/order");
  });

  test("with a known id is read by it", async () => {
    const { call, sent } = makeSecondClient({ [QUEUE_BY_ID]: MERGE_QUEUE, [ENTRIES]: page([]) });
    expect(await call("getQueue", QUEUE, KNOWN)).toMatchObject({ concurrency: 3 });
    expect(sent()).toEqual([QUEUE_BY_ID, IN_QUEUE]);
    const other = makeSecondClient({ [QUEUE_BY_ID]: { ...MERGE_QUEUE, targetBranch: "next" } });
    const reading = other.call("getQueue", QUEUE, KNOWN);
    await expect(reading).rejects.toMatchObject({ code: "unexpected_response" });
  });

  test("is listed with its settings", async () => {
    const { call, sent } = makeSecondClient({ "GET /merge-queues": page([MERGE_QUEUE, UNREPORTED], "next") });
    const { queues, nextCursor } = await call("listQueues", { repo: QUEUE.repo, cursor: "c" });
    expect(queues[0]).toMatchObject({ ...QUEUE, concurrency: 3, queueId: "xK9mP2nQ" });
    expect(queues[1]?.repo).toEqual({ host: "", owner: "", name: "" });
    expect(nextCursor).toBe("next");
    expect(sent()[1]).toBe(`GET /merge-queues?limit=100&cursor=c&repositoryId=${REPOSITORY_ID}`);
    await call("listQueues", { take: 5 });
    expect(sent()[2]).toBe("GET /merge-queues?limit=5");
  });

  test("is read alone, without what is in it, by its identity, by the id of a state, or by its id", async () => {
    const { call, sent, refuse } = makeSecondClient({
      [QUEUE_BY_ID]: MERGE_QUEUE,
      "GET /merge-queues/nameless": { ...UNREPORTED, repositoryId: undefined },
      "GET /merge-queues/gone": refusal(404, "MERGE_QUEUE_NOT_FOUND"),
    });
    const found = { ...QUEUE, ...KNOWN, concurrency: 3 };
    expect(await call("getQueueRecord", QUEUE, KNOWN)).toMatchObject(found);
    expect(await call("getQueueRecord", QUEUE)).toMatchObject(found);
    expect(await call("getQueueRecord", KNOWN)).toMatchObject(found);
    // The first read told the repository's id.
    expect(sent()).toEqual([QUEUE_BY_ID, FIND_QUEUE, QUEUE_BY_ID]);
    const nameless = { queueId: "nameless" };
    expect(await call("getQueueRecord", QUEUE, nameless)).toMatchObject(KNOWN);
    const { message } = await refuse("getQueueRecord", nameless);
    expect(message).toContain("the response does not name the repository");
    const gone = await refuse("getQueueRecord", { queueId: "gone" });
    expect(gone.message).toMatch(/^Reading the queue with the id "gone" failed/);
  });

  test("of an organization, is listed page by page, and a cursor that comes again is an error", async () => {
    const { client, options } = makeSecondClient({
      "GET /merge-queues": [page([MERGE_QUEUE], "a"), page([{ ...MERGE_QUEUE, id: "other" }], "a")],
    });
    const ids: unknown[] = [];
    const listing = async () => {
      for await (const queues of listAllQueues(client, undefined, () => options(600_000))) {
        ids.push(...queues.map(({ queueId }) => queueId));
      }
    };
    await expect(listing()).rejects.toMatchObject({
      code: "unexpected_response",
      message: expect.stringMatching(/Listing the queues failed: .*"a", which it had already sent/) as string,
    });
    expect(ids).toEqual(["xK9mP2nQ", "other"]);
  });

  test("is created with what one request sets", async () => {
    const create = "POST /merge-queues";
    const { call, sent } = makeSecondClient({ [create]: response(201, JSON.stringify(MERGE_QUEUE)) });
    await call("createQueue", { ...QUEUE, mode: "parallel", concurrency: 3 });
    await call("createQueue", QUEUE);
    const identity = { repositoryId: REPOSITORY_ID, targetBranch: "main" };
    expect(sent().slice(1)).toEqual([
      [create, { ...identity, mode: "graph", concurrency: 3 }],
      [create, identity],
    ]);
  });

  test("is deleted by its id", async () => {
    const remove = "DELETE /merge-queues/xK9mP2nQ";
    const { call, sent } = makeSecondClient({ [remove]: response(204) });
    await call("deleteQueue", QUEUE);
    await call("deleteQueue", QUEUE, KNOWN);
    expect(sent().slice(-2)).toEqual([remove, remove]);
  });

  const SWITCH = "POST /merge-queues/xK9mP2nQ/switch-modes";
  const PAUSE = "POST /merge-queues/xK9mP2nQ/pause";

  test("gets settings, then mode, then state, and shows what came of it", async () => {
    const { call, sent } = makeSecondClient({
      [CONFIG]: MERGE_QUEUE,
      [SWITCH]: { id: "xK9mP2nQ", state: "switchingModes", mode: "queue" },
      [PAUSE]: { id: "xK9mP2nQ", state: "paused", mode: "queue" },
    });
    const change = { ...QUEUE, state: "paused", mode: "single", notReadyTimeoutHours: 2 } as const;
    const additionalSettings = { labels: ["a"], gone: null };
    const shown = await call("updateQueue", { ...change, deleteRequiredStatuses: true, additionalSettings });
    expect(shown).toMatchObject({ state: "paused", mode: "single", concurrency: 3 });
    expect(sent().slice(2)).toEqual([
      [CONFIG, { notReadyTimeoutMinutes: 120, requiredStatuses: [], labels: ["a"] }],
      [SWITCH, { mode: "queue" }],
      PAUSE,
    ]);
    expect(await call("updateQueue", { ...QUEUE, state: "paused" })).toBeUndefined();
    expect(await call("updateQueue", QUEUE)).toBeUndefined();
  });

  test("F-54: of which a part of a change is stored is reported so", async () => {
    const change = { ...QUEUE, mode: "single", batch: true };
    const { refuse } = makeSecondClient({ [CONFIG]: MERGE_QUEUE, [SWITCH]: refusal(422, "NO") });
    const error = await refuse("updateQueue", change);
    const details = { isEffectPossible: true, serverCode: "NO", operation: "updateQueue" };
    expect(error).toMatchObject({ code: "refused", details });
    expect(error.message).toContain(
      "Before that, PATCH /merge-queues/{id}/config had succeeded, so a part of the change is stored.",
    );
    const first = await makeSecondClient({ [CONFIG]: refusal(422, "NO") }).refuse("updateQueue", change);
    expect(first.details.isEffectPossible).toBeUndefined();
  });

  const listed = (...queues: readonly object[]) => ({ "GET /merge-queues": page(queues) });
  const located = (answer: object) => ({ "GET /repositories": answer });
  const [MISSING, STRANGE] = ["not_found", "unexpected_response"];
  test.each([
    [MISSING, "is not in the list", listed(), "does not contain the queue"],
    [STRANGE, "may be on a further page", { "GET /merge-queues": page([], "next") }, "pages is empty"],
    [MISSING, "is in an unknown repository", located(refusal(404, "URL_NOT_FOUND")), "URL_NOT_FOUND"],
    [STRANGE, "is in a repository that is not listed", located(page([])), "lists no repository"],
    [STRANGE, "is another one", listed({ ...MERGE_QUEUE, targetBranch: "next" }), 'branch "next"'],
    [STRANGE, "has a wrong type", listed({ ...MERGE_QUEUE, config: { concurrency: "3" } }), "concurrency: "],
    [STRANGE, "gets an unnamed 404", located(refusal(404, "NOT_FOUND")), "names no missing object"],
    [STRANGE, "gets a 404 without an envelope", located(NO_ROUTE), "names no missing object"],
  ])("F-53: is %s if it %s", async (code, _title, answers, text) => {
    const error = await makeSecondClient(answers).refuse("getQueue", QUEUE);
    expect(error).toMatchObject({ code, details: { operation: "getQueue" } });
    expect(error.message).toContain(text);
  });

  test.each([
    ["not_found, if the address lists queues", "not_found", {}, {}],
    ["a wrong address, if that lists nothing", "wrong_address", { "GET /merge-queues": NO_ROUTE }, {}],
    ["refused, if the list is", "refused", { "GET /merge-queues": response(400, "odd") }, {}],
    ["not_found without a list, if no proof is needed", "not_found", {}, { isProofNeeded: false }],
  ])("that its id does not find is %s", async (_title, code, answers, more) => {
    const own = { [QUEUE_BY_ID]: refusal(404, "MERGE_QUEUE_NOT_FOUND"), ...answers };
    const { call, sent } = makeSecondClient(own);
    await expect(call("getQueue", QUEUE, { ...KNOWN, ...more })).rejects.toMatchObject({ code });
    const proof = "isProofNeeded" in more ? [] : ["GET /merge-queues?limit=1"];
    expect(sent()).toEqual([QUEUE_BY_ID, ...proof]);
  });
});

const READ_PULL_REQUEST = `GET /pull-requests/${PULL_REQUEST_ID}`;
const ESTIMATE = `${READ_PULL_REQUEST}/queue-entry-estimate`;
const TARGETS = `${READ_PULL_REQUEST}/impacted-targets`;

describe("a pull request", () => {
  test("is read with its readiness, its timeline and the service's forecast", async () => {
    const failed = { failureCausingChecks: [{ name: "ci" }] };
    const pendingFailure = { failureCausingChecks: [] };
    const actors = [{ trunkUserId: "u" }, { gitHubLogin: "ada" }];
    const transitions = [
      { state: "failed", changedAt: "t2", reason: "TEST_RUN_TIMEOUT", actor: actors[0], failed },
      { state: "pendingFailure", changedAt: "t1", reason: null, actor: actors[1], pendingFailure },
      { state: "testing", changedAt: "t0", reason: null, verificationRunId: "run-1", odd: 1 },
    ];
    const estimate = { status: "available", kind: "merge", estimatedAt: "t9" };
    const { call, sent } = makeSecondClient({
      "GET /queue-entry-history": page([{ pullRequestId: PULL_REQUEST_ID, transitions }]),
      [ESTIMATE]: estimate,
    });
    const wanted = { ...PR, includeTimeline: true, includeEstimatedTimeToMerge: true };
    const found = await call("getSubmittedPullRequest", wanted);
    expect(found).toMatchObject({
      prNumber: 7,
      id: "entry-7",
      state: "tests_passed",
      skipTheLine: false,
      prTitle: "Faster",
      forceEnqueued: true,
      isCurrentlySubmittedToQueue: true,
      verifiedByTestRun: "run-1",
      readiness: {
        hostMergeability: "not_mergeable",
        requiresImpactedTargets: true,
        reasons: [{ code: "behind", message: "It is behind." }],
      },
      timeline: [
        { timestamp: "t2", state: "failed", reason: "test_run_timeout", failureCausingStatuses: ["ci"] },
        { timestamp: "t1", state: "pending_failure", actor: "ada", failureCausingStatuses: [] },
        { timestamp: "t0", state: "testing", testRun: "run-1", additionalFields: { odd: 1 } },
      ],
      estimate,
    });
    expect(found.timeline?.[0]?.actor).toBe("u");
    expect(found.readiness).not.toHaveProperty("hasImpactedTargets", false);
    expect(sent().slice(2)).toEqual([
      FIND_PULL_REQUEST,
      READ_PULL_REQUEST,
      `GET /queue-entry-history?limit=100&pullRequestIds=${PULL_REQUEST_ID}&direction=newest`,
      ESTIMATE,
    ]);
  });

  test("is read once if the search by its number says all", async () => {
    const { queueEntry } = PULL_REQUEST;
    const readiness = { ...queueEntry.readiness, hasImpactedTargets: true };
    const whole = { ...PULL_REQUEST, queueEntry: { ...queueEntry, readiness } };
    const { call, sent } = makeSecondClient({ "GET /pull-requests": page([whole]) });
    expect((await call("getSubmittedPullRequest", PR)).readiness).toMatchObject({ hasImpactedTargets: true });
    expect(sent().slice(2)).toEqual([FIND_PULL_REQUEST]);
  });

  test("has no forecast where the service makes none", async () => {
    const request = { ...PR, includeEstimatedTimeToMerge: true };
    const read = async (answer: object) =>
      makeSecondClient({ [ESTIMATE]: answer }).call("getSubmittedPullRequest", request);
    expect(await read(refusal(404, "ESTIMATE_NOT_ENABLED"))).not.toHaveProperty("estimate");
    await expect(read(refusal(403, "INSUFFICIENT_PERMISSIONS"))).rejects.toMatchObject({ code: "forbidden" });
  });

  test("is found by its head branch, and not if it is in another queue", async () => {
    const bare = { id: PULL_REQUEST_ID, number: 7, queueEntry: { mergeQueueId: "xK9mP2nQ" } };
    const answers = { "GET /pull-requests": page([bare]), [READ_PULL_REQUEST]: UNQUEUED };
    const { call, sent } = makeSecondClient(answers);
    const branch = { ...QUEUE, pr: { branch: "faster" } };
    expect((await call("getSubmittedPullRequest", branch)).state).toBeUndefined();
    expect(sent()[2]).toBe(`GET /pull-requests?repositoryId=${REPOSITORY_ID}&branch=faster&baseBranch=main`);
    const elsewhere = { ...PULL_REQUEST, queueEntry: { ...PULL_REQUEST.queueEntry, mergeQueueId: "other" } };
    const { refuse } = makeSecondClient({ "GET /pull-requests": page([UNQUEUED, elsewhere]) });
    expect(await refuse("getSubmittedPullRequest", branch)).toMatchObject({ code: "not_found" });
  });

  test("of several is shown, and the others are named", async () => {
    const { call, sent } = makeSecondClient({
      "GET /pull-requests": page([PULL_REQUEST, { ...UNQUEUED, number: 8 }]),
      "GET /queue-entry-history": page([{ pullRequestId: PULL_REQUEST_ID, transitions: [] }]),
    });
    const request = { ...QUEUE, prs: [{ number: 7 }, { number: 8 }, { number: 7 }] };
    const found = { pullRequests: [{ prNumber: 7 }], notFound: [8] };
    expect(await call("getSubmittedPullRequests", request)).toMatchObject(found);
    expect(sent()[2]).toBe(`GET /pull-requests?limit=100&repositoryId=${REPOSITORY_ID}&number=7,8`);
    const withTimeline = { ...request, includeTimeline: true };
    const { pullRequests } = await call("getSubmittedPullRequests", withTimeline);
    expect(pullRequests[0]?.timeline).toEqual([]);
    const none = makeSecondClient({ "GET /pull-requests": page([]) });
    const nothing = { pullRequests: [], notFound: [7, 8] };
    expect(await none.call("getSubmittedPullRequests", withTimeline)).toEqual(nothing);
  });

  test("is listed by state and time, page by page", async () => {
    const { call, sent } = makeSecondClient({ [ENTRIES]: page([PULL_REQUEST, UNQUEUED], "opaque") });
    const [since, until] = ["2026-01-31T08:00:00Z", "2026-02-01T08:00:00Z"];
    const request = { ...QUEUE, state: "not_ready", since, until, take: 2, cursor: "opaque-1" } as const;
    const { pullRequests, nextCursor } = await call("listPullRequests", request);
    expect(pullRequests.map(({ noBatch }) => noBatch)).toEqual([true, undefined]);
    expect(nextCursor).toBe("opaque");
    const filter = { state: "notReady", concludedAfter: since, concludedBefore: until };
    const query = new URLSearchParams(String(sent()[2]).split("?")[1]);
    expect(Object.fromEntries(query)).toEqual({ limit: "2", cursor: "opaque-1", ...filter });
    await call("listPullRequests", QUEUE);
    expect(sent().at(-1)).toBe(`${ENTRIES}?limit=100`);
  });

  test.each([
    [{}, { number: 7 }],
    [{ priority: null }, { number: 7 }],
    [
      { priority: 0, noBatch: true },
      { number: 7, priorityValue: 0, allowBatching: false },
    ],
    [
      { priority: "high", noBatch: false },
      { number: 7, priorityName: "high", allowBatching: true },
    ],
  ])("is submitted with %j", async (fields, body) => {
    const { call, sent } = makeSecondClient({ [SUBMIT]: response(201, "{}") });
    await call("submitPullRequest", { ...PR, ...fields });
    expect(sent()[2]).toEqual([SUBMIT, body]);
  });

  const CHANGE = `PATCH /pull-requests/${PULL_REQUEST_ID}/queue-entry`;

  test("that is in the queue gets what a submission says, as with the first interface", async () => {
    const answers = { [SUBMIT]: refusal(409, "PR_ALREADY_ENQUEUED"), [CHANGE]: PULL_REQUEST };
    const { call, sent } = makeSecondClient(answers);
    await call("submitPullRequest", { ...PR, noBatch: true });
    expect(sent().at(-1)).toEqual([CHANGE, { allowBatching: false }]);
    await call("submitPullRequest", { ...PR, priority: 3 });
    expect(sent().at(-1)).toEqual([CHANGE, { priorityValue: 3 }]);
    const { length } = sent();
    expect(await call("submitPullRequest", PR)).toBeUndefined();
    expect(sent()).toHaveLength(length + 2);
    const serverCode = "PR_NOT_ENQUEUEABLE";
    const { refuse } = makeSecondClient({ [SUBMIT]: refusal(422, serverCode) });
    expect(await refuse("submitPullRequest", PR)).toMatchObject({ code: "refused", details: { serverCode } });
  });

  test.each<[ClientOperation, object, string, unknown]>([
    ["changeSubmission", { direct: false, priority: "low" }, CHANGE, { priorityName: "low", direct: false }],
    ["cancelPullRequest", {}, `POST /pull-requests/${PULL_REQUEST_ID}/dequeue`, undefined],
    ["restartTestsOnPullRequest", {}, `POST /pull-requests/${PULL_REQUEST_ID}/restart-tests`, undefined],
  ])("%s acts on its id", async (name, fields, path, body) => {
    const { call, sent } = makeSecondClient({ [path]: PULL_REQUEST });
    await call(name, { ...PR, ...fields });
    expect(sent().slice(2)).toEqual([FIND_PULL_REQUEST, body === undefined ? path : [path, body]]);
  });

  test.each([
    ["ALL" as const, { number: 7, sha: "f00" }, { sha: "f00", impactsAllTargets: true }],
    [["a", "b"], PR.pr, { sha: "abc123", impactedTargets: ["a", "b"] }],
  ])("gets its impacted targets: %j of %j", async (impactedTargets, pr, body) => {
    const put = "PUT /impacted-targets";
    const { call, sent } = makeSecondClient({ [put]: response(202) });
    await call("setImpactedTargets", { ...PR, pr, impactedTargets });
    const identity = { repositoryId: REPOSITORY_ID, targetBranch: "main", number: 7 };
    expect(sent().at(-1)).toEqual([put, { ...identity, ...body }]);
  });

  test("gets no impacted targets if nobody knows its commit", async () => {
    const { refuse } = makeSecondClient({ "GET /pull-requests": page([]) });
    const error = await refuse("setImpactedTargets", { ...PR, impactedTargets: [] });
    expect(error).toMatchObject({ code: "not_found", details: { operation: "setImpactedTargets" } });
  });

  test.each([
    [{ impactsAllTargets: true, impactedTargets: [] }, "ALL"],
    [{ impactsAllTargets: false, impactedTargets: ["a"] }, ["a"]],
    [{}, []],
  ])("shows its impacted targets: %j", async (answer, targets) => {
    const { call } = makeSecondClient({ [TARGETS]: answer });
    expect(await call("getImpactedTargets", PR)).toEqual(targets);
  });
});

describe("a run", () => {
  const RUN = {
    id: "run-1",
    isBisection: true,
    testBranch: "temp/run-1",
    status: "inProgress",
    requiredStatusesSource: "trunkConfig",
    requiredStatuses: ["ci"],
    checks: [
      { name: "ci", kind: "checkRun", status: "inProgress", conclusion: "neutral", url: null },
      { name: "lint", status: "completed", conclusion: "timeout", url: "https://ci.example.com/1" },
      { name: "new", status: "completed", conclusion: "aNewWord" },
      { name: "odd", status: "completed" },
    ],
    testedPullRequests: [{ id: "p", number: 7, title: "Faster", url: "https://github.com/acme/web/pull/7" }],
    dependentPullRequests: [],
  };

  test("is read in the words of the first interface; a conclusion counts once the check is completed", async () => {
    const { call } = makeSecondClient({ "GET /merge-queue-verification-runs/run-1": RUN });
    expect(await call("getMergeQueueTestingDetails", { ...QUEUE, testRunId: "run-1" })).toMatchObject({
      testRunId: "run-1",
      status: "in_progress",
      requiredStatusesSource: "service_config",
      statusChecks: [
        { context: "ci", state: "pending" },
        { context: "lint", state: "error", url: "https://ci.example.com/1" },
        { context: "new", state: "aNewWord" },
        { context: "odd", state: "" },
      ],
      testedPullRequests: [{ prNumber: 7, prUrl: "https://github.com/acme/web/pull/7", title: "Faster" }],
      additionalFields: { isBisection: true, dependentPullRequests: [] },
    });
  });

  test("is listed for a queue and for a pull request", async () => {
    const queueRuns = "GET /merge-queues/xK9mP2nQ/verification-runs";
    const ownRuns = `${READ_PULL_REQUEST}/verification-runs`;
    const answers = { [queueRuns]: page([{ id: "run-2" }], "more"), [ownRuns]: page([RUN]) };
    const { call, sent } = makeSecondClient(answers);
    const runs = await call("listTestRuns", { ...QUEUE, status: "in_progress", take: 1 });
    expect(runs).toEqual({ testRuns: [{ testRunId: "run-2" }], nextCursor: "more" });
    expect(sent().at(-1)).toContain("status=inProgress");
    expect((await call("listTestRuns", PR)).testRuns).toHaveLength(1);
  });

  const RESULTS = "GET /merge-queues/xK9mP2nQ/testing-results";
  const result = (number: number, more: object = {}) => {
    return { pullRequestNumber: number, testingDurationMs: 1000, ...more };
  };
  const since = "2026-11-01T00:00:00Z";
  const list = { ...QUEUE, since, until: "2026-11-08T00:00:00Z", take: 2 };

  test("has a result for each of its pull requests, whose pages go on where the last one ended", async () => {
    const outcome = { outcome: "passed", testingDurationMs: 1000 };
    const entry = { entryConclusion: "merged", isBisection: true, verificationRunId: "run-1" };
    const bisected = result(1, { ...outcome, ...entry });
    const { call, sent } = makeSecondClient({
      [RESULTS]: [
        page([bisected, result(2, { startedBisection: true })], "c2", { total: 5 }),
        page([result(3), result(4)], "c4", { total: 5 }),
        page([result(5)], null, { total: 5 }),
        page([result(1), result(2), result(3)], "c3", { total: 5 }),
        page([result(4)], "c4", { total: 5 }),
        page([result(1)], null, { total: 1 }),
      ],
    });
    const read = async (offset: number, take = 2) =>
      call("listMergeQueueTestingResults", { ...list, offset, take });
    const first = { prNumber: 1, cycleConclusion: "merged", bisection: "in_bisection", testRunId: "run-1" };
    expect(await read(0)).toMatchObject({
      testingResults: [
        { ...outcome, ...first },
        { prNumber: 2, bisection: "entered_bisection" },
      ],
      totalItems: 5,
    });
    expect((await read(2)).testingResults).toHaveLength(2);
    expect((await read(4)).testingResults).toHaveLength(1);
    const queries = sent().filter((line) => String(line).startsWith(RESULTS));
    const cursors = queries.map((line) => new URLSearchParams(String(line).split("?")[1]).get("cursor"));
    expect(cursors).toEqual([null, "c2", "c4"]);
    // A jump reads what it skips.
    expect((await read(3, 1)).testingResults).toMatchObject([{ prNumber: 4 }]);
    // Beyond the end there is nothing.
    expect(await read(9)).toEqual({ testingResults: [], totalItems: 1 });
  });

  test("has results that are read again from the beginning if a cursor has become invalid", async () => {
    const { call, refuse } = makeSecondClient({
      [RESULTS]: [
        page([result(1)], "c1"),
        refusal(400, "INVALID_CURSOR"),
        page([result(1)], "c1b"),
        page([result(2)]),
        refusal(400, "INVALID_CURSOR"),
      ],
    });
    await call("listMergeQueueTestingResults", { ...list, offset: 0, take: 1 });
    const second = await call("listMergeQueueTestingResults", { ...list, offset: 1, take: 1 });
    expect(second.testingResults).toMatchObject([{ prNumber: 2 }]);
    expect((await refuse("listMergeQueueTestingResults", { ...QUEUE, since })).code).toBe("refused");
  });

  test("has metrics of a repository, or of all", async () => {
    const { call, sent } = makeSecondClient({
      "GET /merge-queues/metrics": response(200, "mq 1", { contentType: "text/plain" }),
    });
    expect(await call("getMergeQueueMetrics", { repo: "acme/web", repoHost: "github.com" })).toBe("mq 1");
    expect(sent()).toEqual([FIND_REPOSITORY, `GET /merge-queues/metrics?repositoryId=${REPOSITORY_ID}`]);
    expect(await call("getMergeQueueMetrics", {})).toBe("mq 1");
    expect(sent().at(-1)).toBe("GET /merge-queues/metrics");
  });
});

describe("what one interface lacks", () => {
  test("is an error that names the other", async () => {
    const error = await makeSecondClient().refuse("trackEvents", { repo: QUEUE.repo, events: [] });
    expect(error).toMatchObject({ code: "invalid_request", details: { operation: "trackEvents" } });
    expect(error.message).toContain("only the first interface has it");
    const { fail, requests } = makeScriptedClient([LOST]);
    expect((await fail("listQueues", {})).message).toContain("only the second interface has it");
    expect(requests).toEqual([]);
  });
});

const OF_QUEUE = 'of queue "github.com/acme/web/main" (pull request 7)';
test.each<[ClientOperation, object, string]>([
  ["listQueues", { repo: QUEUE.repo }, 'Listing queues of repository "github.com/acme/web" failed'],
  ["listQueues", {}, "Listing queues of all repositories failed"],
  ["getImpactedTargets", PR, `Reading impacted targets ${OF_QUEUE} failed`],
])("%s that fails says what failed, where (case %#)", async (name, request, text) => {
  const refused = refusal(403, "INSUFFICIENT_PERMISSIONS");
  const answers = name === "listQueues" ? { "GET /merge-queues": refused } : { [TARGETS]: refused };
  const { message } = await makeSecondClient(answers).refuse(name, request);
  expect(message).toContain(text);
});

describe("a request for the second interface", () => {
  const statuses = Array.from({ length: 101 }, (_, n) => `s${n}`);
  test.each<[ClientOperation, object, string]>([
    ["updateQueue", { concurrency: 1001 }, "concurrency: The service takes 1 to 1000"],
    ["updateQueue", { notReadyTimeoutHours: 721 }, "notReadyTimeoutHours: The service takes 0 to 720"],
    ["updateQueue", { enqueueingLabel: "" }, "enqueueingLabel: The service does not take an empty string"],
    ["updateQueue", { requiredStatuses: statuses }, "at most 100"],
    ["updateQueue", { targetBranch: "" }, "targetBranch"],
    ["updateQueue", { concurrency: 1.5 }, "concurrency"],
    ["listPullRequests", { cursor: "" }, "cursor"],
    ["getImpactedTargets", { pr: PR.pr, repo: { ...QUEUE.repo, owner: "a/b" } }, "owner"],
  ])("is not sent by %s if it is wrong (case %#)", async (name, fields, text) => {
    const { refuse, requests } = makeSecondClient();
    const error = await refuse(name, { ...QUEUE, ...fields });
    expect(error.code).toBe("invalid_request");
    expect(error.message).toContain(text);
    expect(requests).toEqual([]);
  });

  test("may have values that only that interface takes", async () => {
    const { call, sent } = makeSecondClient({ [CONFIG]: MERGE_QUEUE });
    await call("updateQueue", { ...QUEUE, bisectionConcurrency: 0, batchingMaxWaitTimeMinutes: 0 });
    expect(sent()[2]).toEqual([CONFIG, { bisectionConcurrency: 0, batchingMaxWaitTimeMinutes: 0 }]);
  });
});

test("abilities say what an interface has, and how its operations are called", async () => {
  const { first, second } = ABILITIES;
  for (const [ability, has] of [
    [first, false],
    [second, true],
  ] as const) {
    expect([ability.hasQueueIds, ability.listsQueues]).toEqual([has, has]);
  }
  expect(first.nameOperation("updateQueue")).toBe("updateQueue");
  expect(second.nameOperation("updateQueue")).toBe("PATCH /merge-queues/{id}/config");
  expect(second.nameOperation("trackEvents")).toBe("trackEvents");
  expect(first.findValueProblem("bisectionConcurrency", 0)).toContain("Only the second interface takes 0.");
  expect(first.findValueProblem("testingTimeoutMinutes", 0)).toBeUndefined();
  const update = first.checkRequest("updateQueue", { ...QUEUE, bisectionConcurrency: 0 });
  await expect(update).rejects.toThrow("bisectionConcurrency: Must be a whole number from 1 to");
  expect(second.findValueProblem("bisectionConcurrency", 0)).toBeUndefined();
  const problem = "The service takes 0 to 1000 tests here, and not 1001.";
  expect(second.findValueProblem("bisectionConcurrency", 1001)).toBe(problem);
  const wrong = second.checkRequest("updateQueue", { ...QUEUE, concurrency: 0 });
  await expect(wrong).rejects.toMatchObject({ code: "invalid_request" });
  await expect(second.checkRequest("updateQueue", QUEUE)).resolves.toBeUndefined();
});
