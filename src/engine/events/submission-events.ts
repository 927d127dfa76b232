import { formatQueueId } from "../../queue/queue-identity";
import { makeId } from "../draft/engine-draft";
import type { QueueDraft } from "../draft/queue-draft";
import type { EventOf } from "../engine-event";
import { type EngineOptions, makePriority } from "../engine-options";
import type { Priority, Submission } from "../engine-state";
import { sendBack, testAgain, tryFindEntry } from "../line/line";
import { cancelSubmission } from "../line/merge-passed";
import { isEnqueued, tryFindEnqueued, tryFindLatest } from "../queue-contents";
import { type Effect, refuse, tryRefuseClosed } from "../refusal";
import { mayStart } from "../slots";
import type { Cause } from "../state-change";
import { changeSubmission, putToWaiting } from "../waiting/waiting";
import { findOrDescribe } from "./declare-pull-request";

const RESTARTED: Cause = {
  reason: "Waits for its turn: its tests were restarted on request.",
  word: "TESTS_RESTARTED_BY_API_REQUEST",
};

/** Submits an open pull request. If it is in the queue, only changes the given fields; its tests continue. */
export function applySubmitPullRequest(queue: QueueDraft, event: EventOf<"submitPullRequest">): Effect {
  const { number, noBatch } = event;
  const { options, nowMs } = queue.engine;
  const id = formatQueueId(queue.identity);
  const former = tryFindLatest(queue, number);
  if (former !== undefined && isEnqueued(former)) return changeRank(queue, former, event);
  const priority = tryFindPriority(event.priority, options);
  if (priority === undefined) return refusePriority(event, options);
  if (options.submissionsWhileDraining === "refuse" && queue.settings.state === "draining") {
    return refuse("queue_draining", `The queue ${id} is draining. Submit when it runs again.`);
  }
  const pullRequest = findOrDescribe(queue, number);
  if ("refusal" in pullRequest) return pullRequest;
  const refused = tryRefuseClosed(pullRequest);
  if (refused !== undefined) return refused;
  // Submissions are never removed.
  const sequence = queue.submissions.size + 1;
  queue.submissions.set(sequence, {
    id: former?.id ?? makeId(queue.engine),
    sequence,
    firstSequence: former?.firstSequence ?? sequence,
    number,
    state: "not_ready",
    stateChangedAtMs: nowMs,
    submittedAtMs: nowMs,
    enteredAtMs: undefined,
    firstReadyAtMs: undefined,
    firstTestedAtMs: undefined,
    waitedMs: undefined,
    priority: pullRequest.skipTheLine ? makePriority(0, options) : priority,
    isUrgent: false,
    noBatch: noBatch ?? false,
    isDirect: event.direct ?? false,
    forceEnqueued: event.direct === true || pullRequest.forceEnqueued,
    pullRequest,
    testRunId: undefined,
    reason: "",
    history: [
      ...(former?.history ?? []),
      { state: "not_ready", atMs: nowMs, reason: "API_REQUESTED", testRunId: undefined },
    ],
    turn: undefined,
    place: undefined,
    testsAlone: false,
  });
  queue.latestByNumber.set(number, sequence);
  putToWaiting(queue, sequence);
  return undefined;
}

export function applyChangeSubmission(queue: QueueDraft, event: EventOf<"changeSubmission">): Effect {
  const submission = tryFindEnqueued(queue, event.number);
  return submission === undefined ? refuseUnknown(queue, event.number) : changeRank(queue, submission, event);
}

type Rank = Pick<EventOf<"changeSubmission">, "priority" | "noBatch" | "direct">;

function changeRank(queue: QueueDraft, former: Submission, rank: Rank): Effect {
  const { options } = queue.engine;
  const priority = rank.priority === undefined ? former.priority : tryFindPriority(rank.priority, options);
  if (priority === undefined) return refusePriority(rank, options);
  const isDirect = rank.direct ?? former.isDirect;
  changeSubmission(queue, former.sequence, {
    priority,
    noBatch: rank.noBatch ?? former.noBatch,
    isDirect,
    forceEnqueued: isDirect || former.pullRequest.forceEnqueued,
  });
  if (former.turn !== undefined) putToWaiting(queue, former.sequence);
  return undefined;
}

function refusePriority({ priority }: Rank, { priorities }: EngineOptions): Effect {
  const words = Object.keys(priorities).join(", ");
  const name = JSON.stringify(priority);
  return refuse("priority_unknown", `There is no priority ${name}. Send a number or one of ${words}.`);
}

export function applyCancelPullRequest(queue: QueueDraft, { number }: EventOf<"cancelPullRequest">): Effect {
  const submission = tryFindEnqueued(queue, number);
  if (submission === undefined) return refuseUnknown(queue, number);
  cancelSubmission(queue, submission, { reason: "Was cancelled on request.", word: "USER_REQUESTED" });
  return undefined;
}

/** Restarts the running or failed test of a pull request and its batch in place. Ends a bisection. */
export function applyRestartTests(queue: QueueDraft, { number }: EventOf<"restartTests">): Effect {
  const submission = tryFindEnqueued(queue, number);
  if (submission === undefined) return refuseUnknown(queue, number);
  const entry = tryFindEntry(queue, submission.sequence);
  if (entry === undefined || submission.state === "tests_passed") {
    const why = `Pull request #${number} has no tests to restart: it is ${submission.state}.`;
    return refuse("pull_request_not_tested", why);
  }
  const restart = entry.phase === "bisecting" || !mayStart(queue) ? sendBack : testAgain;
  restart(queue, entry, RESTARTED);
  return undefined;
}

function refuseUnknown(queue: QueueDraft, number: number): Effect {
  const id = formatQueueId(queue.identity);
  return refuse("pull_request_unknown", `Pull request #${number} is not in the queue ${id}.`);
}

function tryFindPriority(wanted: number | string | undefined, options: EngineOptions): Priority | undefined {
  if (typeof wanted === "number") return makePriority(wanted, options);
  const { priorities, defaultPriority } = options;
  const given = wanted ?? defaultPriority;
  // A name may be sent in capitals, but the exact spelling takes precedence.
  const isExact = Object.hasOwn(priorities, given);
  const name = isExact ? given : Object.keys(priorities).find((known) => known.toUpperCase() === given);
  const value = name === undefined ? undefined : priorities[name];
  if (name === undefined || value === undefined) return undefined;
  return wanted === undefined ? { value, name, usedDefaultName: given } : { value, name };
}
