import type { EmulatorOptionsInput } from "../../../src/emulator/emulator-options";
import { handleRequest } from "../../../src/emulator/service/handle-request";
import type { CheckConclusion } from "../../../src/engine/engine-state";
import type { HostPullRequestInput } from "../../../src/engine/host-pull-request";
import { OPERATIONS } from "../../../src/wire/first/operations";
import type { SecondName } from "../../../src/wire/second/operations";
import { MAIN } from "../../engine/engine-fixtures";
import { request } from "../service-fixtures";
import { createSecondWorld, type SecondReply } from "./ask-second";

const START = "2026-01-02T03:04:05.000Z";
/** Tests all in one line, each on top of those ahead. */
const ONE_LINE = { singleMode: "one-line" } as const;
const REPO = { host: "github.com", owner: "acme", name: "web" };

type Shown = Readonly<Record<string, unknown>> & {
  readonly id: string;
  readonly number: number;
  readonly queueEntry: Readonly<Record<string, unknown>> & { readonly readiness: object };
};

interface Page {
  readonly data: readonly Shown[];
  readonly nextCursor: string | null;
}

/** A queue with 5 slots that requires `ci`, asked by the second interface. */
function createPulls(config: object = {}, options: EmulatorOptionsInput = {}) {
  const world = createSecondWorld(options);
  const { engine } = world.service;
  const repositories: Page = world.ask("GET /repositories", { providerUrl: "https://github.com/acme/web" });
  const repositoryId = repositories.data[0]?.id ?? "";
  const { id }: Shown = world.ask("POST /merge-queues", { repositoryId, targetBranch: "main" });
  world.ask("PATCH /merge-queues/{id}/config", { id, concurrency: 5, requiredStatuses: ["ci"], ...config });
  const find = (number: number): Shown => {
    const { data }: Page = world.ask("GET /pull-requests", { repositoryId, number });
    if (data[0] === undefined) throw new Error(`There is no #${number}.`);
    return data[0];
  };
  const list = (name: SecondName, request: object = {}): readonly Shown[] =>
    (world.ask(name, { id, ...request }) as Page).data;
  return {
    world,
    id,
    repositoryId,
    find,
    declare: (pullRequest: HostPullRequestInput) =>
      engine.apply({ type: "declarePullRequest", repo: REPO, pullRequest }),
    submit: (number: number, rank: object = {}): Shown =>
      world.ask("POST /merge-queues/{id}/pull-requests", { id, number, ...rank }),
    act: (verb: string, number: number, body: object = {}): SecondReply =>
      world.send(verb.replace(" ", ` /pull-requests/${find(number).id}/`), body),
    list,
    report: (number: number, conclusion: CheckConclusion) => {
      const [run] = list("GET /pull-requests/{id}/verification-runs", { id: find(number).id });
      world.advance(60_000);
      engine.apply({ type: "reportCheck", testRunId: run?.id ?? "", name: "ci", conclusion });
    },
  };
}

const read = (shown: readonly Shown[], field: string): unknown[] => shown.map((one) => one[field]);

