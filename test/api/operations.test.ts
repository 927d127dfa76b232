import { OPERATIONS, type OperationName } from "../../src/api/operations";
import { SETTING_NAMES } from "../../src/queue/settings";
import { ALL_SETTINGS } from "../support/all-settings";

const QUEUE = { repo: { host: "github.com", owner: "acme", name: "web" }, targetBranch: "main" };

function accepts(name: OperationName, body: unknown): boolean {
  return OPERATIONS[name].requestSchema.safeParse(body).success;
}

const EVENT = {
  id: "event-1",
  chainId: "event-0",
  createdAt: 1_700_000_000_000,
  finishedAt: 1_700_000_060_000,
  conclusion: "SUCCESS",
  sequence: { platform: "my_ci", kind: "job", key: "web/test", name: "test" },
};
const FULL_EVENT = {
  ...EVENT,
  parent: { eventId: "event-0", sequenceKey: "web" },
  payload: { metrics: [], tags: [] },
  sequence: { ...EVENT.sequence, payload: { tags: [{ k: "runner", v: 4 }] } },
};

function acceptsEvent(event: unknown): boolean {
  return accepts("trackEvents", { repo: QUEUE.repo, events: [event] });
}

/** The smallest request of each operation. */
const SMALLEST: Readonly<Record<OperationName, object>> = {
  createQueue: QUEUE,
  getQueue: QUEUE,
  updateQueue: QUEUE,
  deleteQueue: QUEUE,
  submitPullRequest: { ...QUEUE, pr: { number: 7 } },
  cancelPullRequest: { ...QUEUE, pr: { number: 7 } },
  restartTestsOnPullRequest: { ...QUEUE, pr: { number: 7 } },
  getSubmittedPullRequest: { ...QUEUE, pr: { branch: "feature" } },
  listPullRequests: QUEUE,
  getMergeQueueTestingDetails: { ...QUEUE, testRunId: "run-1" },
  setImpactedTargets: { ...QUEUE, pr: { number: 7 }, impactedTargets: "ALL" },
  getMergeQueueMetrics: {},
  trackEvents: { repo: QUEUE.repo, events: [] },
};
const NAMES = Object.keys(SMALLEST) as OperationName[];
const ON_QUEUES = NAMES.filter((name) => "targetBranch" in SMALLEST[name]);

function listNames(isMeant: (operation: (typeof OPERATIONS)[OperationName]) => boolean): OperationName[] {
  return NAMES.filter((name) => isMeant(OPERATIONS[name]));
}

describe("OPERATIONS", () => {
  test("match the interface, each under its own name", () => {
    expect(Object.keys(OPERATIONS).sort()).toEqual([...NAMES].sort());
    for (const name of NAMES) {
      expect(OPERATIONS[name].name).toBe(name);
      expect(OPERATIONS[name].path).toBe(name === "trackEvents" ? "/metrics/trackEvents" : `/${name}`);
      expect(OPERATIONS[name].method).toBe(name === "getMergeQueueMetrics" ? "GET" : "POST");
    }
  });

  test("R-1, R-2: creating, deleting, submitting, cancelling and restarting are not repeated blindly", () => {
    expect(listNames((operation) => !operation.isIdempotent)).toEqual([
      "createQueue",
      "deleteQueue",
      "submitPullRequest",
      "cancelPullRequest",
      "restartTestsOnPullRequest",
    ]);
  });

  test("K-8: operations that begin with get or list are reads, and every read may be repeated", () => {
    const reads = listNames((operation) => operation.isRead);
    expect(reads).toEqual(NAMES.filter((name) => /^(get|list)/.test(name)));
    for (const name of reads) expect(OPERATIONS[name].isIdempotent).toBe(true);
  });

  test("F-19: reads need JSON, metrics are text, and a response to a write may be anything", () => {
    for (const name of NAMES) {
      const expected = name === "getMergeQueueMetrics" ? "text" : OPERATIONS[name].isRead ? "json" : "any";
      expect(OPERATIONS[name].responseFormat).toBe(expected);
    }
  });
});

