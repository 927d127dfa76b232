import type { EngineOptions } from "../../engine/engine-options";
import type { EngineState, Queue } from "../../engine/engine-state";
import { toRepositoryKey } from "../../engine/repository-key";
import { formatQueueId, type Repository } from "../../queue/queue-identity";
import type { TrackedEvent } from "../../queue/tracked-event";
import { tryExplainNotReady } from "../responses/explain-submission";
import { showClock } from "./clock-operations";
import type { ControlOperation } from "./control-operation";

/** Shows the service's whole state, but not the token. */
export const SHOW_STATE: ControlOperation = {
  name: "state",
  method: "GET",
  summary:
    "Shows everything: queues with submissions and test runs, pull requests, events, clock, faults, requests.",
  run: ({ engine: { state, options }, clock, faults, log }) => ({
    clock: showClock(clock),
    faults: faults.describe(),
    queues: [...state.queues.values()].map((queue) => showQueue(queue, options)),
    pullRequests: [...state.pullRequests].flatMap(([repo, pullRequests]) =>
      [...pullRequests.values()].map((pullRequest) => ({ repo, ...pullRequest })),
    ),
    trackedEvents: Array.from(state.trackedEvents.values(), ({ repo }) => {
      return { repo, events: listTrackedEvents(state, repo) };
    }),
    requests: log.records,
  }),
};

function showQueue(queue: Queue, options: EngineOptions): unknown {
  const { identity, settings, requiredStatuses, isSwitchingModes, heldFromSequence, line, totals } = queue;
  const { id: queueId, createdAtMs, updatedAtMs, managedState } = queue;
  return {
    id: formatQueueId(identity),
    ...identity,
    queueId,
    createdAtMs,
    updatedAtMs,
    managedState,
    settings,
    requiredStatuses,
    additionalSettings: Object.fromEntries(queue.additionalSettings),
    isSwitchingModes,
    heldFromSequence,
    line,
    submissions: Array.from(queue.submissions.values(), (submission) => ({
      ...submission,
      reason: tryExplainNotReady(queue, submission, options) ?? submission.reason,
    })),
    testRuns: [...queue.testRuns.values()],
    impactedTargets: [...queue.impactedTargets.entries()].map(([number, targets]) => ({ number, targets })),
    totals,
  };
}

/** Lists each CI event once, in its latest version, ordered by first report. Fills in default payloads. */
export function listTrackedEvents(state: EngineState, repo: Repository): readonly TrackedEvent[] {
  const tracked = state.trackedEvents.get(toRepositoryKey(repo));
  return Array.from(tracked?.events.values() ?? [], (event) => {
    const { payload = { metrics: [], tags: [] }, sequence } = event;
    return { ...event, payload, sequence: { ...sequence, payload: sequence.payload ?? { tags: [] } } };
  });
}
