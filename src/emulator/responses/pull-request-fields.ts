import type { PullRequestState } from "../../queue/pull-request-state";
import type { EmulatorOptions } from "../emulator-options";
import type { Submission } from "../engine/engine-state";

/** What every record of a submitted pull request shows (interface, section "Pull request in the queue"). */
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
  /**
   * Id of its latest test run, once it has had one. Not in the interface, which takes such an id and shows none:
   * without it, nobody could ask `/getMergeQueueTestingDetails` anything.
   */
  readonly testRunId?: string;
}

/** A pull request as an item of `/getQueue` and `/listPullRequests`. */
export interface PullRequestItem extends PullRequestFields {
  readonly noBatch: boolean;
}

/** Writes what all records of a submitted pull request have in common. */
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

/** Writes a pull request as an item of a list. */
export function toPullRequestItem(
  submission: Submission,
  options: Pick<EmulatorOptions, "testRunIds">,
): PullRequestItem {
  return { ...toPullRequestFields(submission, options), noBatch: submission.noBatch };
}
