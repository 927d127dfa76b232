import type { EngineTest, Queue, Submission } from "../../engine/engine-state";
import { findSubmission, isEnqueued, tryFindLatest } from "../../engine/queue-contents";
import type { StateChange } from "../../engine/state-change";
import { ENTRY_STATES } from "../../wire/second/words";
import type { ServedEngine } from "../service/handle-request";
import { toPullRequestId } from "./known-resources";
import { showPullRequestName } from "./show-pull-request-name";
import { CHECK_WORDS } from "./show-verification-run";

/** A change in the history of a pull request. */
export interface EntryTransition {
  readonly queue: Queue;
  readonly submission: Submission;
  readonly change: StateChange;
  /** Its place in the history, from 0. */
  readonly index: number;
}

/** Shows a change with the particulars that the engine records. */
export function showTransition(service: ServedEngine, transition: EntryTransition): object {
  const { queue, submission, change } = transition;
  const { state, atMs, reason, testRunId } = change;
  const isUnexplained = state === "testing" || state === "pending_failure" || reason === "";
  const particulars = showParticulars(service, transition, queue.testRuns.get(testRunId ?? ""));
  return {
    pullRequestId: toPullRequestId(service, queue.identity.repo, submission.number),
    state: ENTRY_STATES[state],
    changedAt: new Date(atMs).toISOString(),
    reason: isUnexplained ? null : reason,
    ...(testRunId === undefined ? {} : { verificationRunId: testRunId }),
    ...(particulars === undefined ? {} : { [ENTRY_STATES[state]]: particulars }),
  };
}

/** @param decider - the run that the change is about, which may be a successor's */
function showParticulars(
  service: ServedEngine,
  { queue, submission: { number, history }, change, index }: EntryTransition,
  decider: EngineTest | undefined,
): object | undefined {
  const { state, atMs, reason } = change;
  const failed = decider?.checks.find(({ name }) => name === decider.failedStatus);
  const conclusion = failed && CHECK_WORDS[failed.conclusion][1];
  const causes = { failureCausingChecks: failed === undefined ? [] : [{ name: failed.name, conclusion }] };
  if (state === "failed") return causes;
  if (decider === undefined || (state !== "tests_passed" && state !== "pending_failure")) return undefined;
  const ownId = history.slice(0, index).findLast((one) => one.state === "testing")?.testRunId;
  const own = queue.testRuns.get(ownId ?? "") ?? decider;
  const show = (sequence: number): object => showReference(service, queue, sequence);
  const waitingFor = own.beneath.filter((one) => wasThere(findSubmission(queue, one), atMs)).map(show);
  if (state === "pending_failure") {
    const { failureReason } = decider;
    return { eventualFailureReason: failureReason, waitingFor, ...causes };
  }
  const numbers = decider.sequences.map((sequence) => findSubmission(queue, sequence).number);
  const successorPullRequestId = toPullRequestId(service, queue.identity.repo, numbers[0] ?? 0);
  return {
    batchSize: own.sequences.length,
    ...(reason === "SUCCESSOR_TEST_RUN_PASSED" ? { successorPullRequestId } : {}),
    otherTestedPullRequests: decider.sequences.filter((_one, place) => numbers[place] !== number).map(show),
    waitingFor,
  };
}

/** Tells whether a submission had not left its queue at a moment. */
function wasThere(submission: Submission, atMs: number): boolean {
  return isEnqueued(submission) || submission.stateChangedAtMs > atMs;
}

/** As published, the state is that of now. */
function showReference(service: ServedEngine, queue: Queue, sequence: number): object {
  const submission = findSubmission(queue, sequence);
  const { id, number, title, url } = showPullRequestName(service, queue.identity, submission.pullRequest);
  const { state } = tryFindLatest(queue, number) ?? submission;
  return { pullRequestId: id, number, title, url, state: ENTRY_STATES[state] };
}
