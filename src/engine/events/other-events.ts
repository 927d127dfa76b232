import { formatRepository, toIdentityKey } from "../../queue/queue-identity";
import type { EventSequence, TrackedEvent } from "../../queue/tracked-event";
import { tryOpenQueue } from "../draft/engine-draft";
import type { EngineDraft, QueueDraft } from "../draft/queue-draft";
import type { EventOf } from "../engine-event";
import type { LineEntry } from "../engine-state";
import { restartParts } from "../line/bisection";
import { areWithin, findRelated, hasMissedMerge, uniteTargets } from "../line/dependencies";
import { finishRun } from "../line/finish-run";
import { changeEntry, isOnTopOf, testAgain, testAgainOnTop, tryFindEntry } from "../line/line";
import { countMerge, mergeManually, recordMerge } from "../line/merge-passed";
import { findTestRun, tryFindEnqueued } from "../queue-contents";
import { type Effect, refuse, tryRefuseClosed } from "../refusal";
import { toRepositoryKey } from "../repository-key";
import { createSortedMap, draftSortedMap } from "../sorted-map";
import type { Cause } from "../state-change";
import { putToWaiting } from "../waiting/waiting";
import { findOrDescribe, nameCommit } from "./declare-pull-request";
import { tryFindQueueOf } from "./report-check";

/** Applies an outside merge. The base branch's queue tests again. Other queues cancel the pull request. */
export function applyMergePullRequest(draft: EngineDraft, event: EventOf<"mergePullRequest">): Effect {
  const { repo, number } = event;
  const repositoryKey = toRepositoryKey(repo);
  const pullRequest = draft.pullRequests.get(repositoryKey)?.get(number);
  if (pullRequest === undefined) {
    const name = formatRepository(repo);
    return refuse("pull_request_unknown", `The repository ${name} has no pull request #${number}.`);
  }
  const refused = tryRefuseClosed(pullRequest);
  if (refused !== undefined) return refused;
  const base = { repo, targetBranch: pullRequest.baseBranch };
  const queue = tryOpenQueue(draft, toIdentityKey(base));
  const submission = queue && tryFindEnqueued(queue, number);
  if (queue !== undefined && submission !== undefined) mergeManually(queue, submission);
  else recordMerge(draft, base, pullRequest);
  if (queue !== undefined) restartAfterPush(queue);
  return undefined;
}

/** Applies an outside push to a queue's branch. Running tests start again, on top of the push. */
export function applyPushToBranch(queue: QueueDraft): Effect {
  countMerge(queue.engine, queue.identity);
  restartAfterPush(queue);
  return undefined;
}

/** Restarts all running tests. They keep their places. Passed and failed entries do not change. */
function restartAfterPush(queue: QueueDraft): void {
  const reason = `Waits for its turn again, because a push changed ${queue.identity.targetBranch}.`;
  const cause: Cause = { reason, word: "MANUAL_PUSH_TO_TARGET_BRANCH" };
  for (const entry of queue.line) {
    if (entry.phase === "testing") testAgain(queue, entry, cause);
    else if (entry.phase === "bisecting") restartParts(queue, entry, cause);
  }
  queue.engine.unsettled.add(queue);
}

/** Ends a test run as failed, because it could not start. Does not change a run that has already ended. */
export function applyFailTestStart(draft: EngineDraft, event: EventOf<"failTestStart">): Effect {
  const { testRunId, fault } = event;
  const queue = tryFindQueueOf(draft, testRunId);
  if (queue === undefined) return refuse("test_run_unknown", `There is no test run ${testRunId}.`);
  const run = findTestRun(queue, testRunId);
  if (run.status !== "in_progress") return undefined;
  const why = fault.slice("START_TEST_RUN_".length).toLowerCase().replaceAll("_", " ");
  finishRun(queue, run, { failure: `Its tests could not start: ${why}.`, failureReason: fault });
  queue.engine.unsettled.add(queue);
  return undefined;
}

