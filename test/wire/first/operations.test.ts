import { OPERATIONS, type OperationName } from "../../../src/wire/first/operations";
import { QUEUE } from "../../api/support/exchanges";
import { ALL_SETTINGS } from "../../support/all-settings";

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
  payload: { metrics: [{ k: "cpu", v: 0.5 }], tags: [] },
  sequence: { ...EVENT.sequence, payload: { tags: [{ k: "runner", v: 4 }] } },
};

/** Returns JSON with another value at a path. */
function replaceAt(json: unknown, [key = "", ...rest]: readonly string[], value: unknown): unknown {
  const inner: unknown = (json as Readonly<Record<string, unknown>>)[key];
  const next = rest.length === 0 ? value : replaceAt(inner, rest, value);
  return Array.isArray(json)
    ? json.map((each: unknown, index) => (String(index) === key ? next : each))
    : { ...(json as object), [key]: next };
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
  getSubmittedPullRequests: { ...QUEUE, prs: [{ number: 7 }] },
  listPullRequests: QUEUE,
  getMergeQueueTestingDetails: { ...QUEUE, testRunId: "run-1" },
  listMergeQueueTestingResults: { ...QUEUE, since: "2026-01-31T08:00:00Z" },
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
      const module = await import("../../../src/wire/first/setting-schema");
      const make = jest.spyOn(module, "toSettingFields");
      const { OPERATIONS: fresh } = await import("../../../src/wire/first/operations");
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
    for (const field of Object.keys(SMALLEST[name]))
      expect(accepts(name, { ...SMALLEST[name], [field]: undefined })).toBe(false);
  });

  test.each([...ON_QUEUES, "trackEvents"] as OperationName[])(
    "%s takes a repository of three parts",
    (name) => {
      const { host, owner } = QUEUE.repo;
      for (const repo of [{ ...QUEUE.repo, surprise: 1 }, { host, owner }, "acme/web"])
        expect(accepts(name, { ...SMALLEST[name], repo })).toBe(false);
    },
  );

  const LARGEST = 4_294_967_295;
  const ZERO = ["testingTimeoutMinutes", "pendingFailureDepth", "notReadyTimeoutHours"];
  const NO_INTEGERS = [1.5, LARGEST + 1, NaN, Infinity, "1", null, true];
  const ofType = (type: string): string[] =>
    Object.entries(ALL_SETTINGS).flatMap(([name, value]) => (typeof value === type ? [name] : []));
  const toWordCase = (setting: string, ...words: readonly string[]): FieldCase => {
    const [first = ""] = words;
    const mixed = first.charAt(0).toUpperCase() + first.slice(1);
    const capitals = words.map((word) => word.toUpperCase());
    return ["updateQueue", setting, [...words, ...capitals], ["switching_modes", "", null, 1, mixed]];
  };

  /** Valid and invalid values of a field. */
  type FieldCase = [
    name: OperationName,
    path: string,
    taken: readonly unknown[],
    refused: readonly unknown[],
  ];
  const PULL_REQUEST_CASES = NAMES.filter((name) => "pr" in SMALLEST[name]).flatMap((name): FieldCase[] => {
    const isBranchTaken = name === "getSubmittedPullRequest";
    return [
      [name, "pr", [{ number: 0 }, { number: LARGEST }], [{ number: 1, branch: "x" }, {}, 1]],
      [name, "pr", [], [-1, ...NO_INTEGERS].map((number) => ({ number }))],
      [name, "pr", isBranchTaken ? [{ branch: "a/x" }] : [], isBranchTaken ? [] : [{ branch: "a/x" }]],
    ];
  });
  const FIELDS: readonly FieldCase[] = [
    ...["host", "owner", "name"].map((part): FieldCase => {
      return ["getQueue", `repo.${part}`, ["a"], ["", "a/b", "a b", 1, null, undefined]];
    }),
    // Existing queues can be read and deleted, even if a new one could not have that branch.
    ["getQueue", "targetBranch", ["release/1.x", "refs/heads/main"], ["release 1", ""]],
    ...ofType("number").map(
      (name): FieldCase =>
        ZERO.includes(name)
          ? ["updateQueue", name, [0, 1, LARGEST], [-1, ...NO_INTEGERS]]
          : ["updateQueue", name, [1, LARGEST], [0, -1, ...NO_INTEGERS]],
    ),
    ...[...ofType("boolean"), "deleteRequiredStatuses"].map((name): FieldCase => {
      return ["updateQueue", name, [true, false], ["true", 1, null]];
    }),
    toWordCase("state", "running", "paused", "draining"),
    toWordCase("mode", "single", "parallel"),
    toWordCase("directMergeMode", "off", "always"),
    toWordCase("optimizationMode", "off", "bisection_skip_redundant_tests"),
    toWordCase("mergeMethod", "merge_commit", "squash", "rebase"),
    ["updateQueue", "requiredStatuses", [[], ["ci"], ["a", "a"]], ["ci", [""], [" "], [null], [1], null]],
    ...Object.entries(ALL_SETTINGS).map(([name, value]): FieldCase => {
      const isTaken = name === "mode" || name === "concurrency";
      return ["createQueue", name, isTaken ? [value] : [], isTaken ? [] : [value]];
    }),
    ["createQueue", "additionalSettings", [], [{ labels: [] }]],
    ...PULL_REQUEST_CASES,
    ["getSubmittedPullRequest", "pr.branch", [], ["", 1, null]],
    [
      "listPullRequests",
      "state",
      "not_ready pending testing tests_passed merged failed cancelled PENDING_FAILURE".split(" "),
      ["Pending", "open", "", null, 1],
    ],
    ["listPullRequests", "take", [1, 50, 100], [0, 101, 1.5, "50", null]],
    ...(
      [
        ["listPullRequests", "since"],
        ["listPullRequests", "until"],
        ["listMergeQueueTestingResults", "since"],
        ["listMergeQueueTestingResults", "until"],
      ] as const
    ).map(([name, field]): FieldCase => {
      const taken = ["2026-01-31T08:00:00Z", "2026-01-31T08:00:00.123Z", "2026-01-31T08:00:00+05:30"];
      const refused = ["2026-01-31", "2026-02-30T08:00:00Z", "2026-01-31T08:00:00", "yesterday", 0, ""];
      return [name, field, taken, refused];
    }),
    [
      "listPullRequests",
      "cursor",
      ["123e4567-e89b-12d3-a456-426614174ABC", "00000000-0000-0000-0000-000000000000"],
      ["next", "", "123e4567e89b12d3a456426614174000", 7, null],
    ],
    ["listMergeQueueTestingResults", "take", [1, 100], [0, 101, 1.5, "50", null]],
    ["listMergeQueueTestingResults", "offset", [0, 1000], [-1, 1.5, "1", null]],
    [
      "getSubmittedPullRequests",
      "prs",
      [[{ number: 0 }, { number: LARGEST }], Array.from({ length: 50 }, (_, number) => ({ number }))],
      [[], Array.from({ length: 51 }, (_, number) => ({ number })), [{ branch: "x" }], [1], null],
    ],
    ...["includeTimeline", "includeEstimatedTimeToMerge"].map((field): FieldCase => {
      return ["getSubmittedPullRequest", field, [true, false], ["true", 1, null]];
    }),
    ["getSubmittedPullRequests", "includeTimeline", [true], ["true", null]],
    ["getMergeQueueTestingDetails", "testRunId", ["r"], ["", 1, null]],
    [
      "setImpactedTargets",
      "impactedTargets",
      ["ALL", [], ["//web:app", "ALL"]],
      ["all", "//web:app", [""], [1], null, {}],
    ],
    ["setImpactedTargets", "pr.sha", ["0123abc"], [""]],
    [
      "updateQueue",
      "batchingRules",
      [[], [{ targetPattern: "//db/*", policy: "isolate" }], [{ targetPattern: "a", policy: "ISOLATE" }]],
      [[{ targetPattern: "*", policy: "isolate" }], "x", null],
    ],
    ["submitPullRequest", "priority", [0, LARGEST, "high", null], [-1, LARGEST + 1, 0.5, true, {}]],
    ["submitPullRequest", "priority", [undefined], []],
    ["submitPullRequest", "noBatch", [true], ["yes"]],
    ["cancelPullRequest", "noBatch", [], [true]],
    ["trackEvents", "events.0.surprise", [], [1]],
    ...Object.keys(EVENT).map((field): FieldCase => ["trackEvents", `events.0.${field}`, [], [undefined]]),
    [
      "trackEvents",
      "events.0.sequence.platform",
      ["ci", "my_ci", "ci2_cloud"],
      ["", "My_ci", "my-ci", "my__ci", "_ci", "ci_", "2ci", "my ci", "ci\n", null],
    ],
    ["trackEvents", "events.0.sequence.key", ["k", "k".repeat(127)], ["", "k".repeat(128)]],
    ["trackEvents", "events.0.createdAt", [0, EVENT.finishedAt], [EVENT.finishedAt + 1, -1, 0.5, "5"]],
    ["trackEvents", "events.0.finishedAt", [], [Infinity]],
    [
      "trackEvents",
      "events.0.conclusion",
      ["SUCCESS", "FAILURE", "CANCELLED", "TIMED_OUT", "SKIPPED", "timed_out"],
      ["Success", "timed out"],
    ],
    [
      "trackEvents",
      "events.0.payload.metrics",
      [[{ k: "cpu", v: 0.5 }]],
      [[{ k: "cpu", v: "0.5" }], undefined],
    ],
    ["trackEvents", "events.0.payload.metrics.0.v", [], [Infinity]],
    [
      "trackEvents",
      "events.0.payload.tags",
      [[{ k: "os", v: "linux" }]],
      [[{ k: "", v: 1 }], [{ k: "os", v: true }]],
    ],
    ["trackEvents", "events.0.sequence.payload.metrics", [], [[{ k: "cpu", v: 0.5 }]]],
  ];

  test.each(FIELDS)("%s takes for %s %j and not %j", (name, path, taken, refused) => {
    const body = name === "trackEvents" ? { repo: QUEUE.repo, events: [FULL_EVENT] } : SMALLEST[name];
    expect(accepts(name, body)).toBe(true);
    for (const value of taken)
      expect([value, accepts(name, replaceAt(body, path.split("."), value))]).toEqual([value, true]);
    for (const value of refused)
      expect([value, accepts(name, replaceAt(body, path.split("."), value))]).toEqual([value, false]);
  });

  test("words in upper or lower case are read as the interface spells them, and all else is unchanged", () => {
    const rules = [{ targetPattern: "//DB/*", policy: "isolate" }];
    const read = (name: OperationName, body: object) => OPERATIONS[name].requestSchema.parse(body);
    const shouted = { mergeMethod: "MERGE_COMMIT", state: "DRAINING", enqueueingLabel: "QUEUE" };
    const batchingRules = [{ targetPattern: "//DB/*", policy: "ISOLATE" }];
    expect(read("updateQueue", { ...QUEUE, ...shouted, batchingRules })).toEqual({
      ...QUEUE,
      ...{ mergeMethod: "merge_commit", state: "draining", enqueueingLabel: "QUEUE", batchingRules: rules },
    });
    const events = [{ ...EVENT, conclusion: "success" }];
    expect(read("trackEvents", { repo: QUEUE.repo, events })).toEqual({ repo: QUEUE.repo, events: [EVENT] });
  });

  test("getMergeQueueMetrics takes a repository as owner/name together with its host, or neither", () => {
    const repo = "acme/web";
    const repoHost = "github.com";
    expect(accepts("getMergeQueueMetrics", { repo, repoHost })).toBe(true);
    for (const half of [{ repo }, { repoHost }]) expect(accepts("getMergeQueueMetrics", half)).toBe(false);
    for (const wrong of ["acme", "/web", "acme/", "a/b/c", "acme/my web", "", 1])
      expect(accepts("getMergeQueueMetrics", { repo: wrong, repoHost })).toBe(false);
    for (const wrong of ["", "github.com/x", "git hub"])
      expect(accepts("getMergeQueueMetrics", { repo, repoHost: wrong })).toBe(false);
  });

  test("trackEvents takes an event with the required fields only", () => {
    expect(accepts("trackEvents", { repo: QUEUE.repo, events: [EVENT] })).toBe(true);
  });
});
