import { formatQueueId, toIdentityKey } from "../queue/queue-identity";
import { draftEngine, type EngineContext, freezeEngine, tryOpenQueue } from "./draft/engine-draft";
import type { EngineDraft, QueueDraft } from "./draft/queue-draft";
import type { EngineEvent, EventOf, QueueEvent } from "./engine-event";
import type { EngineState, Queue } from "./engine-state";
import { applyDeclarePullRequest } from "./events/declare-pull-request";
import {
  applyFailTestStart,
  applyMergePullRequest,
  applyPushToBranch,
  applySetImpactedTargets,
  applyTrackEvents,
} from "./events/other-events";
import { applyCreateQueue, applyDeleteQueue, applyReadQueue, applyUpdateQueue } from "./events/queue-events";
import { reportChecks } from "./events/report-check";
import {
  applyCancelPullRequest,
  applyChangeSubmission,
  applyRestartTests,
  applySubmitPullRequest,
} from "./events/submission-events";
import { letTimePass, settleQueues, timeOutRuns } from "./let-time-pass";
import { type Effect, type Refused, refuse, tryRefuseRepository } from "./refusal";

/** The result of an event: a refusal, or the event's queue, if any. A deleted queue is as it was before. */
export type Outcome = { readonly kind: "done"; readonly queue?: Queue | undefined } | Refused;

/** The state and the outcome after an event. A refused event still applies the changes that were due. */
export interface Transition {
  readonly state: EngineState;
  readonly outcome: Outcome;
}

type ActiveEvent = Exclude<EngineEvent, { type: "tick" }>;

type Effects<Subject, Type extends EngineEvent["type"]> = {
  readonly [One in Type]: (subject: Subject, event: EventOf<One>) => Effect;
};

const QUEUE_EFFECTS: Effects<QueueDraft, QueueEvent["type"]> = {
  readQueue: applyReadQueue,
  peekQueue: () => undefined,
  updateQueue: applyUpdateQueue,
  deleteQueue: applyDeleteQueue,
  pushToBranch: applyPushToBranch,
  submitPullRequest: applySubmitPullRequest,
  changeSubmission: applyChangeSubmission,
  cancelPullRequest: applyCancelPullRequest,
  restartTests: applyRestartTests,
  setImpactedTargets: applySetImpactedTargets,
};

const OTHER_EFFECTS: Effects<EngineDraft, Exclude<ActiveEvent, QueueEvent>["type"]> = {
  createQueue: applyCreateQueue,
  declarePullRequest: applyDeclarePullRequest,
  mergePullRequest: applyMergePullRequest,
  failTestStart: applyFailTestStart,
  reportCheck: (draft, report) => reportChecks(draft, { reports: [report] }),
  reportChecks,
  trackEvents: applyTrackEvents,
};

const READS: readonly EngineEvent["type"][] = ["readQueue", "peekQueue"];

/** The engine: a pure function. Applies the due changes in order, then the event and its consequences. */
export function applyEvent(state: EngineState, event: EngineEvent, context: EngineContext): Transition {
  const passed = draftEngine(state, { ...context, nowMs: state.nowMs });
  letTimePass(passed, event, context.nowMs);
  // A read returns the same state object.
  const isUnchanged = passed.opened.size === 0 && passed.nowMs === state.nowMs;
  const before = isUnchanged ? state : freezeEngine(passed, state);
  if (event.type === "tick") return { state: before, outcome: { kind: "done" } };
  const draft = draftEngine(before, context);
  const refused = takeEffect(draft, event);
  if (refused !== undefined) {
    // Changes due at the moment of reports have not happened yet.
    return { state: applyEvent(before, { type: "tick" }, context).state, outcome: refused };
  }
  const isRead = READS.includes(event.type) && draft.unsettled.size === 0;
  settleQueues(draft);
  const after = isRead ? before : freezeEngine(draft, before);
  if (!("identity" in event)) return { state: after, outcome: { kind: "done" } };
  const { queues } = READS.includes(event.type) || event.type === "deleteQueue" ? before : after;
  return { state: after, outcome: { kind: "done", queue: queues.get(toIdentityKey(event.identity)) } };
}

/** Applies an event to a draft. @returns why the event is refused; the draft is then of no use */
export function applyInPlace(draft: EngineDraft, event: EngineEvent, nowMs: number): Effect {
  letTimePass(draft, event, nowMs);
  const refused = event.type === "tick" ? undefined : takeEffect(draft, event);
  settleQueues(draft);
  return refused;
}

/** Applies the event itself, but not its consequences. */
function takeEffect(draft: EngineDraft, event: ActiveEvent): Effect {
  if (event.type === "reportChecks") timeOutRuns(draft);
  const { repo } = "identity" in event ? event.identity : { repo: undefined, ...event };
  const foreign = repo && tryRefuseRepository(repo, draft.options);
  if (foreign !== undefined) return foreign;
  // The tables map each type of event to the effect for that type.
  if (!isOnQueue(event)) return (OTHER_EFFECTS[event.type] as Apply<EngineDraft>)(draft, event);
  const queue = tryOpenQueue(draft, toIdentityKey(event.identity));
  if (queue === undefined) {
    return refuse("queue_unknown", `There is no queue ${formatQueueId(event.identity)}.`);
  }
  const refused = (QUEUE_EFFECTS[event.type] as Apply<QueueDraft>)(queue, event);
  if (refused === undefined && !READS.includes(event.type)) draft.unsettled.add(queue);
  return refused;
}

type Apply<Subject> = (subject: Subject, event: ActiveEvent) => Effect;

function isOnQueue(event: ActiveEvent): event is QueueEvent {
  return Object.hasOwn(QUEUE_EFFECTS, event.type);
}