describe("loading", () => {
  test("makes the schemas of the settings to send with the first request that has them", async () => {
    await jest.isolateModulesAsync(async () => {
      const module = await import("../../src/api/schemas/setting-schema");
      const make = jest.spyOn(module, "toSettingFields");
      const { OPERATIONS: fresh } = await import("../../src/api/operations");
      expect(fresh.getQueue.requestSchema.safeParse(QUEUE).success).toBe(true);
      expect(make).not.toHaveBeenCalled();
      for (const body of [QUEUE, QUEUE]) fresh.updateQueue.requestSchema.parse(body);
      expect(make).toHaveBeenCalledTimes(1);
    });
  });
});

describe("request schemas", () => {
  test.each(NAMES)("%s takes its smallest request and no unknown fields", (name) => {
    expect(accepts(name, SMALLEST[name])).toBe(true);
    expect(accepts(name, { ...SMALLEST[name], surprise: 1 })).toBe(false);
    expect(accepts(name, null)).toBe(false);
    expect(accepts(name, [])).toBe(false);
    for (const field of Object.keys(SMALLEST[name])) {
      expect(accepts(name, { ...SMALLEST[name], [field]: undefined })).toBe(false);
    }
  });

  test.each([...ON_QUEUES, "trackEvents"] as OperationName[])(
    "%s takes a repository of three parts",
    (name) => {
      const body = SMALLEST[name];
      expect(accepts(name, { ...body, repo: { ...QUEUE.repo, surprise: 1 } })).toBe(false);
      expect(accepts(name, { ...body, repo: { host: "github.com", owner: "acme" } })).toBe(false);
      expect(accepts(name, { ...body, repo: "acme/web" })).toBe(false);
    },
  );

  test.each(["host", "owner", "name"])("repo.%s is a string without slash or white space", (part) => {
    for (const value of ["", "a/b", "a b", 1, null, undefined]) {
      expect(accepts("getQueue", { ...QUEUE, repo: { ...QUEUE.repo, [part]: value } })).toBe(false);
    }
  });

  test("a target branch may have slashes but no white space", () => {
    expect(accepts("getQueue", { ...QUEUE, targetBranch: "release/1.x" })).toBe(true);
    // Queues that exist are read and deleted, whatever is refused for new ones.
    expect(accepts("getQueue", { ...QUEUE, targetBranch: "refs/heads/main" })).toBe(true);
    expect(accepts("getQueue", { ...QUEUE, targetBranch: "release 1" })).toBe(false);
    expect(accepts("getQueue", { ...QUEUE, targetBranch: "" })).toBe(false);
  });

  const ofType = (type: string): string[] =>
    Object.entries(ALL_SETTINGS).flatMap(([name, value]) => (typeof value === type ? [name] : []));
  test.each(ofType("number"))("updateQueue takes %s from 1 to 4294967295", (name) => {
    for (const value of [1, 4_294_967_295])
      expect(accepts("updateQueue", { ...QUEUE, [name]: value })).toBe(true);
    for (const value of [0, -1, 1.5, 4_294_967_296, NaN, Infinity, "1", null, true]) {
      expect(accepts("updateQueue", { ...QUEUE, [name]: value })).toBe(false);
    }
  });

  test.each([...ofType("boolean"), "deleteRequiredStatuses"])(
    "updateQueue takes %s as true or false",
    (name) => {
      for (const value of [true, false])
        expect(accepts("updateQueue", { ...QUEUE, [name]: value })).toBe(true);
      for (const value of ["true", 1, null]) {
        expect(accepts("updateQueue", { ...QUEUE, [name]: value })).toBe(false);
      }
    },
  );

  const WORDS: [string, string[]][] = [
    ["state", ["running", "paused", "draining"]],
    ["mode", ["single", "parallel"]],
    ["directMergeMode", ["off", "always"]],
    ["optimizationMode", ["off", "bisection_skip_redundant_tests"]],
    ["mergeMethod", ["merge_commit", "squash", "rebase"]],
  ];
  test.each(WORDS)("updateQueue takes the words of %s as the interface spells them", (name, words) => {
    for (const word of words) {
      expect(accepts("updateQueue", { ...QUEUE, [name]: word })).toBe(true);
      expect(accepts("updateQueue", { ...QUEUE, [name]: word.toUpperCase() })).toBe(false);
    }
    for (const value of ["switching_modes", "", null, 1]) {
      expect(accepts("updateQueue", { ...QUEUE, [name]: value })).toBe(false);
    }
  });

  test("updateQueue takes required statuses as a list of names, also an empty one", () => {
    for (const value of [[], ["ci"], ["a", "a"]]) {
      expect(accepts("updateQueue", { ...QUEUE, requiredStatuses: value })).toBe(true);
    }
    for (const value of ["ci", [""], [" "], [null], [1], null]) {
      expect(accepts("updateQueue", { ...QUEUE, requiredStatuses: value })).toBe(false);
    }
  });

  test("createQueue takes mode and concurrency and no other setting", () => {
    expect(accepts("createQueue", { ...QUEUE, mode: "parallel", concurrency: 2 })).toBe(true);
    const others = SETTING_NAMES.filter((name) => name !== "mode" && name !== "concurrency");
    expect(others).toHaveLength(SETTING_NAMES.length - 2);
    for (const name of others) {
      expect(accepts("createQueue", { ...QUEUE, [name]: ALL_SETTINGS[name] })).toBe(false);
    }
  });

  test.each(NAMES.filter((name) => "pr" in SMALLEST[name]))(
    "%s takes numbers from 0 to 4294967295",
    (name) => {
      const body = SMALLEST[name];
      for (const number of [0, 4_294_967_295]) expect(accepts(name, { ...body, pr: { number } })).toBe(true);
      for (const number of [-1, 1.5, 4_294_967_296, NaN, "1", null]) {
        expect(accepts(name, { ...body, pr: { number } })).toBe(false);
      }
      expect(accepts(name, { ...body, pr: { number: 1, branch: "x" } })).toBe(false);
      expect(accepts(name, { ...body, pr: {} })).toBe(false);
      expect(accepts(name, { ...body, pr: 1 })).toBe(false);
    },
  );

  test("getSubmittedPullRequest alone takes a branch, which is not empty", () => {
    for (const name of NAMES.filter((each) => "pr" in SMALLEST[each])) {
      const isTaken = accepts(name, { ...SMALLEST[name], pr: { branch: "feature/x" } });
      expect(isTaken).toBe(name === "getSubmittedPullRequest");
    }
    for (const branch of ["", 1, null]) {
      expect(accepts("getSubmittedPullRequest", { ...QUEUE, pr: { branch } })).toBe(false);
    }
  });

  test("listPullRequests takes each of the eight states", () => {
    const states = "not_ready pending testing tests_passed merged failed cancelled pending_failure";
    for (const state of states.split(" ")) {
      expect(accepts("listPullRequests", { ...QUEUE, state })).toBe(true);
    }
    for (const state of ["Pending", "open", "", null, 1]) {
      expect(accepts("listPullRequests", { ...QUEUE, state })).toBe(false);
    }
  });

  test("listPullRequests takes pages of 1 to 100", () => {
    for (const take of [1, 50, 100]) expect(accepts("listPullRequests", { ...QUEUE, take })).toBe(true);
    for (const take of [0, 101, 1.5, "50", null]) {
      expect(accepts("listPullRequests", { ...QUEUE, take })).toBe(false);
    }
  });

  test("listPullRequests takes since as a date and time of ISO 8601 with its zone", () => {
    for (const since of ["2026-01-31T08:00:00Z", "2026-01-31T08:00:00.123Z", "2026-01-31T08:00:00+05:30"]) {
      expect(accepts("listPullRequests", { ...QUEUE, since })).toBe(true);
    }
    for (const since of ["2026-01-31", "2026-02-30T08:00:00Z", "2026-01-31T08:00:00", "yesterday", 0, ""]) {
      expect(accepts("listPullRequests", { ...QUEUE, since })).toBe(false);
    }
  });

  test("listPullRequests takes cursors that are UUIDs of any version", () => {
    for (const cursor of ["123e4567-e89b-12d3-a456-426614174000", "00000000-0000-0000-0000-000000000000"]) {
      expect(accepts("listPullRequests", { ...QUEUE, cursor })).toBe(true);
      expect(accepts("listPullRequests", { ...QUEUE, cursor: cursor.toUpperCase() })).toBe(true);
    }
    for (const cursor of ["next", "", "123e4567e89b12d3a456426614174000", 7, null]) {
      expect(accepts("listPullRequests", { ...QUEUE, cursor })).toBe(false);
    }
  });

  test("getMergeQueueTestingDetails takes an id that is not empty", () => {
    for (const testRunId of ["", 1, null]) {
      expect(accepts("getMergeQueueTestingDetails", { ...QUEUE, testRunId })).toBe(false);
    }
  });

  test("setImpactedTargets takes ALL, a list of names, and the commit that was examined", () => {
    const body = SMALLEST.setImpactedTargets;
    for (const impactedTargets of ["ALL", [], ["//web:app", "ALL"]]) {
      expect(accepts("setImpactedTargets", { ...body, impactedTargets })).toBe(true);
    }
    for (const impactedTargets of ["all", "//web:app", [""], [1], null, {}]) {
      expect(accepts("setImpactedTargets", { ...body, impactedTargets })).toBe(false);
    }
    expect(accepts("setImpactedTargets", { ...body, pr: { number: 7, sha: "0123abc" } })).toBe(true);
    expect(accepts("setImpactedTargets", { ...body, pr: { number: 7, sha: "" } })).toBe(false);
  });

  test("getMergeQueueMetrics takes a repository as owner/name together with its host, or neither", () => {
    const repo = "acme/web";
    const repoHost = "github.com";
    expect(accepts("getMergeQueueMetrics", { repo, repoHost })).toBe(true);
    for (const half of [{ repo }, { repoHost }]) expect(accepts("getMergeQueueMetrics", half)).toBe(false);
    for (const wrong of ["acme", "/web", "acme/", "a/b/c", "acme/my web", "", 1]) {
      expect(accepts("getMergeQueueMetrics", { repo: wrong, repoHost })).toBe(false);
    }
    for (const wrong of ["", "github.com/x", "git hub"]) {
      expect(accepts("getMergeQueueMetrics", { repo, repoHost: wrong })).toBe(false);
    }
  });

  test("trackEvents takes an event with every field, and with the required ones only", () => {
    for (const event of [EVENT, FULL_EVENT]) expect(acceptsEvent(event)).toBe(true);
    for (const field of Object.keys(EVENT))
      expect(acceptsEvent({ ...EVENT, [field]: undefined })).toBe(false);
    expect(acceptsEvent({ ...EVENT, surprise: 1 })).toBe(false);
  });

  test("trackEvents takes a platform in snake_case", () => {
    for (const platform of ["ci", "my_ci", "ci2_cloud"]) {
      expect(acceptsEvent({ ...EVENT, sequence: { ...EVENT.sequence, platform } })).toBe(true);
    }
    for (const platform of ["", "My_ci", "my-ci", "my__ci", "_ci", "ci_", "2ci", "my ci", "ci\n", null]) {
      expect(acceptsEvent({ ...EVENT, sequence: { ...EVENT.sequence, platform } })).toBe(false);
    }
  });

  test("trackEvents takes a sequence key of fewer than 128 characters", () => {
    for (const [length, isTaken] of [
      [0, false],
      [1, true],
      [127, true],
      [128, false],
    ] as const) {
      const key = "k".repeat(length);
      expect(acceptsEvent({ ...EVENT, sequence: { ...EVENT.sequence, key } })).toBe(isTaken);
    }
  });

  test("trackEvents takes whole milliseconds, and no end before the start", () => {
    for (const [createdAt, finishedAt, isTaken] of [
      [0, 0, true],
      [5, 6, true],
      [6, 5, false],
      [-1, 5, false],
      [0.5, 5, false],
      [5, Infinity, false],
      ["5", 6, false],
    ] as const) {
      expect(acceptsEvent({ ...EVENT, createdAt, finishedAt })).toBe(isTaken);
    }
  });

  test("trackEvents takes the five conclusions", () => {
    for (const conclusion of ["SUCCESS", "FAILURE", "CANCELLED", "TIMED_OUT", "SKIPPED"]) {
      expect(acceptsEvent({ ...EVENT, conclusion })).toBe(true);
      expect(acceptsEvent({ ...EVENT, conclusion: conclusion.toLowerCase() })).toBe(false);
    }
  });

  test("trackEvents takes numbers as metrics, numbers and strings as tags, and no metrics of a sequence", () => {
    const payload = { metrics: [{ k: "cpu", v: 0.5 }], tags: [{ k: "os", v: "linux" }] };
    expect(acceptsEvent({ ...EVENT, payload })).toBe(true);
    for (const wrong of [
      { ...payload, metrics: [{ k: "cpu", v: "0.5" }] },
      { ...payload, metrics: [{ k: "cpu", v: Infinity }] },
      { ...payload, tags: [{ k: "", v: 1 }] },
      { ...payload, tags: [{ k: "os", v: true }] },
      { tags: [] },
    ]) {
      expect(acceptsEvent({ ...EVENT, payload: wrong })).toBe(false);
    }
    expect(acceptsEvent({ ...EVENT, sequence: { ...EVENT.sequence, payload } })).toBe(false);
  });

  test("submitPullRequest takes a priority as integer, string or null", () => {
    const body = { ...QUEUE, pr: { number: 1 } };
    for (const priority of [0, 4_294_967_295, "high", null, undefined]) {
      expect(accepts("submitPullRequest", { ...body, priority })).toBe(true);
    }
    for (const priority of [-1, 4_294_967_296, 0.5, true, {}]) {
      expect(accepts("submitPullRequest", { ...body, priority })).toBe(false);
    }
    expect(accepts("submitPullRequest", { ...body, noBatch: true })).toBe(true);
    expect(accepts("submitPullRequest", { ...body, noBatch: "yes" })).toBe(false);
    expect(accepts("cancelPullRequest", { ...body, noBatch: true })).toBe(false);
  });
});

