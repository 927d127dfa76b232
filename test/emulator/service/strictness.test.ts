import { listTrackedEvents } from "../../../src/emulator/responses/list-tracked-events";
import { handleRequest } from "../../../src/emulator/service/handle-request";
import { listEnqueued } from "../../../src/engine/list-enqueued";
import { createService, request } from "../service-fixtures";

/**
 * What the interface says of every request field, written down by hand (interface, sections "Endpoints" and
 * "Limits"), so that the service is not measured by its own tables.
 */
const ENUMS: Readonly<Record<string, readonly string[]>> = {
  state: ["running", "paused", "draining"],
  mode: ["single", "parallel"],
  directMergeMode: ["off", "always"],
  optimizationMode: ["off", "bisection_skip_redundant_tests"],
  mergeMethod: ["merge_commit", "squash", "rebase"],
};
const INTEGERS = [
  "concurrency",
  "bisectionConcurrency",
  "testingTimeoutMinutes",
  "pendingFailureDepth",
  "batchingMaxWaitTimeMinutes",
  "batchingMinSize",
];
const BOOLEANS = [
  "canOptimisticallyMerge",
  "batch",
  "commentsEnabled",
  "commandsEnabled",
  "createPrsForTestingBranches",
  "statusCheckEnabled",
  "deleteRequiredStatuses",
];
/** The fields that each operation requires besides repository and target branch. */
const QUEUE_OPERATIONS: Readonly<Record<string, object>> = {
  createQueue: {},
  getQueue: {},
  updateQueue: {},
  deleteQueue: {},
  submitPullRequest: { pr: { number: 1 } },
  cancelPullRequest: { pr: { number: 1 } },
  restartTestsOnPullRequest: { pr: { number: 1 } },
  getSubmittedPullRequest: { pr: { number: 1 } },
  listPullRequests: {},
  getMergeQueueTestingDetails: { testRunId: "1" },
  setImpactedTargets: { pr: { number: 1 }, impactedTargets: "ALL" },
};
const ALL_OPERATIONS = Object.keys(QUEUE_OPERATIONS);

const REPO = { host: "github.com", owner: "acme", name: "web" };
const QUEUE = { repo: REPO, targetBranch: "main" };

const GOOD_INTEGERS = [1, 2, 4_294_967_295];
const BAD_INTEGERS = [0, -1, 1.5, 4_294_967_296, 9_007_199_254_740_993, "1", true, null, [1], {}];
const BAD_BOOLEANS = ["true", 0, 1, null, [], {}];
const BAD_STRINGS = [1, true, null, ["x"], {}];

const service = createService();

beforeEach(() => {
  service.engine.apply({ type: "createQueue", identity: QUEUE, settings: {} });
});

/** Posts text and returns the status. */
function post(operation: string, text: string): number {
  return handleRequest(service, request(operation, text)).status;
}

/** Posts several bodies and returns those that got another status than expected. */
function findOthers(status: number, operation: string, bodies: readonly object[]): string[] {
  const others: string[] = [];
  for (const body of bodies) {
    const text = JSON.stringify(body);
    const actual = post(operation, text);
    if (actual !== status) others.push(`${actual} for ${text}`);
  }
  return others;
}

