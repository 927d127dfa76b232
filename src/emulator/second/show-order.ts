import type { Queue } from "../../engine/engine-state";
import { findSubmission } from "../../engine/queue-contents";
import { readOrder } from "../../engine/read-order";
import { SECOND_MODES, SECOND_STATES, toSecondWord } from "../../queue/second-settings";
import { ENTRY_STATES } from "../../wire/second/words";
import { readShownState } from "../responses/queue-response";
import type { ServedEngine } from "../service/handle-request";
import { showPullRequestName } from "./show-pull-request-name";

/** Shows the order in which what is in a queue is considered. Everything is admitted here. */
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
