import type { PullRequest } from "../../api/pull-request";
import type { Submission } from "../../engine/engine-state";
import type { EmulatorOptions } from "../emulator-options";

/** A submitted pull request. `testRunId`, its latest run, is not in the interface, but `/getMergeQueueTestingDetails` needs it. */
export type PullRequestItem = PullRequest & { readonly testRunId?: string };

/** Makes the common fields of all records of a submitted pull request (interface, section "Pull request in the queue"). */
export function toPullRequestFields(
  submission: Submission,
  { testRunIds }: Pick<EmulatorOptions, "testRunIds">,
): PullRequestItem {
  const { priority, pullRequest, testRunId } = submission;
  return {
    id: submission.id,
    state: submission.state,
    stateChangedAt: new Date(submission.stateChangedAtMs).toISOString(),
    priorityValue: priority.value,
    priorityName: priority.name,
    ...(priority.usedDefaultName === undefined ? {} : { usedDefaultPriorityName: priority.usedDefaultName }),
    skipTheLine: submission.skipTheLine,
    prNumber: submission.number,
    prTitle: pullRequest.title,
    prSha: pullRequest.sha,
    prBaseBranch: pullRequest.baseBranch,
    prAuthor: pullRequest.author,
    ...(testRunIds === "hide" || testRunId === undefined ? {} : { testRunId }),
  };
}

/** Makes an item of `/getQueue` and `/listPullRequests`. */
export function toPullRequestItem(
  submission: Submission,
  options: Pick<EmulatorOptions, "testRunIds">,
): PullRequestItem {
  return { ...toPullRequestFields(submission, options), noBatch: submission.noBatch };
}
