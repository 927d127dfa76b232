import { formatRepository, toIdentityKey } from "../../queue/queue-identity";
import { tryFindHostPullRequest, tryOpenQueue } from "../draft/engine-draft";
import type { EngineDraft, QueueDraft } from "../draft/queue-draft";
import type { EventOf } from "../engine-event";
import { restartParts } from "../line/bisection";
import { finishRun } from "../line/finish-run";
import { testAgain } from "../line/line";
import { countMerge, mergeManually, recordMerge } from "../line/merge-passed";
import { findTestRun, tryFindEnqueued } from "../queue-contents";
import { type Effect, refuse, tryRefuseClosed } from "../refusal";
import { toRepositoryKey } from "../repository-key";
import type { Cause } from "../state-change";
import { tryFindQueueOf } from "./report-check";

/** A merge outside: it is merged in the queue of its base, which tests again, and cancelled in others. */
export function applyMergePullRequest(draft: EngineDraft, event: EventOf<"mergePullRequest">): Effect {
  const { repo, number } = event;
  const repositoryKey = toRepositoryKey(repo);
  const pullRequest = tryFindHostPullRequest(draft, repositoryKey, number);
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

/** Somebody pushes to the branch of a queue: what is in testing starts again on top of it. */
export function applyPushToBranch(queue: QueueDraft): Effect {
  countMerge(queue.engine, queue.identity);
  restartAfterPush(queue);
  return undefined;
}

/** Tests everything again that is in testing, in its place. What has passed, and failures, stay. */
function restartAfterPush(queue: QueueDraft): void {
  const reason = `Waits for its turn again: ${queue.identity.targetBranch} was pushed to.`;
  const cause: Cause = { reason, word: "MANUAL_PUSH_TO_TARGET_BRANCH" };
  for (const entry of queue.line) {
    if (entry.phase === "testing") testAgain(queue, entry, cause);
    else if (entry.phase === "bisecting") restartParts(queue, entry, cause);
  }
  queue.engine.unsettled.add(queue);
}

/** The start of a test turns out to have failed, and with it the test. A run that has ended stays. */
export function applyFailTestStart(draft: EngineDraft, event: EventOf<"failTestStart">): Effect {
  const { testRunId, fault } = event;
  const queue = tryFindQueueOf(draft, testRunId);
  if (queue === undefined) return refuse("test_run_unknown", `There is no test run ${testRunId}.`);
  if (findTestRun(queue, testRunId).status !== "in_progress") return undefined;
  const why = fault.slice("START_TEST_RUN_".length).toLowerCase().replaceAll("_", " ");
  finishRun(queue, testRunId, { failure: `Its tests could not start: ${why}.`, failureReason: fault });
  queue.engine.unsettled.add(queue);
  return undefined;
}
