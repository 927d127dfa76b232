import { showsAllSettings, toQueueRecord } from "../../src/api/resolve-queue";
import { SETTING_NAMES, SETTINGS } from "../../src/queue/settings";
import { OPERATIONS } from "../../src/wire/first/operations";
import { INTERFACE_SETTINGS } from "../support/all-settings";

const COMPLETE = { branch: "main", ...INTERFACE_SETTINGS };

const { responseSchema } = OPERATIONS.getQueue;

describe("getQueue's response", () => {
  test("contains the settings, which can be picked", () => {
    const read = responseSchema.parse({ ...COMPLETE, enqueuedPullRequests: [], later: 1 });
    expect(read).toEqual({ ...COMPLETE, enqueuedPullRequests: [], additionalFields: { later: 1 } });
    expect({ branch: "main", ...toQueueRecord(read) }).toEqual(COMPLETE);
  });

  test("a setting that is missing or null is left out", () => {
    expect(responseSchema.parse({ concurrency: 1, mode: null })).toEqual({ concurrency: 1 });
  });

  test("F-18: a word in another case is the same word, in lower case", () => {
    const record = responseSchema.parse({
      mode: "PARALLEL",
      state: "Switching_Modes",
      mergeMethod: "Squash",
    });
    expect(record).toEqual({ mode: "parallel", state: "switching_modes", mergeMethod: "squash" });
  });

  test("F-17, K-4: an unknown word comes in lower case, and a number out of bounds as given", () => {
    const record = responseSchema.parse({ mode: "Quantum", pendingFailureDepth: 0, concurrency: 5e9 });
    expect(record).toEqual({ mode: "quantum", pendingFailureDepth: 0, concurrency: 5e9 });
  });

  test("F-18: a string that is not a word keeps its case", () => {
    expect(responseSchema.parse({ enqueueingLabel: "Ready" })).toEqual({ enqueueingLabel: "Ready" });
  });

  test.each([
    ["concurrency", "3", "Must be a number that can be read exactly."],
    ["concurrency", Number("1e999"), "Must be a number that can be read exactly."],
    ["concurrency", Number("9007199254740993"), "Must be a number that can be read exactly."],
    ["batch", "false", "Must be true or false."],
    ["mode", 1, "Must be a string."],
    ["enqueueingLabel", false, "Must be a string."],
    ["requiredStatuses", "ci", "Must be a list of strings."],
    ["requiredStatuses", ["ci", 1], "Must be a list of strings."],
  ])("S-13: %s as %p is not read, and the problem names it", (name, value, message) => {
    const read = responseSchema.safeParse({ ...COMPLETE, [name]: value });
    expect(read.error?.issues).toMatchObject([{ path: [name], message }]);
  });
});

describe("updateQueue's response", () => {
  test("is whole if it shows every setting of the interface", () => {
    expect(showsAllSettings(COMPLETE)).toBe(true);
  });

  // A service shows no list of statuses for a queue without its own.
  const everywhere = SETTINGS.filter(({ isAlwaysShown, kind }) => isAlwaysShown && kind !== "stringSet").map(
    ({ name }) => name,
  );
  test.each(everywhere)("F-18: is not whole without %s", (name) => {
    expect(showsAllSettings({ ...COMPLETE, [name]: undefined })).toBe(false);
  });

  test.each(SETTING_NAMES)("F-18: is nothing if the type of %s is another", (name) => {
    const strange = { ...COMPLETE, [name]: { strange: true } };
    expect(OPERATIONS.updateQueue.responseSchema.parse(strange)).toBeUndefined();
  });
});