describe("response schemas", () => {
  const { responseSchema } = OPERATIONS.getQueue;

  test("F-17: getQueue's response is accepted with fields that are new, missing or of another type", () => {
    const item = { prNumber: 4, prTitle: 5, state: "Levitating", extra: { deep: true } };
    const read = responseSchema.parse({ branch: 1, later: [1], enqueuedPullRequests: [item] });
    expect(read).toEqual({
      additionalFields: { later: [1] },
      enqueuedPullRequests: [
        { prNumber: 4, state: "levitating", additionalFields: { extra: { deep: true } } },
      ],
    });
  });

  test.each([{}, { enqueuedPullRequests: null }])(
    "getQueue's response %p is read without its pull requests",
    (body) => {
      expect(responseSchema.parse({ ...body, concurrency: 2 })).toEqual({ concurrency: 2 });
    },
  );

  test.each([
    ["a list of another kind", { enqueuedPullRequests: {} }],
    ["an item without a number", { enqueuedPullRequests: [{ prTitle: "x" }] }],
    ["no object", []],
  ])("deleting is never based on %s of pull requests", (_case, body) => {
    expect(responseSchema.safeParse(body).success).toBe(false);
  });

  test("S-12: a field named __proto__ changes no prototype", () => {
    const body: unknown = JSON.parse(
      '{"__proto__":{"polluted":1},"enqueuedPullRequests":[{"prNumber":1,"__proto__":{"polluted":1}}]}',
    );
    const read = responseSchema.parse(body);
    expect(read).not.toHaveProperty("polluted");
    expect(read.enqueuedPullRequests?.[0]).not.toHaveProperty("polluted");
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });

  test("F-17: a submitted pull request is read however much of it is missing or new", () => {
    const schema = OPERATIONS.getSubmittedPullRequest.responseSchema;
    expect(schema.parse({ prNumber: 4 })).toEqual({ prNumber: 4 });
    const readiness = { hostMergeability: "Maybe", hasImpactedTargets: "yes", later: 1 };
    expect(schema.parse({ prNumber: 4, isCurrentlySubmittedToQueue: true, readiness, later: 1 })).toEqual({
      prNumber: 4,
      isCurrentlySubmittedToQueue: true,
      readiness: { hostMergeability: "maybe", additionalFields: { later: 1 } },
      additionalFields: { later: 1 },
    });
    expect(schema.parse({ prNumber: 4, readiness: "no" }).readiness).toBeUndefined();
    for (const body of [{}, [], "x", { prNumber: "4" }]) expect(schema.safeParse(body).success).toBe(false);
  });

  test("a page without a cursor is the last one; a cursor that is not a string is an error", () => {
    const schema = OPERATIONS.listPullRequests.responseSchema;
    for (const page of [{ pullRequests: [] }, { pullRequests: [], nextCursor: null }]) {
      expect(schema.parse(page).nextCursor).toBeUndefined();
    }
    expect(schema.parse({ pullRequests: [{ prNumber: 1 }], nextCursor: "odd" })).toMatchObject({
      pullRequests: [{ prNumber: 1 }],
      nextCursor: "odd",
    });
    for (const page of [{}, { pullRequests: [{}] }, { pullRequests: [], nextCursor: 7 }]) {
      expect(schema.safeParse(page).success).toBe(false);
    }
  });

  test("a list of wrong elements is refused for the first one, however many there are", () => {
    const wrong = [{ prNumber: 1 }, ...Array.from({ length: 1_000_000 }, () => 0)];
    for (const [operation, body] of [
      ["listPullRequests", { pullRequests: wrong }],
      ["getQueue", { enqueuedPullRequests: wrong }],
    ] as const) {
      const { error } = OPERATIONS[operation].responseSchema.safeParse(body);
      expect(error?.issues.map(({ path }) => path)).toEqual([[Object.keys(body)[0], 1]]);
    }
  });

  test("F-17: a test run is read however much of it is missing or new", () => {
    const schema = OPERATIONS.getMergeQueueTestingDetails.responseSchema;
    expect(schema.parse({})).toMatchObject({});
    const suites = [{ app: "ci", checkRuns: [{ name: "build", conclusion: "SUCCESS" }] }];
    expect(
      schema.parse({ status: "Paused", checkSuites: suites, requiredStatuses: "all", later: 1 }),
    ).toEqual({
      status: "paused",
      checkSuites: [
        {
          checkRuns: [{ name: "build", additionalFields: { conclusion: "SUCCESS" } }],
          additionalFields: { app: "ci" },
        },
      ],
      additionalFields: { later: 1 },
    });
    const odd = [{ checkRuns: 3 }, null, { checkRuns: [{ name: 3 }, "x", { name: "build" }] }];
    expect(schema.parse({ checkSuites: odd }).checkSuites).toEqual([{ checkRuns: [{ name: "build" }] }]);
    expect(schema.parse({ checkSuites: {} }).checkSuites).toBeUndefined();
    expect(schema.parse({ requiredStatuses: ["build"] }).requiredStatuses).toEqual(["build"]);
    expect(schema.parse({ requiredStatuses: ["build", 1] }).requiredStatuses).toBeUndefined();
    expect(schema.safeParse("run").success).toBe(false);
  });

  test("F-18, F-19: updateQueue's response is the object that came back, or undefined", () => {
    const schema = OPERATIONS.updateQueue.responseSchema;
    expect(schema.parse({ concurrency: 2, later: 1 })).toEqual({
      concurrency: 2,
      additionalFields: { later: 1 },
    });
    for (const body of ["OK", "", null, [], 3, undefined]) expect(schema.parse(body)).toBeUndefined();
  });
});