/** Sets the targets of a commit, even before a submission. They count while this commit is the latest. */
export function applySetImpactedTargets(queue: QueueDraft, event: EventOf<"setImpactedTargets">): Effect {
  const { number, sha, targets } = event;
  const pullRequest = findOrDescribe(queue, number);
  if ("refusal" in pullRequest) return pullRequest;
  if (sha !== undefined && !nameCommit(queue, pullRequest, sha)) {
    queue.otherTargets.set(number, new Map(queue.otherTargets.get(number) ?? []).set(sha, targets));
    return undefined;
  }
  queue.impactedTargets.set(number, targets);
  const submission = tryFindEnqueued(queue, number);
  if (submission === undefined) return undefined;
  const entry = tryFindEntry(queue, submission.sequence);
  if (entry === undefined) putToWaiting(queue, submission.sequence);
  else changeTargets(queue, entry);
  return undefined;
}

/** Updates an entry's targets. Retests entries whose tests do not contain all changes that share a target. */
function changeTargets(queue: QueueDraft, former: LineEntry): void {
  const targets = uniteTargets(queue, former.sequences);
  const entry = changeEntry(queue, former, { targets });
  const isWider = !areWithin(targets, former.targets);
  const from = queue.line.indexOf(entry);
  if (isWider && entry.phase !== "bisecting" && hasMissedMerge(queue, entry)) invalidate(queue, entry);
  for (const { id } of queue.line.slice(from)) {
    const index = queue.line.findIndex((one) => one.id === id);
    const other = queue.line[index];
    // It may have left the line with an entry ahead. Parts of a batch are tested again before they merge.
    if (other === undefined || other.phase === "bisecting") continue;
    const related = findRelated(queue, queue.line.slice(0, index), other.targets);
    if (related.every(({ sequences }) => isOnTopOf(other, sequences))) {
      const dependsOn = [...new Set([...other.dependsOn, ...related.map((one) => one.id)])];
      changeEntry(queue, other, { dependsOn });
    } else {
      invalidate(queue, other);
    }
  }
}

function invalidate(queue: QueueDraft, entry: LineEntry): void {
  const cause: Cause = { reason: "Waits for its turn again, because impacted targets changed.", word: "" };
  testAgain(queue, entry, cause);
  testAgainOnTop(queue, entry.sequences, cause);
}

/** Adds events, or replaces those with the same id. Refuses a key that another platform or kind uses. */
export function applyTrackEvents(draft: EngineDraft, event: EventOf<"trackEvents">): Effect {
  const { repo, events: uploaded } = event;
  const key = toRepositoryKey(repo);
  const known = draft.trackedEvents.get(key);
  const events = draftSortedMap(known?.events ?? createSortedMap<number, TrackedEvent>());
  const positions = draftSortedMap(known?.positions ?? createSortedMap<string, number>());
  const sequences = draftSortedMap(known?.sequences ?? createSortedMap<string, EventSequence>());
  for (const tracked of uploaded) {
    const { id, sequence } = tracked;
    const before = sequences.get(sequence.key);
    if (before !== undefined && (before.platform !== sequence.platform || before.kind !== sequence.kind)) {
      const named = `Event ${JSON.stringify(id)} calls the sequence ${JSON.stringify(sequence.key)}`;
      return refuse(
        "sequence_contradictory",
        `${named} a ${sequence.kind} of ${sequence.platform}, but ${formatRepository(repo)} already uses this key for a ` +
          `${before.kind} of ${before.platform}. Give the sequence a key of its own.`,
      );
    }
    sequences.set(sequence.key, sequence);
    const position = positions.get(id) ?? positions.size + 1;
    positions.set(id, position);
    events.set(position, tracked);
  }
  const tracked = { repo: known?.repo ?? repo, events, positions, sequences };
  draft.trackedEvents = new Map(draft.trackedEvents).set(key, tracked);
  return undefined;
}
