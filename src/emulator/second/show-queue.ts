import type { Queue } from "../../engine/engine-state";
import { findSubmission } from "../../engine/queue-contents";
import { readOrder } from "../../engine/read-order";
import { SECOND_MODES, SECOND_STATES, toSecondConfig, toSecondWord } from "../../queue/second-settings";
import { ENTRY_STATES, MANAGED_STATES } from "../../wire/second/words";
import { readAdditionalSettings, readShownState } from "../responses/queue-response";
import type { ServedEngine } from "../service/handle-request";
import { showPullRequestName, toRepositoryId, toRepositoryUrl } from "./known-resources";

/** The only field of the configuration that the first interface lacks. It is an additional setting. */
export const ALLOWED_BOT_SUBMITTERS = "allowedBotSubmitters";

export function showQueueState(queue: Queue): object {
  return {
    id: queue.id,
    state: toSecondWord(SECOND_STATES, readShownState(queue)),
    mode: SECOND_MODES[queue.settings.mode],
    pullRequestsUrl: `/v2/merge-queues/${queue.id}/pull-requests`,
  };
}

/** Shows a queue and its configuration. Required statuses: the queue's own list, never an inherited one. */
export function showQueue(service: ServedEngine, queue: Queue): object {
  const { repo, targetBranch } = queue.identity;
  const { requiredStatuses = [], settings, additionalSettings } = queue;
  return {
    ...showQueueState(queue),
    repositoryId: toRepositoryId(service, repo),
    repositoryUrl: toRepositoryUrl(repo),
    targetBranch,
    managedState: MANAGED_STATES[queue.managedState],
    createdAt: new Date(queue.createdAtMs).toISOString(),
    updatedAt: new Date(queue.updatedAtMs).toISOString(),
    config: {
      ...readAdditionalSettings(queue, service.options),
      ...toSecondConfig({ ...settings, requiredStatuses }),
      allowedBotSubmitters: additionalSettings.get(ALLOWED_BOT_SUBMITTERS) ?? [],
    },
  };
}

/** Shows the order of a queue's pull requests. `awaitingAdmission` is empty: this service admits all. */
export function showOrder(service: ServedEngine, queue: Queue): object {
  const { runs, waiting } = readOrder(queue, service.options);
  const batchingEnabled = queue.settings.batch;
  const show = (sequences: readonly number[]): object[] =>
    sequences.map((one) =>
      showPullRequestName(service, queue.identity, findSubmission(queue, one).pullRequest),
    );
  return {
    mode: SECOND_MODES[queue.settings.mode],
    queueState: toSecondWord(SECOND_STATES, readShownState(queue)),
    batchingEnabled,
    isolationResolved: true,
    hasCycle: false,
    batches: runs.map(({ testRunId, isBisection, sequences }) => ({
      verificationRunId: testRunId,
      state: ENTRY_STATES[findSubmission(queue, sequences[0] ?? 0).state],
      isBisection,
      pullRequests: show(sequences),
    })),
    pending: waiting.map(({ submission, batch, ahead, heldBy }) => ({
      pullRequest: showPullRequestName(service, queue.identity, submission.pullRequest),
      schedulability: heldBy.length > 0 ? "heldBehindFailure" : "schedulable",
      ...(batch === undefined ? {} : { predictedBatch: batch }),
      // As published, none are shown without batching.
      directlyAhead: batchingEnabled ? show(ahead) : [],
      heldBy: show(heldBy),
    })),
    awaitingAdmission: [],
    awaitingAdmissionTotal: 0,
  };
}
