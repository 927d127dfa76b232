import type { QueueRecord } from "../queue/settings";
import type { EngineOptions } from "./engine/engine-options";
import type { EnqueuedPullRequest, Queue } from "./engine/engine-state";

/** A queue as `/updateQueue` answers it: the settings and the target branch. */
export type QueueAnswer = Required<QueueRecord> & { readonly branch: string };

/** A pull request as an item of `enqueuedPullRequests`. */
export interface PullRequestAnswer {
  readonly id: string;
  readonly state: string;
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
  readonly noBatch: boolean;
}

/** A queue as `/getQueue` answers it. */
export type FullQueueAnswer = QueueAnswer & { readonly enqueuedPullRequests: readonly PullRequestAnswer[] };

/** Writes a queue as the interface shows it (section "Queue"), without its pull requests. */
export function toQueueAnswer(queue: Queue, options: EngineOptions): QueueAnswer {
  const { state, ...settings } = queue.settings;
  return {
    state: queue.switchingReadsLeft > 0 ? "switching_modes" : state,
    branch: queue.identity.targetBranch,
    ...settings,
    requiredStatuses: queue.requiredStatuses ?? options.inheritedStatuses,
  };
}

/**
 * Writes a queue as `/getQueue` answers it: with its pull requests in the order of their turn, by priority, then
 * by submission.
 */
export function toFullQueueAnswer(queue: Queue, options: EngineOptions): FullQueueAnswer {
  const inTurn = [...queue.pullRequests.values()].sort((a, b) => a.priority.value - b.priority.value);
  return { ...toQueueAnswer(queue, options), enqueuedPullRequests: inTurn.map(toPullRequestAnswer) };
}

function toPullRequestAnswer(pullRequest: EnqueuedPullRequest): PullRequestAnswer {
  const { priority, description } = pullRequest;
  return {
    id: pullRequest.id,
    state: pullRequest.state,
    stateChangedAt: new Date(pullRequest.stateChangedAtMs).toISOString(),
    priorityValue: priority.value,
    priorityName: priority.name,
    ...(priority.usedDefaultName === undefined ? {} : { usedDefaultPriorityName: priority.usedDefaultName }),
    // Nothing in a submission asks to skip the line.
    skipTheLine: false,
    prNumber: pullRequest.number,
    prTitle: description.title,
    prSha: description.sha,
    prBaseBranch: description.baseBranch,
    prAuthor: description.author,
    noBatch: pullRequest.noBatch,
  };
}
