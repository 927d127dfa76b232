import type { Submission } from "../../engine/engine-state";
import type { PullRequestState } from "../../queue/pull-request-state";
import type { EmulatorOptions } from "../emulator-options";

/** Common fields of all records of a submitted pull request (interface, section "Pull request in the queue"). */
export interface PullRequestFields {
  readonly id: string;
  readonly state: PullRequestState;
  /** ISO 8601, UTC. */
  readonly stateChangedAt: string;
  readonly priorityValue: number;
  readonly priorityName: string;
  /** Only if the submission named no priority. */
  readonly usedDefaultPriorityName?: string;
  readonly skipTheLine: boolean;
  readonly prNumber: number;
  readonly prTitle: string;
  readonly prSha: string;
  readonly prBaseBranch: string;
  readonly prAuthor: string;
  /** Id of its latest test run. The interface does not define it, but `/getMergeQueueTestingDetails` needs it. */
  readonly testRunId?: string;
}

/** A pull request as an item of `/getQueue` and `/listPullRequests`. */
export interface PullRequestItem extends PullRequestFields {
  readonly noBatch: boolean;
}

/** Makes the common fields of a record. */
export function toPullRequestFields(
  submission: Submission,
  { testRunIds }: Pick<EmulatorOptions, "testRunIds">,
): PullRequestFields {
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

/** Makes an item of a list. */
export function toPullRequestItem(
  submission: Submission,
  options: Pick<EmulatorOptions, "testRunIds">,
): PullRequestItem {
  return { ...toPullRequestFields(submission, options), noBatch: submission.noBatch };
}