describe("every operation", () => {
  /** A complete request for any operation, without the fields that the operation does not take. */
  function complete(operation: string): Record<string, unknown> {
    return { ...QUEUE, ...QUEUE_OPERATIONS[operation] };
  }

  test.each(ALL_OPERATIONS)("%s needs each of its required fields", (operation) => {
    const body = complete(operation);
    const incomplete = Object.keys(body).map((name) =>
      Object.fromEntries(Object.entries(body).filter(([key]) => key !== name)),
    );
    const withoutPart = Object.keys(REPO).map((part) => ({
      ...body,
      repo: Object.fromEntries(Object.entries(REPO).filter(([key]) => key !== part)),
    }));
    expect(findOthers(400, operation, [...incomplete, ...withoutPart])).toEqual([]);
  });

  test.each(ALL_OPERATIONS)("%s takes strings only for repository and branch", (operation) => {
    const bodies = BAD_STRINGS.flatMap((bad) => [
      { ...complete(operation), targetBranch: bad },
      { ...complete(operation), repo: bad },
      ...Object.keys(REPO).map((part) => ({ ...complete(operation), repo: { ...REPO, [part]: bad } })),
    ]);
    expect(findOthers(400, operation, bodies)).toEqual([]);
  });

  test.each(ALL_OPERATIONS)("%s refuses fields that it does not know, at any depth", (operation) => {
    const bodies = [
      { ...complete(operation), colour: "red" },
      { ...complete(operation), repo: { ...REPO, id: 1 } },
    ];
    expect(findOthers(400, operation, bodies)).toEqual([]);
  });

  test.each(ALL_OPERATIONS)("%s refuses everything but a JSON object", (operation) => {
    const texts = ["", "null", "[]", '"text"', "1", "{", "{'repo':1}", "\ufeff{}"];
    const statuses = texts.map((text) => post(operation, text));
    expect(statuses).toEqual(texts.map(() => 400));
  });
});

describe("updateQueue", () => {
  test.each(INTEGERS)("%s takes whole numbers from 1 to 4294967295 and nothing else", (name) => {
    expect(
      findOthers(
        200,
        "updateQueue",
        GOOD_INTEGERS.map((good) => ({ ...QUEUE, [name]: good })),
      ),
    ).toEqual([]);
    expect(
      findOthers(
        400,
        "updateQueue",
        BAD_INTEGERS.map((bad) => ({ ...QUEUE, [name]: bad })),
      ),
    ).toEqual([]);
  });

  test.each(BOOLEANS)("%s takes true and false and nothing else", (name) => {
    expect(
      findOthers(
        200,
        "updateQueue",
        [true, false].map((good) => ({ ...QUEUE, [name]: good })),
      ),
    ).toEqual([]);
    expect(
      findOthers(
        400,
        "updateQueue",
        BAD_BOOLEANS.map((bad) => ({ ...QUEUE, [name]: bad })),
      ),
    ).toEqual([]);
  });

  test.each(Object.entries(ENUMS))("%s takes its words in their spelling and nothing else", (name, words) => {
    expect(
      findOthers(
        200,
        "updateQueue",
        words.map((good) => ({ ...QUEUE, [name]: good })),
      ),
    ).toEqual([]);
    const bad = ["", "other", "switching_modes", ...words.map((word) => word.toUpperCase()), ...BAD_STRINGS];
    expect(
      findOthers(
        400,
        "updateQueue",
        bad.map((value) => ({ ...QUEUE, [name]: value })),
      ),
    ).toEqual([]);
  });

  test("requiredStatuses takes lists of strings and nothing else", () => {
    const good = [[], ["ci/build"], ["a", "b", "a"]];
    expect(
      findOthers(
        200,
        "updateQueue",
        good.map((value) => ({ ...QUEUE, requiredStatuses: value })),
      ),
    ).toEqual([]);
    const bad = [null, "ci", {}, [1], [null], [["a"]], 1];
    expect(
      findOthers(
        400,
        "updateQueue",
        bad.map((value) => ({ ...QUEUE, requiredStatuses: value })),
      ),
    ).toEqual([]);
  });

  test("S-13: numbers that JSON can write but a double cannot store are refused", () => {
    const text = JSON.stringify({ ...QUEUE, concurrency: "NUMBER" });
    for (const number of ["1e999", "-0", "1e10", "0.1e0", "9007199254740993"]) {
      expect(post("updateQueue", text.replace('"NUMBER"', number))).toBe(400);
    }
    // The same whole number in another spelling is the same number.
    expect(post("updateQueue", text.replace('"NUMBER"', "2e1"))).toBe(200);
    expect(service.engine.tryFindQueue(QUEUE)?.settings.concurrency).toBe(20);
  });

  test("a request that is refused changes nothing, also if a part of it is right", () => {
    const before = service.engine.tryFindQueue(QUEUE);
    post("updateQueue", JSON.stringify({ ...QUEUE, batch: true, concurrency: 0 }));
    expect(service.engine.tryFindQueue(QUEUE)).toBe(before);
  });
});

