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
    const { call } = makeSecondClient({
      [ENTRIES]: page(several),
      "GET /merge-queues/xK9mP2nQ/order": order,
    });
    const { enqueuedPullRequests } = await call("getQueue", QUEUE);
    expect(enqueuedPullRequests?.map(({ prNumber }) => prNumber)).toEqual(numbers);
  });

  test("is not read without its order if that fails for a while", async () => {
    const { refuse } = makeSecondClient({
      [ENTRIES]: page(several),
      "GET /merge-queues/xK9mP2nQ/order": refusal(422, "ODD"),
    });
    expect((await refuse("getQueue", QUEUE)).message).toContain("GET /merge-queues/{id}/order");
  });

  test("with a known id is read by it", async () => {
    const { call, sent } = makeSecondClient({
      "GET /merge-queues/xK9mP2nQ": MERGE_QUEUE,
      [ENTRIES]: page([]),
    });
    expect(await call("getQueue", QUEUE, { queueId: "xK9mP2nQ" })).toMatchObject({ concurrency: 3 });
    expect(sent()).toEqual(["GET /merge-queues/xK9mP2nQ", IN_QUEUE]);
    const other = makeSecondClient({
      "GET /merge-queues/xK9mP2nQ": { ...MERGE_QUEUE, targetBranch: "next" },
    });
    const reading = other.call("getQueue", QUEUE, { queueId: "xK9mP2nQ" });
    await expect(reading).rejects.toMatchObject({ code: "unexpected_response" });
  });

  test("is listed with its settings", async () => {
    const { call, sent } = makeSecondClient({
      "GET /merge-queues": page([MERGE_QUEUE, { ...MERGE_QUEUE, repositoryUrl: undefined }], "next"),
    });
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
      "GET /merge-queues/xK9mP2nQ": MERGE_QUEUE,
      "GET /merge-queues/nameless": { ...MERGE_QUEUE, repositoryUrl: undefined, repositoryId: undefined },
      "GET /merge-queues/gone": refusal(404, "MERGE_QUEUE_NOT_FOUND"),
    });
    const found = { ...QUEUE, concurrency: 3, queueId: "xK9mP2nQ" };
    expect(await call("getQueueRecord", QUEUE, { queueId: "xK9mP2nQ" })).toMatchObject(found);
    expect(await call("getQueueRecord", QUEUE)).toMatchObject(found);
    expect(await call("getQueueRecord", { queueId: "xK9mP2nQ" })).toMatchObject(found);
    // The first read told the repository's id.
    expect(sent()).toEqual(["GET /merge-queues/xK9mP2nQ", FIND_QUEUE, "GET /merge-queues/xK9mP2nQ"]);
    expect(await call("getQueueRecord", QUEUE, { queueId: "nameless" })).toMatchObject({
      queueId: "xK9mP2nQ",
    });
    expect((await refuse("getQueueRecord", { queueId: "nameless" })).message).toContain(
      "the response does not name the repository",
    );
    expect((await refuse("getQueueRecord", { queueId: "gone" })).message).toMatch(
      /^Reading the queue with the id "gone" failed/,
    );
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
      message: expect.stringMatching(/^Listing the queues failed: .*"a", which it had sent before/) as string,
    });
    expect(ids).toEqual(["xK9mP2nQ", "other"]);
  });

  test("is created with what one request sets", async () => {
    const { call, sent } = makeSecondClient({
      "POST /merge-queues": response(201, JSON.stringify(MERGE_QUEUE)),
    });
    await call("createQueue", { ...QUEUE, mode: "parallel", concurrency: 3 });
    expect(sent()[1]).toEqual([
      "POST /merge-queues",
      { repositoryId: REPOSITORY_ID, targetBranch: "main", mode: "graph", concurrency: 3 },
    ]);
    await call("createQueue", QUEUE);
    expect(sent()[2]).toEqual(["POST /merge-queues", { repositoryId: REPOSITORY_ID, targetBranch: "main" }]);
  });

  test("is deleted by its id", async () => {
    const { call, sent } = makeSecondClient({ "DELETE /merge-queues/xK9mP2nQ": response(204) });
    await call("deleteQueue", QUEUE);
    await call("deleteQueue", QUEUE, { queueId: "xK9mP2nQ" });
    expect(sent().slice(-2)).toEqual(["DELETE /merge-queues/xK9mP2nQ", "DELETE /merge-queues/xK9mP2nQ"]);
  });

  const SWITCH = "POST /merge-queues/xK9mP2nQ/switch-modes";
  const PAUSE = "POST /merge-queues/xK9mP2nQ/pause";

  test("gets settings, then mode, then state, and shows what came of it", async () => {
    const { call, sent } = makeSecondClient({
      [CONFIG]: MERGE_QUEUE,
      [SWITCH]: { id: "xK9mP2nQ", state: "switchingModes", mode: "queue" },
      [PAUSE]: { id: "xK9mP2nQ", state: "paused", mode: "queue" },
    });
    const change = {
      ...QUEUE,
      state: "paused",
      mode: "single",
      notReadyTimeoutHours: 2,
      deleteRequiredStatuses: true,
      additionalSettings: { labels: ["a"], gone: null },
    } as const;
    expect(await call("updateQueue", change)).toMatchObject({
      state: "paused",
      mode: "single",
      concurrency: 3,
    });
    expect(sent().slice(2)).toEqual([
      [CONFIG, { notReadyTimeoutMinutes: 120, requiredStatuses: [], labels: ["a"] }],
      [SWITCH, { mode: "queue" }],
      PAUSE,
    ]);
    expect(await call("updateQueue", { ...QUEUE, state: "paused" })).toBeUndefined();
    expect(await call("updateQueue", QUEUE)).toBeUndefined();
  });

  test("F-54: of which a part of a change is stored is reported so", async () => {
    const { refuse } = makeSecondClient({ [CONFIG]: MERGE_QUEUE, [SWITCH]: refusal(422, "NO") });
    const error = await refuse("updateQueue", { ...QUEUE, mode: "single", batch: true });
    expect(error).toMatchObject({
      code: "refused",
      details: { isEffectPossible: true, serverCode: "NO", operation: "updateQueue" },
    });
    expect(error.message).toContain(
      "Before that, PATCH /merge-queues/{id}/config had succeeded, so a part of the change is stored.",
    );
    const first = makeSecondClient({ [CONFIG]: refusal(422, "NO") });
    expect(
      (await first.refuse("updateQueue", { ...QUEUE, mode: "single", batch: true })).details.isEffectPossible,
    ).toBeUndefined();
  });

  test.each([
    ["not_found", "is not in the list", { "GET /merge-queues": page([]) }, "does not have it"],
    [
      "unexpected_response",
      "is not on a page that others follow",
      { "GET /merge-queues": page([], "next") },
      "has further pages",
    ],
    [
      "not_found",
      "is in a repository that is not known",
      { "GET /repositories": refusal(404, "PROVIDER_URL_NOT_FOUND") },
      "PROVIDER_URL_NOT_FOUND",
    ],
    [
      "unexpected_response",
      "is in a repository that is not listed",
      { "GET /repositories": page([]) },
      "lists no repository",
    ],
    [
      "unexpected_response",
      "is another one",
      { "GET /merge-queues": page([{ ...MERGE_QUEUE, targetBranch: "next" }]) },
      'branch "next"',
    ],
    [
      "unexpected_response",
      "has a setting of another type",
      { "GET /merge-queues": page([{ ...MERGE_QUEUE, config: { concurrency: "3" } }]) },
      "concurrency: ",
    ],
    [
      "unexpected_response",
      "is not found by a 404 that names nothing",
      { "GET /repositories": refusal(404, "NOT_FOUND") },
      "names no missing object",
    ],
    [
      "unexpected_response",
      "is not found by a 404 without an envelope",
      { "GET /repositories": response(404, "x", { contentType: "text/plain" }) },
      "names no missing object",
    ],
  ])("F-53: is %s if it %s", async (code, _title, answers, text) => {
    const error = await makeSecondClient(answers).refuse("getQueue", QUEUE);
    expect(error).toMatchObject({ code, details: { operation: "getQueue" } });
    expect(error.message).toContain(text);
  });

  test("is gone only if the address lists queues", async () => {
    const gone = refusal(404, "MERGE_QUEUE_NOT_FOUND");
    const own = { "GET /merge-queues/xK9mP2nQ": gone };
    const options = { queueId: "xK9mP2nQ" };
    const proven = makeSecondClient(own);
    await expect(proven.call("getQueue", QUEUE, options)).rejects.toMatchObject({ code: "not_found" });
    expect(proven.sent()).toEqual(["GET /merge-queues/xK9mP2nQ", "GET /merge-queues?limit=1"]);
    const foreign = makeSecondClient({
      ...own,
      "GET /merge-queues": response(404, "x", { contentType: "text/plain" }),
    });
    await expect(foreign.call("getQueue", QUEUE, options)).rejects.toMatchObject({ code: "wrong_address" });
    const unclear = makeSecondClient({ ...own, "GET /merge-queues": response(400, "odd") });
    await expect(unclear.call("getQueue", QUEUE, options)).rejects.toMatchObject({ code: "refused" });
    const trusted = { ...options, isProofNeeded: false };
    await expect(makeSecondClient(own).call("getQueue", QUEUE, trusted)).rejects.toMatchObject({
      code: "not_found",
    });
  });
});

