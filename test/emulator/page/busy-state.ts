import type { EngineState } from "../../../src/engine/engine-state";
import { createPageState, createQueue, makePart, NOW_MS, type SubmissionInput } from "./page-fixtures";

const MINUTE_MS = 60_000;
const REQUIRED = ["ci/build", "ci/test", "ci/lint"];

/** A state that contains everything that the page can show. */
export function createBusyState(): EngineState {
  type Left = "merged" | "failed" | "cancelled";
  const left = (number: number, state: Left, minutesAgo: number, reason: string): SubmissionInput => ({
    number,
    state,
    reason,
    submittedAtMs: NOW_MS - (minutesAgo + 37) * MINUTE_MS,
    stateChangedAtMs: NOW_MS - minutesAgo * MINUTE_MS,
  });
  const web = createQueue({
    settings: { mode: "parallel", concurrency: 4, batch: true, batchingMinSize: 3, pendingFailureDepth: 2 },
    submissions: [
      left(101, "merged", 190, "Merged."),
      left(102, "failed", 64, "The required status ci/test failed."),
      left(103, "merged", 61, "Merged."),
      left(104, "cancelled", 12, "Cancelled by a request."),
      left(105, "merged", 3, "Merged."),
      {
        number: 106,
        state: "tests_passed",
        reason: "Its tests passed; it merges when what is ahead has merged.",
        pullRequest: { title: "Move the session store to its own package" },
      },
      {
        number: 107,
        state: "pending_failure",
        reason: "The required status ci/test failed; 1 more pull request on top of it must finish first.",
        pullRequest: { title: "Retry uploads that were interrupted", author: "grace" },
      },
      ...[108, 109, 110].map((number) => ({
        number,
        state: "testing" as const,
        reason: "Is being tested on top of #106 and #107.",
        pullRequest: { title: `Part ${number - 107} of the new checkout`, author: "edsger" },
      })),
      ...[111, 112].map((number) => ({
        number,
        state: "testing" as const,
        reason: "The batch failed (ci/build); its halves are tested to find out why.",
        pullRequest: { title: `Upgrade the ${number === 111 ? "router" : "test runner"}`, author: "barbara" },
      })),
      {
        number: 113,
        priority: { value: 0, name: "urgent" },
        reason: "Waits for a slot: 4 of 4 are in use.",
        pullRequest: { title: "Hotfix: do not charge twice", headBranch: "hotfix/charge-twice" },
      },
      {
        number: 114,
        noBatch: true,
        reason: "Waits for #108, which impacts the same targets.",
        pullRequest: { title: "Rename the table of invoices without any downtime for those who read it" },
      },
      {
        number: 115,
        state: "not_ready",
        reason: "The code host says that it has conflicts with main.",
        pullRequest: { title: "Translate the settings page", mergeability: "not_mergeable" },
      },
      ...Array.from({ length: 40 }, (_, index) => ({ number: 116 + index, reason: "Waits for its turn." })),
    ],
    line: [
      { sequences: [6], phase: "passed", testRunId: "run-106" },
      { sequences: [7], phase: "pending_failure", testRunId: "run-107", beneath: [6] },
      { sequences: [8, 9, 10], phase: "testing", testRunId: "run-108", beneath: [6, 7] },
      {
        sequences: [11, 12],
        phase: "bisecting",
        beneath: [],
        parts: [makePart(2, 11, "testing", "run-111"), makePart(3, 12, "waiting")],
      },
    ],
    runs: [
      {
        id: "run-106",
        sequences: [6],
        status: "succeeded",
        concludedAtMs: NOW_MS - 10_000,
        requiredStatuses: REQUIRED,
        checks: REQUIRED.map((name) => ({ name, conclusion: "success", reportedAtMs: NOW_MS })),
      },
      {
        id: "run-107",
        sequences: [7],
        status: "failed",
        concludedAtMs: NOW_MS - 20_000,
        requiredStatuses: REQUIRED,
        failedStatus: "ci/test",
        checks: [
          { name: "ci/build", conclusion: "success", reportedAtMs: NOW_MS },
          { name: "ci/test", conclusion: "timed_out", reportedAtMs: NOW_MS },
        ],
      },
      {
        id: "run-108",
        sequences: [8, 9, 10],
        requiredStatuses: REQUIRED,
        checks: [
          { name: "ci/lint", conclusion: "skipped", reportedAtMs: NOW_MS },
          { name: "coverage", conclusion: "failure", reportedAtMs: NOW_MS },
        ],
      },
      { id: "run-111", sequences: [11], isBisection: true, requiredStatuses: REQUIRED },
    ],
    totals: { merged: 1203, failed: 14, cancelled: 6 },
  });
  const api = createQueue({
    id: "git.example.com/platform/api/release/2.x",
    settings: { state: "paused", concurrency: 1 },
    submissions: [{ number: 7, reason: "The queue is paused." }],
  });
  return createPageState(web, api, createQueue({ id: "github.com/acme/docs/main" }));
}