describe("createQueue", () => {
  const fresh = { ...QUEUE, targetBranch: "fresh" };

  afterEach(() => {
    service.engine.apply({ type: "deleteQueue", identity: fresh });
  });

  test("takes mode and concurrency within their ranges", () => {
    const bad = [
      ...BAD_INTEGERS.map((value) => ({ ...fresh, concurrency: value })),
      ...["", "PARALLEL", ...BAD_STRINGS].map((value) => ({ ...fresh, mode: value })),
    ];
    expect(findOthers(400, "createQueue", bad)).toEqual([]);
    expect(
      findOthers(200, "createQueue", [{ ...fresh, mode: "parallel", concurrency: 4_294_967_295 }]),
    ).toEqual([]);
  });

  test("takes no other setting, not even with a value that it may have", () => {
    const values: [string, unknown][] = [
      ...INTEGERS.map((name): [string, unknown] => [name, 1]),
      ...BOOLEANS.map((name): [string, unknown] => [name, true]),
      ...Object.entries(ENUMS).map(([name, words]): [string, unknown] => [name, words[0]]),
      ["requiredStatuses", []],
    ];
    const others = values.filter(([name]) => name !== "mode" && name !== "concurrency");
    expect(others).toHaveLength(17);
    const bodies = others.map(([name, value]) => ({ ...fresh, [name]: value }));
    expect(findOthers(400, "createQueue", bodies)).toEqual([]);
  });
});

describe("pull requests", () => {
  const NUMBERED = Object.keys(QUEUE_OPERATIONS).filter((name) => "pr" in (QUEUE_OPERATIONS[name] ?? {}));

  /** Removes the queue and all that it has seen; the next test begins with a new one. */
  function forgetQueue(): void {
    const queue = service.engine.tryFindQueue(QUEUE);
    for (const { number } of queue === undefined ? [] : [...listEnqueued(queue)]) {
      service.engine.apply({ type: "cancelPullRequest", identity: QUEUE, number });
    }
    service.engine.apply({ type: "deleteQueue", identity: QUEUE });
  }

  beforeAll(forgetQueue);

  afterEach(forgetQueue);

  test.each([0, 1, 4_294_967_295, "0", "5", "007", "4294967295"])("pr.number may be %j", (number) => {
    const body = JSON.stringify({ ...QUEUE, pr: { number } });
    const statuses: number[] = [];
    for (const operation of [
      "submitPullRequest",
      "restartTestsOnPullRequest",
      "getSubmittedPullRequest",
      "cancelPullRequest",
    ]) {
      statuses.push(post(operation, body));
    }
    const targets = { ...QUEUE, pr: { number }, impactedTargets: [] };
    statuses.push(post("setImpactedTargets", JSON.stringify(targets)));
    expect(statuses).toEqual([200, 200, 200, 200, 200]);
  });

  test.each(NUMBERED)("%s refuses every other pr", (operation) => {
    const texts = ["", " 1", "-1", "+1", "1.0", "1e3", "0x1", "4294967296", "\uff11"];
    const numbers = [-1, 0.5, 4_294_967_296, ...texts, null, true, []];
    const rest = { ...QUEUE, ...QUEUE_OPERATIONS[operation] };
    const bad = [
      ...numbers.map((number) => ({ ...rest, pr: { number } })),
      ...[null, 1, "1", [], {}, { number: 1, branch: "x" }].map((pr) => ({ ...rest, pr })),
    ];
    expect(findOthers(400, operation, bad)).toEqual([]);
  });

  test("getSubmittedPullRequest accepts a head branch instead of a number", () => {
    const good = JSON.stringify({ ...QUEUE, pr: { branch: "pull-request-1" } });
    expect(post("getSubmittedPullRequest", good)).toBe(404);
    post("submitPullRequest", JSON.stringify({ ...QUEUE, pr: { number: 1 } }));
    expect(post("getSubmittedPullRequest", good)).toBe(200);
    const bad = ["", ...BAD_STRINGS].map((branch) => ({ ...QUEUE, pr: { branch } }));
    expect(findOthers(400, "getSubmittedPullRequest", bad)).toEqual([]);
  });

  test("priority accepts only whole numbers from 0, known words and null", () => {
    const submit = (number: number, priority: unknown): object => ({ ...QUEUE, pr: { number }, priority });
    const good = [0, 1, 4_294_967_295, "low", null].map((priority, index) => submit(index, priority));
    expect(findOthers(200, "submitPullRequest", good)).toEqual([]);
    const bad = [-1, 1.5, 4_294_967_296, true, [], {}, "no such word"].map((priority) => submit(9, priority));
    expect(findOthers(400, "submitPullRequest", bad)).toEqual([]);
  });

  test("noBatch accepts only true and false, and is shown", () => {
    const bad = BAD_BOOLEANS.map((noBatch) => ({ ...QUEUE, pr: { number: 1 }, noBatch }));
    expect(findOthers(400, "submitPullRequest", bad)).toEqual([]);
    post("submitPullRequest", JSON.stringify({ ...QUEUE, pr: { number: 1 }, noBatch: true }));
    const queue = service.engine.tryFindQueue(QUEUE);
    expect(queue === undefined ? [] : [...listEnqueued(queue)].map(({ noBatch }) => noBatch)).toEqual([true]);
  });

  test("impactedTargets accepts only ALL and lists of names", () => {
    const set = (impactedTargets: unknown): object => ({ ...QUEUE, pr: { number: 1 }, impactedTargets });
    expect(findOthers(200, "setImpactedTargets", ["ALL", [], ["a", "b", "a"]].map(set))).toEqual([]);
    const bad = ["all", "", "a", null, 1, true, {}, [1], [null], [""], [["a"]]].map(set);
    expect(findOthers(400, "setImpactedTargets", bad)).toEqual([]);
  });

  test("testRunId accepts only non-empty strings", () => {
    const ask = (testRunId: unknown): object => ({ ...QUEUE, testRunId });
    expect(findOthers(404, "getMergeQueueTestingDetails", [ask("any")])).toEqual([]);
    expect(findOthers(400, "getMergeQueueTestingDetails", ["", ...BAD_STRINGS].map(ask))).toEqual([]);
  });
});