describe("response schemas", () => {
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

  test("F-17: the names of live services are understood, and the interface's own name wins", () => {
    const schema = OPERATIONS.getSubmittedPullRequest.responseSchema;
    const read = (readiness: object) => schema.parse({ prNumber: 4, readiness }).readiness;
    expect(read({ gitHubMergeability: "NOT_MERGEABLE" })).toEqual({ hostMergeability: "not_mergeable" });
    expect(read({ gitHubMergeability: "x", hostMergeability: "mergeable" })).toEqual({
      hostMergeability: "mergeable",
      additionalFields: { gitHubMergeability: "x" },
    });
    const timeline = [
      { testRun: "run-1", failureCausingStatuses: ["ci/a", { name: "ci/b" }, { context: "ci/c" }, 4] },
      { testRun: { id: "run-2" }, reason: "NEW" },
      "no step",
    ];
    expect(schema.parse({ prNumber: 4, verifiedByTestRun: null, timeline })).toEqual({
      prNumber: 4,
      timeline: [
        { testRun: "run-1", failureCausingStatuses: ["ci/a", "ci/b", "ci/c", undefined] },
        { testRun: "run-2", reason: "new" },
      ],
    });
    const { timeline: steps } = schema.parse({
      prNumber: 4,
      timeline: [
        { timestamp: "t3", cancellation: { reason: "PR_PUSHED_TO", actor: { gitHubLogin: "ada" } } },
        { timestamp: "t2", state: "FAILED", failure: { reason: "x", failureCausingStatuses: ["ci"] } },
        { testRun: { testBranch: "queue/pr-4/run-3" }, testing: {}, actor: 7 },
        { testRun: {}, testsPassed: { testRunId: "run-4", reason: null } },
        { timestamp: 5, reason: "NEW", merged: { reason: "other" }, later: 1 },
      ],
    });
    expect(steps?.map((step) => ({ ...step, additionalFields: undefined }))).toEqual([
      { timestamp: "t3", state: "cancelled", reason: "pr_pushed_to", actor: "ada" },
      { timestamp: "t2", state: "failed", reason: "x", failureCausingStatuses: ["ci"] },
      { state: "testing", testRun: "run-3" },
      { state: "tests_passed", testRun: "run-4" },
      { state: "merged", reason: "new" },
    ]);
    const run = OPERATIONS.getMergeQueueTestingDetails.responseSchema;
    expect(run.parse({ requiredStatusesSource: "TRUNK_CONFIG" }).requiredStatusesSource).toBe(
      "service_config",
    );
  });

  test("F-17: missing pull requests are listed by number, or as they were requested", () => {
    const schema = OPERATIONS.getSubmittedPullRequests.responseSchema;
    const read = (notFound?: unknown) => schema.parse({ pullRequests: [{ prNumber: 4 }], notFound });
    expect(read([5, { number: 6 }])).toEqual({ pullRequests: [{ prNumber: 4 }], notFound: [5, 6] });
    for (const absent of [null, undefined]) expect(read(absent).notFound).toBeUndefined();
    for (const body of [{}, { pullRequests: [{}] }, { pullRequests: [], notFound: ["5"] }])
      expect(schema.safeParse(body).success).toBe(false);
  });

  test("F-17: a test that ended is read however much of it is missing or new", () => {
    const schema = OPERATIONS.listMergeQueueTestingResults.responseSchema;
    const results = [
      { prNumber: 4, outcome: "PASSED", later: 1 },
      { prNumber: 5, endedAt: 0 },
    ];
    expect(schema.parse({ testingResults: results, totalItems: "many" })).toEqual({
      testingResults: [{ prNumber: 4, outcome: "passed", additionalFields: { later: 1 } }, { prNumber: 5 }],
    });
    for (const body of [{}, { testingResults: [{}] }]) expect(schema.safeParse(body).success).toBe(false);
  });

  test("F-17: a rule of batching is read without the fields of a newer service", () => {
    const batchingRules = [{ targetPattern: "x", policy: "new", more: 1 }];
    expect(responseSchema.parse({ batchingRules }).batchingRules).toEqual([
      { targetPattern: "x", policy: "new" },
    ]);
  });

  test("a page without a cursor is the last one; a cursor that is not a string is an error", () => {
    const schema = OPERATIONS.listPullRequests.responseSchema;
    for (const page of [{ pullRequests: [] }, { pullRequests: [], nextCursor: null }])
      expect(schema.parse(page).nextCursor).toBeUndefined();
    expect(schema.parse({ pullRequests: [{ prNumber: 1 }], nextCursor: "odd" })).toMatchObject({
      pullRequests: [{ prNumber: 1 }],
      nextCursor: "odd",
    });
    for (const page of [{}, { pullRequests: [{}] }, { pullRequests: [], nextCursor: 7 }])
      expect(schema.safeParse(page).success).toBe(false);
  });

  test("a list is refused for its first wrong element, however many there are", () => {
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

  test("F-18, F-19: updateQueue's response is the object in it, or undefined", () => {
    const schema = OPERATIONS.updateQueue.responseSchema;
    expect(schema.parse({ concurrency: 2, later: 1 })).toEqual({
      concurrency: 2,
      additionalFields: { later: 1 },
    });
    for (const body of ["OK", "", null, [], 3, undefined]) expect(schema.parse(body)).toBeUndefined();
  });
});