describe("pull requests by the second interface", () => {
  test("a submission answers 201 with the pull request and its entry, whose id and first time stay", () => {
    const { world, id, repositoryId, submit, act, find } = createPulls();
    const body = { number: 7, priorityValue: 0, allowBatching: false };
    const submitted = world.send(`POST /merge-queues/${id}/pull-requests`, body);
    expect(submitted.status).toBe(201);
    const first = submitted.body as Shown;
    expect(first).toEqual({
      id: first.id,
      repositoryId,
      number: 7,
      title: "Pull request 7",
      branch: "pull-request-7",
      sha: expect.any(String) as string,
      baseBranch: "main",
      author: "developer",
      url: "https://github.com/acme/web/pull/7",
      state: "open",
      isCurrentlySubmittedToQueue: true,
      createdAt: "1970-01-01T00:00:00.000Z",
      queueEntry: {
        id: expect.any(String) as string,
        mergeQueueId: id,
        state: "testing",
        stateChangedAt: START,
        priorityValue: 0,
        priorityName: "urgent",
        skipsTheLine: true,
        allowBatching: false,
        direct: false,
        readiness: {
          requiresImpactedTargets: false,
          hasImpactedTargets: true,
          doesBaseBranchMatch: true,
          mergeability: "mergeable",
        },
        createdAt: START,
        updatedAt: START,
      },
    });
    world.advance(60_000);
    expect(act("POST dequeue", 7)).toMatchObject({
      status: 200,
      body: { isCurrentlySubmittedToQueue: false, queueEntry: { state: "cancelled" } },
    });
    expect(submit(7).queueEntry).toMatchObject({ id: first.queueEntry["id"], createdAt: START });
    expect(find(7).queueEntry).toMatchObject({ allowBatching: true, usedDefaultPriorityName: "medium" });
  });

  test("what is queued already is refused and stays as it is; so is what wants to merge elsewhere", () => {
    const { world, id, repositoryId, submit, declare, find } = createPulls();
    submit(7, { priorityName: "high" });
    const post = (number: number) =>
      world.send(`POST /merge-queues/${id}/pull-requests`, { number, priorityValue: 200 });
    expect(post(7)).toMatchObject({ status: 409, code: "PR_ALREADY_ENQUEUED" });
    expect(find(7).queueEntry["priorityName"]).toBe("high");
    declare({ number: 8, baseBranch: "release" });
    declare({ number: 9, isOpen: false });
    for (const number of [8, 9]) {
      expect(post(number)).toMatchObject({ status: 422, code: "PR_NOT_ENQUEUEABLE" });
      expect(find(number).queueEntry).toBeUndefined();
    }
    expect(world.ask("GET /pull-requests", { repositoryId, number: 77 })).toMatchObject({ data: [] });
  });

  test.each([
    ["draft", { draft: true }, ["draft"]],
    ["conflict", { mergeability: "not_mergeable" }, ["conflict"]],
    ["both", { draft: true, mergeability: "not_mergeable" }, ["draft", "conflict"]],
    ["closed", { isOpen: false }, ["closed"]],
  ] as const)("readiness says why the code host cannot merge: %s", (_name, pullRequest, codes) => {
    const { declare, submit, find } = createPulls();
    declare({ number: 1 });
    submit(1);
    declare({ number: 1, ...pullRequest });
    const { readiness } = find(1).queueEntry;
    const reasons = codes.map((code) => expect.objectContaining({ code }) as unknown);
    expect(readiness).toMatchObject({ mergeability: "notMergeable", mergeabilityDetails: { reasons } });
  });

  test.each([
    ["POST dequeue", {}, 409, "PR_NOT_IN_ACTIVE_STATE"],
    ["POST restart-tests", {}, 409, "PR_NOT_IN_ACTIVE_STATE"],
    ["POST reprioritize", { priorityValue: 1 }, 409, "PR_NOT_IN_ACTIVE_STATE"],
    ["PATCH queue-entry", { direct: true }, 409, "PR_NOT_IN_ACTIVE_STATE"],
    ["POST reprioritize", { priorityValue: 1, priorityName: "low" }, 400, "VALIDATION_FAILED"],
    ["POST reprioritize", { priorityName: "unheard-of" }, 400, "VALIDATION_FAILED"],
    ["PATCH queue-entry", {}, 400, "VALIDATION_FAILED"],
    ["GET impacted-targets", {}, 404, "IMPACTED_TARGETS_NOT_FOUND"],
  ])("%s with %j of one that is not in a queue answers %d %s", (verb, body, status, code) => {
    const { declare, submit, act } = createPulls();
    for (const number of [1, 2]) declare({ number });
    submit(2);
    act("POST dequeue", 2);
    const isUnheard = "priorityName" in body && !("priorityValue" in body);
    if (isUnheard) submit(2);
    for (const number of isUnheard ? [2] : [1, 2])
      expect(act(verb, number, body)).toMatchObject({ status, code });
  });

  test("both interfaces estimate when one merges, or when its failure is decided, or say why not", () => {
    const { world, declare, submit, report, act } = createPulls({ concurrency: 2 }, ONE_LINE);
    const estimate = (number: number): unknown => {
      const { body } = act("GET queue-entry-estimate", number);
      const asked = { ...MAIN, pr: { number }, includeEstimatedTimeToMerge: true };
      const first = handleRequest(world.service, request("getSubmittedPullRequest", asked));
      const { responseSchema } = OPERATIONS.getSubmittedPullRequest;
      expect(responseSchema.parse(JSON.parse(first.body)).estimate).toEqual(body);
      return body;
    };
    for (const number of [1, 2, 3, 4, 5]) {
      submit(number);
      report(number, "success");
    }
    for (const number of [6, 7, 8]) submit(number);
    const computedAt = "2026-01-02T03:09:05.000Z";
    const estimatedAt = "2026-01-02T03:11:05.000Z";
    expect(estimate(8)).toEqual({ status: "available", kind: "merge", estimatedAt, computedAt });
    expect(estimate(1)).toEqual({ status: "unavailable", reason: "notInQueue", computedAt });
    report(7, "failure");
    const now = { estimatedAt: "2026-01-02T03:10:05.000Z", computedAt: "2026-01-02T03:10:05.000Z" };
    expect(estimate(7)).toMatchObject({ kind: "pendingFailureResolution", ...now });
    declare({ number: 9 });
    expect(act("GET queue-entry-estimate", 9).body).toEqual({ status: "unavailable", reason: "notInQueue" });
  });

  test("a change of what is queued restarts nothing; tests restart only where there are some", () => {
    const { world, id, submit, act, find, list } = createPulls({ concurrency: 1 });
    submit(1);
    submit(2);
    expect(act("POST restart-tests", 2)).toMatchObject({ status: 422, code: "PR_TESTS_NOT_RESTARTABLE" });
    act("POST reprioritize", 1, { priorityName: "low" });
    act("PATCH queue-entry", 1, { allowBatching: false, direct: true });
    const changed = { priorityName: "low", allowBatching: false, direct: true, state: "testing" };
    expect(find(1).queueEntry).toMatchObject(changed);
    expect(list("GET /merge-queues/{id}/verification-runs")).toHaveLength(1);
    world.advance(1000);
    const restarted = { ...changed, stateChangedAt: "2026-01-02T03:04:06.000Z" };
    expect(act("POST restart-tests", 1)).toMatchObject({ status: 200, body: { queueEntry: restarted } });
    const runs = list("GET /merge-queues/{id}/verification-runs");
    expect(read(runs, "status")).toEqual(["inProgress", "cancelled"]);
    expect(world.send(`GET /merge-queues/${id}x/verification-runs`).code).toBe("MERGE_QUEUE_NOT_FOUND");
  });

  test("the list of a queue has those enqueued last first, filtered, and walks to its end", () => {
    const { world, id, declare, submit, report, act, list } = createPulls();
    declare({ number: 3, author: "jo" });
    for (const number of [1, 2, 3]) submit(number);
    report(1, "success");
    world.advance(60_000);
    act("POST dequeue", 2);
    const numbers = (request: object): unknown =>
      read(list("GET /merge-queues/{id}/pull-requests", request), "number");
    expect(numbers({})).toEqual([3, 2, 1]);
    expect(numbers({ state: "merged,cancelled" })).toEqual([2, 1]);
    expect(numbers({ author: "jo" })).toEqual([3]);
    const [mergedAt, cancelledAt] = ["2026-01-02T03:05:05Z", "2026-01-02T03:06:05Z"];
    expect(numbers({ concludedAfter: cancelledAt })).toEqual([2]);
    expect(numbers({ concludedAfter: mergedAt, concludedBefore: mergedAt })).toEqual([1]);
    submit(2);
    expect(numbers({ concludedAfter: cancelledAt, sort: "createdAt", direction: "desc" })).toEqual([2]);
    const name = "GET /merge-queues/{id}/pull-requests";
    const page: Page = world.ask(name, { id, limit: 2, includeTotal: true });
    expect(page).toMatchObject({ data: [{ number: 3 }, { number: 2 }], hasMore: true, total: 3 });
    expect(page.data[0]?.queueEntry.readiness).not.toHaveProperty("hasImpactedTargets");
    const rest: Page = world.ask(name, { id, limit: 2, cursor: page.nextCursor });
    expect(rest).toMatchObject({ data: [{ number: 1 }], nextCursor: null, hasMore: false });
  });

  test("pull requests are looked up by number, in that order, or by branch", () => {
    const { world, repositoryId, declare } = createPulls();
    declare({ number: 5, headBranch: "topic" });
    declare({ number: 6, headBranch: "topic", isOpen: false });
    declare({ number: 7, headBranch: "topic", baseBranch: "release" });
    const look = (query: object): readonly Shown[] =>
      (world.ask("GET /pull-requests", { repositoryId, ...query }) as Page).data;
    expect(read(look({ number: "7,5,99,5" }), "number")).toEqual([5, 7]);
    expect(read(look({ branch: "topic" }), "number")).toEqual([7]);
    expect(read(look({ branch: "topic", baseBranch: "main" }), "number")).toEqual([5]);
    declare({ number: 5, isOpen: false });
    expect(read(look({ branch: "topic", baseBranch: "main" }), "number")).toEqual([6]);
    expect(look({ branch: "nothing" })).toEqual([]);
    const stranger = repositoryId.replace(/^./, (digit) => (digit === "0" ? "1" : "0"));
    expect(look({ repositoryId: stranger, number: 5 })).toEqual([]);
    for (const query of ["", "&number=1&branch=a", "&number=1&baseBranch=main", "&number=1,x"]) {
      const { code } = world.send(`GET /pull-requests?repositoryId=${repositoryId}${query}`);
      expect(code).toBe("VALIDATION_FAILED");
    }
  });

  test("targets are reported by number or branch, and shown for the latest commit", () => {
    const pulls = createPulls({}, { requiresImpactedTargets: "always" });
    const { world, repositoryId, declare, find, act, submit, list } = pulls;
    const put = (body: object, id = repositoryId) =>
      world.send("PUT /impacted-targets", { repositoryId: id, targetBranch: "main", sha: "a1", ...body });
    declare({ number: 1, sha: "a1", headBranch: "topic" });
    submit(1);
    expect(find(1).queueEntry.readiness).toMatchObject({ hasImpactedTargets: false });
    expect(put({ number: 1, impactsAllTargets: true })).toMatchObject({ status: 202, body: "" });
    expect(put({ branch: "topic", impactedTargets: ["b", "a", "a"] }).status).toBe(202);
    expect(put({ number: 1, sha: "a2", impactsAllTargets: true }).status).toBe(202);
    const targets = { impactsAllTargets: false, impactedTargets: ["a", "b"], totalImpactedTargets: 2 };
    expect(act("GET impacted-targets", 1).body).toEqual(targets);
    const [run] = list("GET /pull-requests/{id}/verification-runs", { id: find(1).id });
    expect(run).not.toHaveProperty("impactedTargets");
    declare({ number: 1, sha: "a2" });
    const all = { impactsAllTargets: true, impactedTargets: [] };
    expect(act("GET impacted-targets", 1).body).toMatchObject(all);
    // The run has tested the former commit.
    const whole: Shown = world.ask("GET /merge-queue-verification-runs/{id}", { id: run?.id });
    expect(whole["impactedTargets"]).toEqual({ all: targets, testedPullRequestsOnly: targets });
    expect(put({ branch: "nothing", impactedTargets: [] }).code).toBe("PR_NOT_FOUND");
    expect(put({ number: 1, impactedTargets: [], impactsAllTargets: true }).code).toBe("VALIDATION_FAILED");
    expect(put({ number: 1, impactedTargets: [] }, find(1).id).code).toBe("REPOSITORY_NOT_FOUND");
    const elsewhere: Page = world.ask("GET /repositories", { providerUrl: "https://git.example.com/a/b" });
    const refused = put({ number: 1, impactedTargets: [] }, elsewhere.data[0]?.id);
    expect(refused).toMatchObject({ status: 422, code: "IMPACTED_TARGETS_UNSUPPORTED" });
  });
});

