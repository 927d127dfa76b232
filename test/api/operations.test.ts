import type { OperationName } from "../../src/api/operations";
import { OPERATIONS } from "../../src/api/operations";
import { SETTING_NAMES } from "../../src/queue/settings";

const QUEUE = { repo: { host: "github.com", owner: "acme", name: "web" }, targetBranch: "main" };

function accepts(name: OperationName, body: unknown): boolean {
  return OPERATIONS[name].requestSchema.safeParse(body).success;
}

describe("OPERATIONS", () => {
  test("R-1, R-2: only reading and writing absolute values may be repeated blindly", () => {
    const idempotent = Object.values(OPERATIONS).filter((operation) => operation.isIdempotent);
    expect(idempotent.map((operation) => operation.name).sort()).toEqual(["getQueue", "updateQueue"]);
  });

  test("K-8: only getQueue reads", () => {
    const reads = Object.values(OPERATIONS).filter((operation) => operation.isRead);
    expect(reads.map((operation) => operation.name)).toEqual(["getQueue"]);
  });

  test("F-19: every body but getQueue's may be anything", () => {
    const strict = Object.values(OPERATIONS).filter((operation) => !operation.isAnyBodyAccepted);
    expect(strict.map((operation) => operation.name)).toEqual(["getQueue"]);
  });

  test("each operation is found under its own name and path", () => {
    for (const [name, operation] of Object.entries(OPERATIONS)) {
      expect([operation.name, operation.path]).toEqual([name, `/${name}`]);
    }
  });
});

describe("request schemas", () => {
  test.each(Object.keys(OPERATIONS) as OperationName[])(
    "%s needs an identity and nothing that is unknown",
    (name) => {
      const body = { ...QUEUE, ...(name.endsWith("PullRequest") ? { pr: { number: 7 } } : {}) };
      expect(accepts(name, body)).toBe(true);
      expect(accepts(name, { ...body, surprise: 1 })).toBe(false);
      expect(accepts(name, { ...body, repo: { ...QUEUE.repo, surprise: 1 } })).toBe(false);
      expect(accepts(name, { ...body, repo: undefined })).toBe(false);
      expect(accepts(name, { ...body, targetBranch: undefined })).toBe(false);
      expect(accepts(name, {})).toBe(false);
      expect(accepts(name, null)).toBe(false);
    },
  );

  test.each(["host", "owner", "name"])("repo.%s is a string without slash or white space", (part) => {
    for (const value of ["", "a/b", "a b", 1, null, undefined]) {
      expect(accepts("getQueue", { ...QUEUE, repo: { ...QUEUE.repo, [part]: value } })).toBe(false);
    }
  });

  test("a target branch may have slashes but no white space", () => {
    expect(accepts("getQueue", { ...QUEUE, targetBranch: "release/1.x" })).toBe(true);
    expect(accepts("getQueue", { ...QUEUE, targetBranch: "release 1" })).toBe(false);
    expect(accepts("getQueue", { ...QUEUE, targetBranch: "" })).toBe(false);
  });

  const INTEGERS = [
    "concurrency",
    "bisectionConcurrency",
    "testingTimeoutMinutes",
    "pendingFailureDepth",
    "batchingMaxWaitTimeMinutes",
    "batchingMinSize",
  ];
  test.each(INTEGERS)("updateQueue takes %s from 1 to 4294967295", (name) => {
    for (const value of [1, 4_294_967_295])
      expect(accepts("updateQueue", { ...QUEUE, [name]: value })).toBe(true);
    for (const value of [0, -1, 1.5, 4_294_967_296, NaN, Infinity, "1", null, true]) {
      expect(accepts("updateQueue", { ...QUEUE, [name]: value })).toBe(false);
    }
  });

  const FLAGS = [
    "canOptimisticallyMerge",
    "batch",
    "createPrsForTestingBranches",
    "commentsEnabled",
    "commandsEnabled",
    "statusCheckEnabled",
    "deleteRequiredStatuses",
  ];
  test.each(FLAGS)("updateQueue takes %s as true or false", (name) => {
    for (const value of [true, false]) expect(accepts("updateQueue", { ...QUEUE, [name]: value })).toBe(true);
    for (const value of ["true", 1, null]) {
      expect(accepts("updateQueue", { ...QUEUE, [name]: value })).toBe(false);
    }
  });

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
    expect(others).toHaveLength(16);
    for (const name of others) {
      const value = INTEGERS.includes(name) ? 1 : FLAGS.includes(name) ? true : ["x"];
      expect(accepts("createQueue", { ...QUEUE, [name]: value })).toBe(false);
    }
  });

  test.each(["submitPullRequest", "cancelPullRequest"] as const)(
    "%s takes numbers from 0 to 4294967295",
    (name) => {
      for (const number of [0, 4_294_967_295]) expect(accepts(name, { ...QUEUE, pr: { number } })).toBe(true);
      for (const number of [-1, 1.5, 4_294_967_296, "1", null]) {
        expect(accepts(name, { ...QUEUE, pr: { number } })).toBe(false);
      }
      expect(accepts(name, { ...QUEUE, pr: { number: 1, branch: "x" } })).toBe(false);
      expect(accepts(name, { ...QUEUE, pr: 1 })).toBe(false);
    },
  );

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

  test("F-17: getQueue's answer passes with fields that are new, missing or of another type", () => {
    const item = { prNumber: 4, prTitle: 5, state: "levitating", extra: { deep: true } };
    const read = responseSchema.parse({ concurrency: "many", later: [1], enqueuedPullRequests: [item] });
    expect(read).toMatchObject({ concurrency: "many", later: [1] });
    expect(read.enqueuedPullRequests).toEqual([
      expect.objectContaining({
        prNumber: 4,
        prTitle: undefined,
        state: "levitating",
        extra: { deep: true },
      }),
    ]);
  });

  test.each([
    ["no list", {}],
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
    expect(read["polluted"]).toBeUndefined();
    expect(read.enqueuedPullRequests[0]).not.toHaveProperty("polluted");
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });

  test("F-18, F-19: updateQueue's answer is the object that came back, or undefined", () => {
    const schema = OPERATIONS.updateQueue.responseSchema;
    expect(schema.parse({ concurrency: 2, later: 1 })).toEqual({ concurrency: 2, later: 1 });
    for (const body of ["OK", "", null, [], 3, undefined]) expect(schema.parse(body)).toBeUndefined();
  });
});