describe("listPullRequests", () => {
  const list = (field: object): object => ({ ...QUEUE, ...field });

  test("take accepts 1 to 100", () => {
    const good = [1, 50, 100].map((take) => list({ take }));
    expect(findOthers(200, "listPullRequests", good)).toEqual([]);
    const bad = [0, 101, -1, 1.5, "1", null, true, []].map((take) => list({ take }));
    expect(findOthers(400, "listPullRequests", bad)).toEqual([]);
  });

  test("state accepts only the eight states of a pull request", () => {
    const words = [
      "not_ready",
      "pending",
      "testing",
      "tests_passed",
      "merged",
      "failed",
      "cancelled",
      "pending_failure",
    ];
    const good = words.map((state) => list({ state }));
    expect(findOthers(200, "listPullRequests", good)).toEqual([]);
    const bad = ["", "running", "MERGED", ...BAD_STRINGS].map((state) => list({ state }));
    expect(findOthers(400, "listPullRequests", bad)).toEqual([]);
  });

  test("since accepts only dates with a time and an offset", () => {
    const times = ["2026-01-31T08:00:00Z", "2026-01-31T08:00:00.123456Z", "2026-01-31T08:00:00+05:30"];
    const good = times.map((since) => list({ since }));
    expect(findOthers(200, "listPullRequests", good)).toEqual([]);
    const bad = [
      "",
      "yesterday",
      "2026-01-31",
      "2026-01-31T08:00:00",
      "2026-02-30T08:00:00Z",
      "2026-01-31T25:00:00Z",
      ...BAD_STRINGS,
    ];
    expect(
      findOthers(
        400,
        "listPullRequests",
        bad.map((since) => list({ since })),
      ),
    ).toEqual([]);
  });

  test("cursor accepts only cursors that a page returned", () => {
    const bad = ["", "1", "next", "6a3f1c7e-8a55-4d2b-9a39-0d3ab1c1ee11", ...BAD_STRINGS];
    expect(
      findOthers(
        400,
        "listPullRequests",
        bad.map((cursor) => list({ cursor })),
      ),
    ).toEqual([]);
  });
});

