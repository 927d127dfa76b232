import type { SubmittedPullRequest } from "../../api/pull-request";
import { formatQueueId, type QueueIdentity } from "../../queue/queue-identity";
import type { View } from "../../report/terminal/view";
import { toCell } from "../../text/to-cell";
import { explainPullRequest, type PullRequestSurroundings } from "./explain-pull-request";
import { printPullRequest, tryGetTestRunId } from "./print-pull-request";
import { listFailedChecks, printTestRun } from "./print-test-run";

/**
 * Writes how a pull request left its queue: one that was merged in a sentence, any other one with its failed checks and
 * everything that the service says of it and its latest test run.
 */
export function printConclusion(
  queue: QueueIdentity,
  pullRequest: SubmittedPullRequest,
  view: View,
  around: PullRequestSurroundings,
): string {
  const { prNumber, state } = pullRequest;
  const id = formatQueueId(queue);
  const name = `Pull request #${prNumber}`;
  if (state === "merged") return `${name} was merged in queue ${toCell(id)}.\n`;
  const why = explainPullRequest(pullRequest, around);
  const failed = state === "failed" && around.run !== undefined ? listFailedChecks(around.run) : [];
  const runId = tryGetTestRunId(pullRequest);
  return [
    `${name} was not merged in queue ${toCell(id)}: it ${describeEnd(state)}${why === undefined ? "" : `, because ${why}`}.\n` +
      (failed.length === 0 ? "" : `Failed checks: ${failed.join(", ")}\n`),
    printPullRequest(id, pullRequest, view, around),
    ...(around.run === undefined || runId === undefined ? [] : [printTestRun(runId, around.run, view)]),
  ].join("\n");
}

function describeEnd(state: string | undefined): string {
  if (state === "failed") return "failed";
  return state === "cancelled" ? "was cancelled" : `left the queue as ${toCell(state ?? "unknown")}`;
}
