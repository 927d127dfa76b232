import { toSecondConfig } from "../../../src/queue/second-settings";
import { ASSUMED_DEFAULTS } from "../../../src/queue/settings";
import { SECOND_OPERATIONS, type SecondName } from "../../../src/wire/second/operations";

const REPOSITORY = "7c9e6679-7425-40de-944b-e07fc1f90ae7";

const REPORT = { repositoryId: REPOSITORY, targetBranch: "main", sha: "a1", number: 7 };
const IN_RANGE = "Must be a whole number from 1 to 10000000.";

describe("operations of the second interface", () => {
  test("each is in the table under its method and path", () => {
    for (const [name, operation] of Object.entries(SECOND_OPERATIONS)) {
      expect(name).toBe(`${operation.method} ${operation.path}`);
      expect(operation.name).toBe(name);
    }
  });

  test.each<[SecondName, object]>([
    ["GET /merge-queues", { limit: 100, repositoryId: REPOSITORY, targetBranch: "main" }],
    ["GET /merge-queues", { limit: "100", includeTotal: "true" }],
    ["POST /merge-queues", { repositoryId: REPOSITORY, targetBranch: "main", mode: "graph", concurrency: 3 }],
    ["GET /merge-queues/{id}/pull-requests", { id: "Q", state: "notReady,pending" }],
    ["GET /pull-requests", { repositoryId: REPOSITORY, number: "7,8" }],
    ["GET /pull-requests", { repositoryId: REPOSITORY, number: [7, 8] }],
    ["POST /merge-queues/{id}/pull-requests", { id: "Q", number: 7, priorityValue: 0, direct: true }],
    ["PATCH /pull-requests/{id}/queue-entry", { id: REPOSITORY, allowBatching: false }],
    ["PUT /impacted-targets", { ...REPORT, impactedTargets: [] }],
  ])("%s takes %j", (name, request) => {
    expect(SECOND_OPERATIONS[name].requestSchema.safeParse(request).error).toBeUndefined();
  });

  test.each<[SecondName, object, string]>([
    ["GET /merge-queues", { targetBranch: "main" }, "targetBranch needs repositoryId."],
    ["GET /merge-queues", { limit: "0" }, "Must be a whole number from 1 to 100."],
    ["GET /merge-queues", { limit: "1e1" }, "Must be a whole number from 1 to 100."],
    ["GET /merge-queues", { includeTotal: "yes" }, "Invalid input"],
    ["POST /merge-queues", { repositoryId: "x", targetBranch: "main" }, "Must be a UUID."],
    ["POST /merge-queues", { repositoryId: REPOSITORY, targetBranch: "main", batch: true }, "Invalid input"],
    ["GET /pull-requests", { repositoryId: REPOSITORY, number: "x" }, IN_RANGE],
    ["POST /merge-queues/{id}/pull-requests", { id: "Q", number: 0 }, IN_RANGE],
    [
      "POST /merge-queues/{id}/pull-requests",
      { id: "Q", number: 7, priorityValue: 1, priorityName: "high" },
      "Must have at most one of priorityValue and priorityName.",
    ],
    [
      "GET /pull-requests",
      { repositoryId: REPOSITORY, number: "7", baseBranch: "main" },
      "baseBranch needs branch.",
    ],
    ["GET /pull-requests/{id}/queue-entry-history", { id: "x" }, "Must be a UUID."],
    [
      "POST /pull-requests/{id}/reprioritize",
      { id: REPOSITORY },
      "Must have exactly one of priorityValue and priorityName.",
    ],
    ["PATCH /pull-requests/{id}/queue-entry", { id: REPOSITORY }, "Must have at least one field."],
    [
      "PUT /impacted-targets",
      { ...REPORT, branch: "x", impactedTargets: [] },
      "Must have exactly one of number and branch.",
    ],
    ["PUT /impacted-targets", REPORT, "Must have exactly one of impactedTargets and impactsAllTargets."],
  ])("%s refuses %j", (name, request, message) => {
    const { error } = SECOND_OPERATIONS[name].requestSchema.safeParse(request);
    expect(error?.issues.map((issue) => issue.message)).toContain(message);
  });

  const parseConfig = (config: object) => {
    const { requestSchema, bodySchema = requestSchema } =
      SECOND_OPERATIONS["PATCH /merge-queues/{id}/config"];
    return bodySchema.safeParse({ id: "Q", ...config });
  };

  test("a body of settings takes the converted settings of a new queue", () => {
    const config = toSecondConfig(ASSUMED_DEFAULTS);
    expect(config).toMatchObject({
      allowBatching: false,
      notReadyTimeoutMinutes: 1440,
      testBranchConstructionMode: "renameTempBranch",
    });
    expect(parseConfig(config).error).toBeUndefined();
  });

  test.each([
    ["notReadyTimeoutMinutes", 90, "Must be a multiple of 60."],
    ["concurrency", 1001, "Must be a whole number from 1 to 1000."],
    ["enqueueingLabel", "", "Must not be empty."],
    ["requiredStatuses", Array.from({ length: 101 }, String), "Must have at most 100 elements."],
    ["batchingRules", [{ targetPattern: "*", policy: "isolate" }], expect.stringContaining("pattern")],
    [
      "batchingRules",
      Array.from({ length: 101 }, () => ({ targetPattern: "a", policy: "isolate" })),
      "Must have at most 100 elements.",
    ],
    ["mergeMethod", "merge_commit", "Invalid input"],
    ["areCommentsEnabled", 1, "Invalid input"],
    ["mode", "graph", "Invalid input"],
  ])("a body of settings refuses %s (case %#)", (name, value, message) => {
    expect(parseConfig({ [name]: value }).error?.issues.map((issue) => issue.message)).toContainEqual(
      message,
    );
  });
});