describe("trackEvents", () => {
  const SEQUENCE = { platform: "my_ci_2", kind: "job", key: "build", name: "Build" };
  const EVENT = {
    id: "1",
    chainId: "1",
    createdAt: 1,
    finishedAt: 1,
    conclusion: "SUCCESS",
    sequence: SEQUENCE,
  };

  function upload(event: object): object {
    return { repo: REPO, events: [event] };
  }

  test("accepts complete events, with and without optional fields", () => {
    const good = [
      EVENT,
      ...["SUCCESS", "FAILURE", "CANCELLED", "TIMED_OUT", "SKIPPED"].map((conclusion) => ({
        ...EVENT,
        conclusion,
      })),
      { ...EVENT, parent: { eventId: "0", sequenceKey: "build" } },
      {
        ...EVENT,
        payload: {
          metrics: [{ k: "a", v: -1.5 }],
          tags: [
            { k: "b", v: 1 },
            { k: "c", v: "" },
          ],
        },
      },
      { ...EVENT, sequence: { ...SEQUENCE, key: "k".repeat(127) } },
      { ...EVENT, sequence: { ...SEQUENCE, payload: { tags: [{ k: "b", v: "x" }] } } },
    ];
    expect(findOthers(200, "metrics/trackEvents", good.map(upload))).toEqual([]);
  });

  test("refuses every other event", () => {
    const bad: object[] = [
      ...Object.keys(EVENT).map((name) =>
        Object.fromEntries(Object.entries(EVENT).filter(([key]) => key !== name)),
      ),
      ...Object.keys(SEQUENCE).map((name) => ({
        ...EVENT,
        sequence: Object.fromEntries(Object.entries(SEQUENCE).filter(([key]) => key !== name)),
      })),
      { ...EVENT, id: "" },
      { ...EVENT, id: 1 },
      { ...EVENT, conclusion: "success" },
      { ...EVENT, createdAt: -1 },
      { ...EVENT, createdAt: 1.5 },
      { ...EVENT, createdAt: "2026-01-31T08:00:00Z" },
      { ...EVENT, createdAt: 2 },
      { ...EVENT, parent: { eventId: "0" } },
      { ...EVENT, parent: null },
      { ...EVENT, colour: "red" },
      { ...EVENT, payload: { metrics: [] } },
      { ...EVENT, payload: { metrics: [{ k: "a", v: "1" }], tags: [] } },
      { ...EVENT, payload: { metrics: [], tags: [{ k: "a", v: null }] } },
      ...["MyCi", "my-ci", "my ci", "_ci", "ci_", "my__ci", "2ci", ""].map((platform) => ({
        ...EVENT,
        sequence: { ...SEQUENCE, platform },
      })),
      { ...EVENT, sequence: { ...SEQUENCE, key: "k".repeat(128) } },
      { ...EVENT, sequence: { ...SEQUENCE, payload: { metrics: [], tags: [] } } },
    ];
    expect(findOthers(400, "metrics/trackEvents", bad.map(upload))).toEqual([]);
  });

  test("refuses the whole upload if one of its events is invalid", () => {
    const text = JSON.stringify({
      repo: REPO,
      events: [
        { ...EVENT, id: "whole" },
        { ...EVENT, id: "" },
      ],
    });
    expect(post("metrics/trackEvents", text)).toBe(400);
    const ids = listTrackedEvents(service.engine.state, REPO).map(({ id }) => id);
    expect(ids).not.toContain("whole");
  });

  test("requires a repository and a list", () => {
    const bad = [{ events: [] }, { repo: REPO }, { repo: REPO, events: {} }, { ...QUEUE, events: [] }];
    expect(findOthers(400, "metrics/trackEvents", bad)).toEqual([]);
  });
});