describe("a pull request", () => {
  test("is read with its readiness, its timeline and the service's forecast", async () => {
    const { call, sent } = makeSecondClient({
      "GET /queue-entry-history": page([
        {
          pullRequestId: PULL_REQUEST_ID,
          transitions: [
            {
              state: "failed",
              changedAt: "t2",
              reason: "TEST_RUN_TIMEOUT",
              actor: { trunkUserId: "u" },
              failed: { failureCausingChecks: [{ name: "ci" }] },
            },
            {
              state: "pendingFailure",
              changedAt: "t1",
              reason: null,
              actor: { gitHubLogin: "ada" },
              pendingFailure: { failureCausingChecks: [] },
            },
            { state: "testing", changedAt: "t0", reason: null, verificationRunId: "run-1", odd: 1 },
          ],
        },
      ]),
      [`GET /pull-requests/${PULL_REQUEST_ID}/queue-entry-estimate`]: {
        status: "available",
        kind: "merge",
        estimatedAt: "t9",
      },
    });
    const found = await call("getSubmittedPullRequest", {
      ...PR,
      includeTimeline: true,
      includeEstimatedTimeToMerge: true,
    });
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
        {
          timestamp: "t2",
          state: "failed",
          reason: "test_run_timeout",
          actor: "u",
          failureCausingStatuses: ["ci"],
        },
        { timestamp: "t1", state: "pending_failure", actor: "ada", failureCausingStatuses: [] },
        { timestamp: "t0", state: "testing", testRun: "run-1", additionalFields: { odd: 1 } },
      ],
      estimate: { status: "available", kind: "merge", estimatedAt: "t9" },
    });
    expect(found.readiness).not.toHaveProperty("hasImpactedTargets", false);
    expect(sent().slice(2)).toEqual([
      FIND_PULL_REQUEST,
      `GET /pull-requests/${PULL_REQUEST_ID}`,
      `GET /queue-entry-history?limit=100&pullRequestIds=${PULL_REQUEST_ID}&direction=newest`,
      `GET /pull-requests/${PULL_REQUEST_ID}/queue-entry-estimate`,
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
    const path = `GET /pull-requests/${PULL_REQUEST_ID}/queue-entry-estimate`;
    const read = async (answer: object) =>
      makeSecondClient({ [path]: answer }).call("getSubmittedPullRequest", {
        ...PR,
        includeEstimatedTimeToMerge: true,
      });
    expect(await read(refusal(404, "ESTIMATE_NOT_ENABLED"))).not.toHaveProperty("estimate");
    await expect(read(refusal(403, "INSUFFICIENT_PERMISSIONS"))).rejects.toMatchObject({ code: "forbidden" });
  });

  test("is found by its head branch, and not if it is in another queue", async () => {
    const unsubmitted = { ...PULL_REQUEST, queueEntry: undefined };
    const bare = { id: PULL_REQUEST_ID, number: 7, queueEntry: { mergeQueueId: "xK9mP2nQ" } };
    const { call, sent } = makeSecondClient({
      "GET /pull-requests": page([bare]),
      [`GET /pull-requests/${PULL_REQUEST_ID}`]: unsubmitted,
    });
    const branch = { ...QUEUE, pr: { branch: "faster" } };
    expect((await call("getSubmittedPullRequest", branch)).state).toBeUndefined();
    expect(sent()[2]).toBe(`GET /pull-requests?repositoryId=${REPOSITORY_ID}&branch=faster&baseBranch=main`);
    const elsewhere = { ...PULL_REQUEST, queueEntry: { ...PULL_REQUEST.queueEntry, mergeQueueId: "other" } };
    const { refuse } = makeSecondClient({ "GET /pull-requests": page([unsubmitted, elsewhere]) });
    expect(await refuse("getSubmittedPullRequest", branch)).toMatchObject({ code: "not_found" });
  });

  test("of several is shown, and the others are named", async () => {
    const other = { ...PULL_REQUEST, number: 8, queueEntry: undefined };
    const { call, sent } = makeSecondClient({
      "GET /pull-requests": page([PULL_REQUEST, other]),
      "GET /queue-entry-history": page([{ pullRequestId: PULL_REQUEST_ID, transitions: [] }]),
    });
    const request = { ...QUEUE, prs: [{ number: 7 }, { number: 8 }, { number: 7 }] };
    expect(await call("getSubmittedPullRequests", request)).toMatchObject({
      pullRequests: [{ prNumber: 7 }],
      notFound: [8],
    });
    expect(sent()[2]).toBe(`GET /pull-requests?limit=100&repositoryId=${REPOSITORY_ID}&number=7,8`);
    const withTimeline = await call("getSubmittedPullRequests", { ...request, includeTimeline: true });
    expect(withTimeline.pullRequests[0]?.timeline).toEqual([]);
    const none = makeSecondClient({ "GET /pull-requests": page([]) });
    expect(await none.call("getSubmittedPullRequests", { ...request, includeTimeline: true })).toEqual({
      pullRequests: [],
      notFound: [7, 8],
    });
  });

  test("is listed by state and time, page by page", async () => {
    const bare = { ...PULL_REQUEST, queueEntry: undefined };
    const { call, sent } = makeSecondClient({ [ENTRIES]: page([PULL_REQUEST, bare], "opaque") });
    const times = { since: "2026-01-31T08:00:00Z", until: "2026-02-01T08:00:00Z" };
    const { pullRequests, nextCursor } = await call("listPullRequests", {
      ...QUEUE,
      state: "not_ready",
      ...times,
      take: 2,
      cursor: "opaque-1",
    });
    expect(pullRequests.map(({ noBatch }) => noBatch)).toEqual([true, undefined]);
    expect(nextCursor).toBe("opaque");
    const query =
      "limit=2&cursor=opaque-1&state=notReady&concludedAfter=2026-01-31T08:00:00Z&concludedBefore=2026-02-01T08:00:00Z";
    expect([...new URLSearchParams(String(sent()[2]).split("?")[1])].sort()).toEqual(
      [...new URLSearchParams(query)].sort(),
    );
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
    const { refuse } = makeSecondClient({ [SUBMIT]: refusal(422, "PR_NOT_ENQUEUEABLE") });
    expect(await refuse("submitPullRequest", PR)).toMatchObject({
      code: "refused",
      details: { serverCode: "PR_NOT_ENQUEUEABLE" },
    });
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
    [
      { impactedTargets: "ALL" as const, pr: { number: 7, sha: "f00" } },
      { sha: "f00", impactsAllTargets: true },
    ],
    [{ impactedTargets: ["a", "b"] }, { sha: "abc123", impactedTargets: ["a", "b"] }],
  ])("gets its impacted targets: %j", async (fields, body) => {
    const { call, sent } = makeSecondClient({ "PUT /impacted-targets": response(202) });
    await call("setImpactedTargets", { ...PR, ...fields });
    expect(sent().at(-1)).toEqual([
      "PUT /impacted-targets",
      { repositoryId: REPOSITORY_ID, targetBranch: "main", number: 7, ...body },
    ]);
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
    const { call } = makeSecondClient({ [`GET /pull-requests/${PULL_REQUEST_ID}/impacted-targets`]: answer });
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
    const ownRuns = `GET /pull-requests/${PULL_REQUEST_ID}/verification-runs`;
    const { call, sent } = makeSecondClient({
      [queueRuns]: page([{ id: "run-2" }], "more"),
      [ownRuns]: page([RUN]),
    });
    expect(await call("listTestRuns", { ...QUEUE, status: "in_progress", take: 1 })).toEqual({
      testRuns: [{ testRunId: "run-2" }],
      nextCursor: "more",
    });
    expect(sent().at(-1)).toContain("status=inProgress");
    expect((await call("listTestRuns", PR)).testRuns).toHaveLength(1);
  });

  const RESULTS = "GET /merge-queues/xK9mP2nQ/testing-results";
  const result = (pullRequestNumber: number, more: object = {}) => ({
    pullRequestNumber,
    testingDurationMs: 1000,
    ...more,
  });
  const since = "2026-11-01T00:00:00Z";
  const list = { ...QUEUE, since, until: "2026-11-08T00:00:00Z", take: 2 };

  test("has a result for each of its pull requests, whose pages go on where the last one ended", async () => {
    const bisected = result(1, {
      outcome: "passed",
      entryConclusion: "merged",
      isBisection: true,
      verificationRunId: "run-1",
    });
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
    expect(await read(0)).toMatchObject({
      testingResults: [
        {
          prNumber: 1,
          outcome: "passed",
          cycleConclusion: "merged",
          bisection: "in_bisection",
          testRunId: "run-1",
          testingDurationMs: 1000,
        },
        { prNumber: 2, bisection: "entered_bisection" },
      ],
      totalItems: 5,
    });
    expect((await read(2)).testingResults).toHaveLength(2);
    expect((await read(4)).testingResults).toHaveLength(1);
    const queries = sent().filter((line) => String(line).startsWith(RESULTS));
    expect(queries.map((line) => new URLSearchParams(String(line).split("?")[1]).get("cursor"))).toEqual([
      null,
      "c2",
      "c4",
    ]);
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
    expect(
      (await call("listMergeQueueTestingResults", { ...list, offset: 1, take: 1 })).testingResults,
    ).toMatchObject([{ prNumber: 2 }]);
    expect(await refuse("listMergeQueueTestingResults", { ...QUEUE, since })).toMatchObject({
      code: "refused",
    });
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

test.each<[ClientOperation, object, string]>([
  ["listQueues", { repo: QUEUE.repo }, 'Listing queues of repository "github.com/acme/web" failed'],
  ["listQueues", {}, "Listing queues of all repositories failed"],
  [
    "getImpactedTargets",
    PR,
    'Reading impacted targets of queue "github.com/acme/web/main" (pull request 7) failed',
  ],
])("%s that fails says what failed, where (case %#)", async (name, request, text) => {
  const refused = refusal(403, "INSUFFICIENT_PERMISSIONS");
  const answers = name === "listQueues" ? { "GET /merge-queues": refused } : {};
  const targets = { [`GET /pull-requests/${PULL_REQUEST_ID}/impacted-targets`]: refused };
  const { message } = await makeSecondClient({ ...answers, ...targets }).refuse(name, request);
  expect(message).toContain(text);
});

describe("a request for the second interface", () => {
  test.each<[ClientOperation, object, string]>([
    ["updateQueue", { ...QUEUE, concurrency: 1001 }, "concurrency: The service takes 1 to 1000"],
    [
      "updateQueue",
      { ...QUEUE, notReadyTimeoutHours: 721 },
      "notReadyTimeoutHours: The service takes 0 to 720",
    ],
    [
      "updateQueue",
      { ...QUEUE, enqueueingLabel: "" },
      "enqueueingLabel: The service does not take an empty string",
    ],
    [
      "updateQueue",
      { ...QUEUE, requiredStatuses: Array.from({ length: 101 }, (_, n) => `s${n}`) },
      "at most 100",
    ],
    ["updateQueue", { ...QUEUE, targetBranch: "" }, "targetBranch"],
    ["updateQueue", { ...QUEUE, concurrency: 1.5 }, "concurrency"],
    ["listPullRequests", { ...QUEUE, cursor: "" }, "cursor"],
    ["getImpactedTargets", { ...PR, repo: { ...QUEUE.repo, owner: "a/b" } }, "owner"],
  ])("is not sent by %s if it is wrong (case %#)", async (name, request, text) => {
    const { refuse, requests } = makeSecondClient();
    const error = await refuse(name, request);
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
  expect([first.hasQueueIds, second.hasQueueIds, first.listsQueues, second.listsQueues]).toEqual([
    false,
    true,
    false,
    true,
  ]);
  expect(first.nameOperation("updateQueue")).toBe("updateQueue");
  expect(second.nameOperation("updateQueue")).toBe("PATCH /merge-queues/{id}/config");
  expect(second.nameOperation("trackEvents")).toBe("trackEvents");
  expect(first.findValueProblem("bisectionConcurrency", 0)).toContain("needs the second interface");
  expect(first.findValueProblem("testingTimeoutMinutes", 0)).toBeUndefined();
  const update = first.checkRequest("updateQueue", { ...QUEUE, bisectionConcurrency: 0 });
  await expect(update).rejects.toMatchObject({
    message: expect.stringContaining("bisectionConcurrency: Must be a whole number from 1 to") as string,
  });
  expect(second.findValueProblem("bisectionConcurrency", 0)).toBeUndefined();
  expect(second.findValueProblem("bisectionConcurrency", 1001)).toBe(
    "The service takes 0 to 1000 tests here, and not 1001.",
  );
  await expect(second.checkRequest("updateQueue", { ...QUEUE, concurrency: 0 })).rejects.toMatchObject({
    code: "invalid_request",
  });
  await expect(second.checkRequest("updateQueue", QUEUE)).resolves.toBeUndefined();
});
