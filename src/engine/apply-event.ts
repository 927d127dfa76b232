import type { EngineDraft } from "./draft/draft";
import { draftEngine, type EngineContext, freezeEngine } from "./draft/engine-draft";
import type { EngineEvent, EventOf } from "./engine-event";
import type { EngineState } from "./engine-state";
import { applyCancelPullRequest } from "./events/cancel-pull-request";
import { applyCreateQueue } from "./events/create-queue";
import { applyDeclarePullRequest } from "./events/declare-pull-request";
import { applyDeleteQueue } from "./events/delete-queue";
import { applyReadQueue } from "./events/read-queue";
import { applyReportCheck, reportChecks } from "./events/report-check";
import { applyRestartTests } from "./events/restart-tests";
import { applySetImpactedTargets } from "./events/set-impacted-targets";
import { applySubmitPullRequest } from "./events/submit-pull-request";
import { applyTrackEvents } from "./events/track-events";
import { applyUpdateQueue } from "./events/update-queue";
import { letDueHappen, letTimePass, timeOutRuns } from "./let-time-pass";
import { settleQueues } from "./settle-queues";
import type { Effect, Outcome, Transition } from "./transition";

/** An event that is more than the passing of time. */
type ActiveEvent = Exclude<EngineEvent, { type: "tick" }>;

/**
 * The engine as one pure function without clock or randomness: state and event in, state and outcome out. First
 * everything that is due happens, each at its own moment, then the event, then everything that it made possible.
 */
export function applyEvent(state: EngineState, event: EngineEvent, context: EngineContext): Transition {
  // Runs that time out at the moment of the reports end with the reported ones.
  const endsTogether = event.type === "reportChecks";
  const before = endsTogether ? letDueHappen(state, context, false) : letTimePass(state, context);
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

/** How each event takes effect. */
const EFFECTS: {
  readonly [Type in ActiveEvent["type"]]: (draft: EngineDraft, event: EventOf<Type>) => Effect;
} = {
  createQueue: applyCreateQueue,
  readQueue: applyReadQueue,
  updateQueue: applyUpdateQueue,
  deleteQueue: applyDeleteQueue,
  submitPullRequest: applySubmitPullRequest,
  cancelPullRequest: applyCancelPullRequest,
  restartTests: applyRestartTests,
  setImpactedTargets: applySetImpactedTargets,
  declarePullRequest: applyDeclarePullRequest,
  reportCheck: applyReportCheck,
  reportChecks,
  trackEvents: applyTrackEvents,
};

function takeEffect(draft: EngineDraft, event: ActiveEvent): Effect {
  // The table has the effect of the event's own type.
  return (EFFECTS[event.type] as (draft: EngineDraft, event: ActiveEvent) => Effect)(draft, event);
}

function toOutcome(
  state: EngineState,
  { queue, shown, pullRequest }: Extract<Effect, { kind: "done" }>,
): Outcome {
  const seen = shown ?? (queue === undefined ? undefined : state.queues.get(queue.key));
  return {
    kind: "done",
    ...(seen === undefined ? {} : { queue: seen }),
    ...(pullRequest === undefined ? {} : { pullRequest }),
  };
}
