import type { Queue } from "../../engine/engine-state";
import { formatQueueId } from "../../queue/queue-identity";
import { listTrackedEvents } from "../responses/list-tracked-events";
import type { RunningService } from "../service/handle-request";
import { showClock } from "./clock-operations";
import type { ControlOperation } from "./control-operation";

/** Shows everything except the token. */
export const SHOW_STATE: ControlOperation = {
  name: "state",
  method: "GET",
  summary:
    "Shows everything: queues with submissions and test runs, pull requests, events, clock, faults, requests.",
  run: ({ engine: { state }, clock, faults, log }: RunningService) => {
    return {
      clock: showClock(clock),
      faults: faults.describe(),
      queues: [...state.queues.values()].map(showQueue),
      pullRequests: [...state.pullRequests].flatMap(([repo, pullRequests]) =>
        [...pullRequests.values()].map((pullRequest) => ({ repo, ...pullRequest })),
      ),
      trackedEvents: [...state.trackedEvents.values()].map(({ repo }) => ({
        repo,
        events: listTrackedEvents(state, repo),
      })),
      requests: log.records,
    };
  },
};

function showQueue(queue: Queue): unknown {
  const { identity, settings, requiredStatuses, isSwitchingModes, heldFromSequence, line, totals } = queue;
  return {
    id: formatQueueId(identity),
    ...identity,
    settings,
    requiredStatuses,
    additionalSettings: Object.fromEntries(queue.additionalSettings),
    isSwitchingModes,
    heldFromSequence,
    line,
    submissions: [...queue.submissions.values()],
    testRuns: [...queue.testRuns.values()],
    impactedTargets: [...queue.impactedTargets.entries()].map(([number, targets]) => ({ number, targets })),
    totals,
  };
}
