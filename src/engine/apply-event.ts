import type { EngineDraft } from "./draft/draft";
import { draftEngine, type EngineContext, freezeEngine } from "./draft/engine-draft";
import type { EngineEvent } from "./engine-event";
import type { EngineState } from "./engine-state";
import { cancelPullRequest } from "./events/cancel-pull-request";
import { createQueue } from "./events/create-queue";
import { declarePullRequest } from "./events/declare-pull-request";
import { deleteQueue } from "./events/delete-queue";
import { readQueue } from "./events/read-queue";
import { reportCheck, reportChecks } from "./events/report-check";
import { restartTests } from "./events/restart-tests";
import { setImpactedTargets } from "./events/set-impacted-targets";
import { submitPullRequest } from "./events/submit-pull-request";
import { trackEvents } from "./events/track-events";
import { updateQueue } from "./events/update-queue";
import { letEarlierHappen, letTimePass, timeOutRuns } from "./let-time-pass";
import { settleQueues } from "./settle-queues";
import type { Effect, Outcome, Transition } from "./transition";

/**
 * The engine as one pure function without clock or randomness: state and event in, state and outcome out. First
 * everything that is due happens, each at its own moment, then the event, then everything that it made possible.
 */
export function applyEvent(state: EngineState, event: EngineEvent, context: EngineContext): Transition {
  // Runs that time out at the moment of the reports end with the reported ones.
  const endsTogether = event.type === "reportChecks";
  const before = endsTogether ? letEarlierHappen(state, context) : letTimePass(state, context);
  if (event.type === "tick") return { state: before, outcome: { kind: "done" } };
  const draft = draftEngine(before, context);
  if (endsTogether) timeOutRuns(draft);
  const effect = takeEffect(draft, event);
  if (effect.kind === "refused")
    return { state: endsTogether ? letTimePass(before, context) : before, outcome: effect };
  // A read returns the same state object.
  const isRead = event.type === "readQueue" && draft.unsettled.size === 0;
  settleQueues(draft);
  const after = isRead ? before : freezeEngine(draft, before);
  return { state: after, outcome: toOutcome(after, effect) };
}

function takeEffect(draft: EngineDraft, event: Exclude<EngineEvent, { type: "tick" }>): Effect {
  switch (event.type) {
    case "createQueue":
      return createQueue(draft, event);
    case "readQueue":
      return readQueue(draft, event);
    case "updateQueue":
      return updateQueue(draft, event);
    case "deleteQueue":
      return deleteQueue(draft, event);
    case "submitPullRequest":
      return submitPullRequest(draft, event);
    case "cancelPullRequest":
      return cancelPullRequest(draft, event);
    case "restartTests":
      return restartTests(draft, event);
    case "setImpactedTargets":
      return setImpactedTargets(draft, event);
    case "declarePullRequest":
      return declarePullRequest(draft, event);
    case "reportCheck":
      return reportCheck(draft, event);
    case "reportChecks":
      return reportChecks(draft, event);
    case "trackEvents":
      return trackEvents(draft, event);
  }
}

function toOutcome(state: EngineState, effect: Extract<Effect, { kind: "done" }>): Outcome {
  const { sequence, testRunId, pullRequest } = effect;
  const queue = effect.shown ?? (effect.queue === undefined ? undefined : state.queues.get(effect.queue.key));
  const submission = sequence === undefined ? undefined : queue?.submissions.get(sequence);
  const testRun = testRunId === undefined ? undefined : queue?.testRuns.get(testRunId);
  return {
    kind: "done",
    ...(queue === undefined ? {} : { queue }),
    ...(submission === undefined ? {} : { submission }),
    ...(testRun === undefined ? {} : { testRun }),
    ...(pullRequest === undefined ? {} : { pullRequest }),
  };
}
