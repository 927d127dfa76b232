import { printTestRun } from "../../../src/cli/print/print-test-run";
import { makeView } from "../support/make-view";

describe("printTestRun", () => {
  test("what it tests is a table, and what it waits for are numbers", () => {
    const run = {
      pullRequests: [{ prNumber: 7, prTitle: "Fix\u001b", state: "testing" }, { prNumber: 8 }],
      waitingOn: [{ prNumber: 5 }, { prNumber: 6 }],
    };
    const text = printTestRun("run-1", { additionalFields: run }, makeView());
    expect(text).toContain(
      "\n\nNUMBER  STATE    TITLE\n#7      testing  Fix\\x1b\n#8      -        -\n\nNo checks",
    );
    expect(text).toMatch(/^ {2}waitingOn +#5, #6$/m);
  });

  test.each([[[7]], ["#7"], [{}]])(
    "F-17: pull requests in an unknown shape (%j) are shown unchanged",
    (pullRequests) => {
      const text = printTestRun("run-1", { additionalFields: { pullRequests } }, makeView());
      expect(text).toMatch(/^ {2}pullRequests +/m);
      expect(text).not.toContain("NUMBER");
    },
  );

  test("shows status, source, checks with all their fields, and unknown fields", () => {
    const run = {
      status: "failed",
      createdAt: "2026-01-31T07:00:00Z",
      requiredStatuses: ["ci/test"],
      requiredStatusesSource: "merge_instance",
      checkSuites: [
        { checkRuns: [{ name: "ci/test", additionalFields: { conclusion: "failure" } }] },
        { checkRuns: [{ name: "ci/lint", additionalFields: { status: "completed" } }] },
      ],
      additionalFields: { failedStatus: "ci/test" },
    };
    const text = printTestRun("run-1", run, makeView({ nowMs: Date.UTC(2026, 0, 31, 8) }));
    expect(text).toMatch(
      /^Test run run-1\n\n {2}status +failed\n {2}created +2026-01-31T07:00:00Z \(1 h ago\)\n/,
    );
    expect(text).toMatch(/^ {2}taken from +the queue's own configuration$/m);
    expect(text).toMatch(/^ {2}failedStatus +ci\/test$/m);
    expect(text).toMatch(/^CHECK +CONCLUSION +STATUS\nci\/test +failure +-\nci\/lint +- +completed\n$/m);
  });

  test("F-17: a run without known fields is still shown", () => {
    const text = printTestRun("run-1", {}, makeView());
    expect(text).toMatch(/^ {2}required statuses +-$/m);
    expect(text).toContain("No checks were reported.\n");
    const other = printTestRun("r", { requiredStatuses: [], requiredStatusesSource: "oracle" }, makeView());
    expect(other).toMatch(/^ {2}required statuses +none$/m);
    expect(other).toMatch(/^ {2}taken from +oracle$/m);
  });
});
