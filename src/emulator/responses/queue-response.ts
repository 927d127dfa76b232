import type { Queue, Submission } from "../../engine/engine-state";
import { listEnqueued, skipsTheLine } from "../../engine/queue-contents";
import type { QueueRecord } from "../../queue/settings";
import type { PullRequest } from "../../wire/first/pull-request";
import type { EmulatorOptions } from "../emulator-options";

/** A submission. The interface lacks `testRunId`: this service adds it for `/getMergeQueueTestingDetails`. */
export type PullRequestItem = PullRequest & { readonly testRunId?: string };

/** Makes the common fields of a pull request's records (interface, section "Pull request in the queue"). */
export function toPullRequestFields(submission: Submission, options: EmulatorOptions): PullRequestItem {
  const { priority, pullRequest, testRunId } = submission;
  return {
    id: submission.id,
    state: submission.state,
    stateChangedAt: new Date(submission.stateChangedAtMs).toISOString(),
    priorityValue: priority.value,
    priorityName: priority.name,
    ...(priority.usedDefaultName === undefined ? {} : { usedDefaultPriorityName: priority.usedDefaultName }),
    skipTheLine: skipsTheLine(submission),
    prNumber: submission.number,
    prTitle: pullRequest.title,
    prSha: pullRequest.sha,
    prBaseBranch: pullRequest.baseBranch,
    prAuthor: pullRequest.author,
    ...(options.testRunIds === "hide" || testRunId === undefined ? {} : { testRunId }),
  };
}

export function toPullRequestItem(submission: Submission, options: EmulatorOptions): PullRequestItem {
  return { ...toPullRequestFields(submission, options), noBatch: submission.noBatch };
}

/** Makes the record of a queue that `/updateQueue` returns (interface, section "Queue"). */
export function toQueueResponse(
  queue: Queue,
  options: EmulatorOptions,
): Required<QueueRecord> & { readonly branch: string } {
  return {
    ...readAdditionalSettings(queue, options),
    ...readShownSettings(queue, options),
    branch: queue.identity.targetBranch,
  };
}

/** Returns exactly the configured additional settings. */
export function readAdditionalSettings(
  queue: Queue,
  options: EmulatorOptions,
): EmulatorOptions["additionalSettings"] {
  return Object.fromEntries(
    Object.entries(options.additionalSettings).map(([name, value]) => {
      const stored = queue.additionalSettings.get(name);
      return [name, stored === undefined ? value : stored];
    }),
  );
}

/** Returns the settings as every record of a queue shows them. */
export function readShownSettings(queue: Queue, options: EmulatorOptions): Required<QueueRecord> {
  const requiredStatuses = queue.requiredStatuses ?? options.inheritedStatuses;
  return { ...queue.settings, state: readShownState(queue), requiredStatuses };
}

/** Makes the record of `/getQueue`: the line in merge order, then the waiting pull requests in turn order. */
export function toFullQueueResponse(
  queue: Queue,
  options: EmulatorOptions,
): Required<QueueRecord> & { readonly enqueuedPullRequests: readonly PullRequestItem[] } {
  const enqueuedPullRequests = Array.from(listEnqueued(queue), (one) => toPullRequestItem(one, options));
  return { ...toQueueResponse(queue, options), enqueuedPullRequests };
}

/** Returns the state that a queue shows: the requested state, or `switching_modes` during a switch. */
export function readShownState(queue: Queue): NonNullable<QueueRecord["state"]> {
  const isSwitching = queue.isSwitchingModes || queue.switchingReadsLeft > 0;
  return isSwitching ? "switching_modes" : queue.settings.state;
}
