import { createView } from "../../../src/cli/print/create-view";
import type { PullRequestSurroundings } from "../../../src/cli/print/explain-pull-request";
import { printPullRequest, printPullRequests } from "../../../src/cli/print/print-pull-request";
import { TERMINAL } from "../fake-context";
import { makeView } from "../support/make-view";

const NOW_MS = Date.UTC(2026, 0, 31, 8);

describe("printPullRequests", () => {
  const onTerminal = createView({ environment: {}, nowMs: () => NOW_MS, terminal: TERMINAL });

  test("states have colours, and missing values are dashes", () => {
    const text = printPullRequests([{ prNumber: 7, state: "failed" }], onTerminal);
    expect(text.split("\n")[1]).toMatch(/^#7 +\u001b\[31mfailed\u001b\[39m +- +- +- +-$/);
  });

  test("where a date would not fit, only how long ago it was is shown", () => {
    const pullRequest = {
      prNumber: 123_456,
      state: "not_ready",
      prTitle: "Say goodbye to the old world",
      prAuthor: "dependabot[bot]",
      priorityName: "medium",
      stateChangedAt: "2026-01-31T07:57:00Z",
    };
    const print = (columns: number): string =>
      printPullRequests([pullRequest], makeView({ columns, nowMs: NOW_MS }));
    expect(print(120)).toContain("2026-01-31T07:57:00Z (3 min ago)\n");
    const [, line = ""] = print(80).split("\n");
    expect(line).toMatch(
      /^#123456 {2}not_ready {2}Say goodbye to the old w… {2}dependabot\[… {2}medium {4}3 min ago$/,
    );
  });

  test("F-17: a state that this version does not know is shown as it is", () => {
    const pullRequests = [{ prNumber: 7, state: "constructor", priorityValue: 5, skipTheLine: true }];
    const text = printPullRequests(pullRequests, onTerminal);
    expect(text.split("\n")[1]).toMatch(/^#7 +constructor +- +- +5, skips the line +-$/);
  });
});

describe("printPullRequest", () => {
  test("shows unknown fields, and dashes for missing ones", () => {
    const text = printPullRequest(
      "h/o/n/b",
      {
        prNumber: 7,
        prTitle: "Fix",
        additionalFields: { novelty: "\u001b" },
        readiness: { additionalFields: { approvals: 2 } },
      },
      makeView(),
    );
    expect(text).toContain("#7 Fix\nin queue h/o/n/b\n");
    expect(text).toMatch(/^ {2}novelty +\\x1b$/m);
    expect(text).toMatch(/^ {2}readiness\.approvals +2$/m);
  });

  test("one that is tested shows its checks; of a paused queue, the command that lets it run again", () => {
    const run = { checkSuites: [{ checkRuns: [{ name: "ci/build" }] }] };
    const print = (state: string, around: PullRequestSurroundings): string =>
      printPullRequest("h/o/n/b", { prNumber: 7, state }, makeView(), around);
    expect(print("pending", { queue: { state: "paused" }, run })).not.toMatch(/^CHECK/m);
    expect(print("pending", { queue: { state: "paused" } })).toContain(
      'Let the queue run again: mergequeue queue resume "h/o/n/b"\n',
    );
    expect(print("testing", { run })).toMatch(/^CHECK\nci\/build$/m);
  });

  test.each([
    [{ doesBaseBranchMatch: true, hostMergeability: "mergeable", requiresImpactedTargets: false }, undefined],
    [
      { doesBaseBranchMatch: false, hostMergeability: "in_progress", requiresImpactedTargets: true },
      "its base branch is not the queue's; the code host is still computing whether it can be merged; its impacted targets have not been reported",
    ],
    [
      { doesBaseBranchMatch: true, hostMergeability: "unspecified", requiresImpactedTargets: false },
      "the code host does not know yet whether it can be merged",
    ],
    [
      { doesBaseBranchMatch: true, hostMergeability: "quantum", requiresImpactedTargets: false },
      "its mergeability is quantum",
    ],
  ])("of a state that this version does not know, the readiness %j says %s", (readiness, shown) => {
    const text = printPullRequest("h/o/n/b", { prNumber: 7, readiness }, makeView());
    expect(/^ {2}why +(.*)$/m.exec(text)?.[1]).toBe(shown);
  });
});