describe("runs and histories by the second interface", () => {
  test("a run has its checks, a placeholder for those awaited, and what is tested on what", () => {
    const { world, id, submit, find, report, list } = createPulls({}, ONE_LINE);
    submit(1);
    world.advance(1000);
    submit(2);
    const runs = list("GET /merge-queues/{id}/verification-runs");
    expect(runs[0]).toMatchObject({
      isBisection: false,
      status: "inProgress",
      requiredStatuses: ["ci"],
      requiredStatusesSource: "mergeInstance",
      createdAt: "2026-01-02T03:04:06.000Z",
      checks: [{ name: "ci", kind: "checkRun", status: "inProgress", conclusion: "neutral", url: null }],
      testedPullRequests: [{ id: find(2).id, number: 2 }],
      dependentPullRequests: [{ id: find(1).id, number: 1 }],
    });
    report(2, "timed_out");
    const run: Shown = world.ask("GET /merge-queue-verification-runs/{id}", { id: runs[0]?.id });
    expect(run).toMatchObject({
      status: "failed",
      updatedAt: "2026-01-02T03:05:06.000Z",
      checks: [{ status: "completed", conclusion: "timeout", providerConclusion: "TIMED_OUT" }],
    });
    const name = "GET /merge-queues/{id}/verification-runs";
    expect(read(list(name, { status: "inProgress" }), "id")).toEqual([runs[1]?.id]);
    expect(read(list(name, { createdAfter: START }), "id")).toEqual([runs[0]?.id]);
    expect(list(name, { createdAfter: "2026-01-02T03:04:06Z" })).toEqual([]);
    const ofOne = "GET /pull-requests/{id}/verification-runs";
    expect(read(list(ofOne, { id: find(2).id, status: "failed" }), "id")).toEqual([runs[0]?.id]);
    expect(list(ofOne, { id: find(1).id, status: "failed" })).toEqual([]);
    const refusals = [
      `pull-requests/${find(1).id}/verification-runs?createdAfter=${START}`,
      `merge-queues/${id}/verification-runs?status=failed,succeeded`,
    ];
    for (const path of refusals) expect(world.send(`GET /${path}`).status).toBe(400);
    const unknown = world.send("GET /merge-queue-verification-runs/none");
    expect(unknown).toMatchObject({ status: 404, code: "VERIFICATION_RUN_NOT_FOUND" });
  });

  test("a history has each change with reason, run and particulars, the oldest first unless asked otherwise", () => {
    const { world, submit, find, report, list } = createPulls({ canOptimisticallyMerge: true }, ONE_LINE);
    for (const number of [1, 2, 3]) submit(number);
    report(2, "failure");
    report(3, "success");
    const [one, two, three] = [1, 2, 3].map(find);
    const name = "GET /pull-requests/{id}/queue-entry-history";
    const history = list(name, { id: two?.id });
    expect(history.map(({ state, reason }) => [state, reason])).toEqual([
      ["notReady", "API_REQUESTED"],
      ["pending", "MERGE_ITEM_NOW_READY"],
      ["testing", null],
      ["pendingFailure", null],
      ["testsPassed", "SUCCESSOR_TEST_RUN_PASSED"],
      ["merged", "MERGE_GRAPH_MERGE"],
    ]);
    const ahead = {
      pullRequestId: one?.id,
      number: 1,
      title: "Pull request 1",
      url: one?.["url"],
      state: "merged",
    };
    expect(history[3]?.["pendingFailure"]).toEqual({
      eventualFailureReason: "TEST_RUN_REQUIRED_STATUS_FAILED",
      waitingFor: [ahead],
      failureCausingChecks: [{ name: "ci", conclusion: "FAILURE" }],
    });
    const verifier = three?.queueEntry["verifiedByVerificationRunId"];
    expect(history[4]).toMatchObject({
      verificationRunId: verifier,
      changedAt: "2026-01-02T03:06:05.000Z",
      testsPassed: { batchSize: 1, successorPullRequestId: three?.id, waitingFor: [] },
    });
    expect(two?.queueEntry["verifiedByVerificationRunId"]).toBe(verifier);
    const newest = { id: two?.id, direction: "newest", limit: 5 };
    expect(list(name, { ...newest, limit: 1 })).toEqual(history.slice(-1));
    const page: Page = world.ask(name, newest);
    const last: Page = world.ask(name, { ...newest, cursor: page.nextCursor });
    expect([...page.data, ...last.data]).toEqual(history.toReversed());
  });

  test("only what the queue itself has merged names the run on which it did", () => {
    const { world, submit, find, report } = createPulls();
    for (const number of [1, 2]) submit(number);
    world.service.engine.apply({ type: "mergePullRequest", repo: REPO, number: 2 });
    report(1, "success");
    const [one, two] = [find(1), find(2)];
    expect([one["state"], two["state"]]).toEqual(["merged", "merged"]);
    expect(one.queueEntry).toHaveProperty("verifiedByVerificationRunId");
    expect(two.queueEntry).not.toHaveProperty("verifiedByVerificationRunId");
  });

  test("histories of several are groups; nobody's and those never enqueued are empty, not unknown", () => {
    const { world, repositoryId, declare, submit, find, report } = createPulls();
    declare({ number: 2 });
    submit(1);
    report(1, "failure");
    const [one, two] = [find(1).id, find(2).id];
    const ids = [one.toUpperCase(), two, one, repositoryId];
    const page: { data: { pullRequestId: string; transitions: Shown[] }[] } = world.ask(
      "GET /queue-entry-history",
      { pullRequestIds: ids.join(","), direction: "newest" },
    );
    const groups = new Map(page.data.map(({ pullRequestId, transitions }) => [pullRequestId, transitions]));
    expect([...groups.keys()].sort()).toEqual([one, two, repositoryId].sort());
    expect(groups.get(one)?.[0]).toMatchObject({
      state: "failed",
      reason: "TEST_RUN_REQUIRED_STATUS_FAILED",
      failed: { failureCausingChecks: [{ name: "ci", conclusion: "FAILURE" }] },
    });
    expect([groups.get(two), groups.get(repositoryId)]).toEqual([[], []]);
    const many = { pullRequestIds: [one, two].join(","), limit: 1 };
    expect(world.ask("GET /queue-entry-history", many)).toMatchObject({ hasMore: true });
    const tooMany = Array.from({ length: 51 }, () => one).join(",");
    expect(world.send(`GET /queue-entry-history?pullRequestIds=${tooMany}`).status).toBe(400);
  });

  test("testing results have one row for each pull request of each test, newest first", () => {
    const { world, id, submit, report, act, list } = createPulls({ allowBatching: true, batchingMinSize: 2 });
    for (const number of [1, 2]) submit(number);
    report(1, "failure");
    report(1, "success");
    act("POST dequeue", 2);
    const name = "GET /merge-queues/{id}/testing-results";
    const results = list(name, { since: START });
    const fields = ["pullRequestNumber", "outcome", "entryConclusion", "isBisection", "startedBisection"];
    expect(results.map((one) => fields.map((field) => one[field]))).toEqual([
      [1, "passed", undefined, true, false],
      [2, "cancelled", "cancelled", true, false],
      [2, "failed", "cancelled", false, true],
      [1, "failed", undefined, false, true],
    ]);
    const ends = read(results, "endedAt");
    expect(ends).toEqual(ends.toSorted().toReversed());
    const run = { testingDurationMs: 60_000, verificationRunId: expect.any(String) as string };
    expect(results.at(-1)).toMatchObject(run);
    const page: Page = world.ask(name, { id, since: START, limit: 1 });
    const rest: Page = world.ask(name, { id, since: START, cursor: page.nextCursor });
    expect([...page.data, ...rest.data]).toEqual(results);
    for (const query of ["", "?since=2025-01-02T03:04:05Z"])
      expect(world.send(`GET /merge-queues/${id}/testing-results${query}`).code).toBe("VALIDATION_FAILED");
  });
});
