import { UNKNOWN } from "../../../src/plugin/value";
import { TEST_RUN_DATA_SOURCE } from "../../../src/provider/data-sources/test-run-data-source";
import { failure, QUEUE, type Step } from "../../reconcile/support/steps";
import { IDENTITY } from "../support/queue-values";
import { readDataSource, validateDataSource } from "../support/read-data-source";

const RUN = {
  requiredStatuses: ["ci/build", "ci/test"],
  requiredStatusesSource: "merge_instance",
  testBranch: "queue/7",
  testBranchSha: "0f".repeat(20),
  createdAt: "2026-01-01T00:00:00Z",
  status: "in_progress",
  checkSuites: [{ checkRuns: [{ name: "ci/build" }, { name: "ci/test" }] }, { checkRuns: [] }],
};

const SHOWN = {
  ...IDENTITY,
  test_run_id: "run-1",
  required_statuses: ["ci/build", "ci/test"],
  required_statuses_source: "merge_instance",
  test_branch: "queue/7",
  test_branch_sha: "0f".repeat(20),
  created_at: "2026-01-01T00:00:00Z",
  status: "in_progress",
  check_suites: [{ check_runs: [{ name: "ci/build" }, { name: "ci/test" }] }, { check_runs: [] }],
  status_checks: null,
  tested_pull_requests: null,
  additional_details: null,
};

function read(response: unknown) {
  const request = { ...QUEUE, testRunId: "run-1" };
  const step: Step = { operation: "getMergeQueueTestingDetails", request, response };
  return readDataSource(TEST_RUN_DATA_SOURCE, [step], { test_run_id: "run-1" });
}

describe("mergequeue_test_run", () => {
  test("shows the fields of the interface", async () => {
    const { state, diagnostics } = await read(RUN);
    expect(diagnostics).toEqual([]);
    expect(state).toEqual(SHOWN);
  });

  test("live answers: the worst report of each status counts, and the file has their word for it", async () => {
    const url = "https://ci.example.org/1";
    const { state } = await read({
      ...RUN,
      requiredStatusesSource: "trunk_config",
      checkSuites: [{ checkRuns: [] }],
      statusChecks: [
        { context: "ci/build", url: "https://ci.example.org/0", state: "SUCCESS" },
        { context: "ci/build", url, state: "PENDING" },
        { context: "ci/build", url, state: "PENDING" },
        { context: "ci/build", state: "SUCCESS" },
        { context: "lint", state: "EXPECTED" },
        { context: 7 },
      ],
      testedPullRequests: [{ prNumber: 7, prUrl: "https://git.example.org/7", title: "Fix" }, {}],
    });
    expect(state).toEqual({
      ...SHOWN,
      required_statuses_source: "service_config",
      check_suites: [{ check_runs: [] }],
      status_checks: [
        { context: "ci/build", state: "pending", count: 2, total: 4, url },
        { context: "lint", state: "expected", count: 1, total: 1, url: null },
      ],
      tested_pull_requests: [{ number: 7, title: "Fix", url: "https://git.example.org/7" }],
    });
  });

  test("fields that are not in the interface are shown by wire name", async () => {
    const { state } = await read({ ...RUN, impactedTargets: ["//web"], failedStatus: null });
    expect(state).toEqual({
      ...SHOWN,
      additional_details: {
        dynamic: ["object", { impactedTargets: ["tuple", ["string"]], failedStatus: "dynamic" }],
        value: { impactedTargets: ["//web"], failedStatus: null },
      },
    });
  });

  test.each([
    [
      [{ checkRuns: [{ name: "ci/test", conclusion: "failure" }] }],
      { name: "ci/test", conclusion: "failure" },
    ],
    [[{ checkRuns: [{ name: "ci/test" }], id: 4 }], { name: "ci/test" }],
  ])("check suites with more than names are shown completely: %j", async (checkSuites, checkRun) => {
    const { state } = await read({ ...RUN, checkSuites });
    expect(state).toMatchObject({
      check_suites: [{ check_runs: [{ name: "ci/test" }] }],
      additional_details: { value: { checkSuites: [{ checkRuns: [checkRun] }] } },
    });
  });

  test("F-17: fields that the service omits are null", async () => {
    const { state } = await read({});
    const nothing = Object.fromEntries(Object.keys(SHOWN).map((name) => [name, null]));
    expect(state).toEqual({ ...nothing, ...IDENTITY, test_run_id: "run-1" });
  });

  test("F-16: a run that does not exist is an error at test_run_id that names it", async () => {
    const { state, diagnostics } = await read(failure("not_found"));
    expect(state).toBeNull();
    expect(diagnostics).toMatchObject([{ path: [{ attribute: "test_run_id" }] }]);
    const absent = 'Test run "run-1" of queue "github.com/acme/web/main" was not found.';
    expect(diagnostics[0]?.detail).toContain(absent);
  });

  test("C-21: the id must be there and not empty; unknown passes", async () => {
    expect(await validateDataSource(TEST_RUN_DATA_SOURCE, { test_run_id: "" })).toEqual([
      "test_run_id: The id of the test run must not be empty.",
    ]);
    expect(await validateDataSource(TEST_RUN_DATA_SOURCE, { test_run_id: null, repo: null })).toEqual([
      "repo: It is required, and must not be null.",
      "test_run_id: It is required, and must not be null.",
    ]);
    expect(await validateDataSource(TEST_RUN_DATA_SOURCE, { test_run_id: UNKNOWN })).toEqual([]);
  });
});
