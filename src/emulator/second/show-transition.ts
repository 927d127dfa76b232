import type { EngineTest, Queue, Submission } from "../../engine/engine-state";
import { findSubmission, isEnqueued, tryFindLatest } from "../../engine/queue-contents";
import type { StateChange } from "../../engine/state-change";
import { ENTRY_STATES } from "../../wire/second/words";
import type { ServedEngine } from "../service/handle-request";
import { toPullRequestId, toPullRequestUrl } from "./known-resources";
import { CHECK_WORDS } from "./show-verification-run";

/** A change in the history of a pull request. */
export interface Transition {
  readonly queue: Queue;
  readonly submission: Submission;
  readonly change: StateChange;
  /** Its place in the history, from 0. */
  readonly index: number;
}

/** Lists the changes of a pull request's state in a queue, oldest first. */
export function listTransitions(queue: Queue | undefined, number: number): readonly Transition[] {
  const submission = queue && tryFindLatest(queue, number);
  if (queue === undefined || submission === undefined) return [];
  return submission.history.map((change, index) => ({ queue, submission, change, index }));
}

/** Shows a change with the particulars that the engine records. */
export function showTransition(service: ServedEngine, transition: Transition): object {
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
  { queue, submission: { number, history }, change, index }: Transition,
  decider: EngineTest | undefined,
): object | undefined {
  const { state, atMs, reason } = change;
  if (state === "failed") return { failureCausingChecks: listFailureCauses(decider) };
  const isShown = state === "tests_passed" || state === "pending_failure";
  if (!isShown || decider === undefined) return undefined;
  const ownId = history.slice(0, index).findLast((one) => one.state === "testing")?.testRunId;
  const own = queue.testRuns.get(ownId ?? "") ?? decider;
  const show = (sequence: number): object => showReference(service, queue, sequence);
  const waitingFor = own.beneath.filter((one) => wasThere(findSubmission(queue, one), atMs)).map(show);
  if (state === "pending_failure") {
    const { failureReason } = decider;
    return {
      ...(failureReason === undefined ? {} : { eventualFailureReason: failureReason }),
      waitingFor,
      failureCausingChecks: listFailureCauses(decider),
    };
  }
  const others = decider.sequences.filter((one) => findSubmission(queue, one).number !== number);
  const [successor = 0] = decider.sequences;
  const bySuccessor =
    reason === "SUCCESSOR_TEST_RUN_PASSED"
      ? {
          successorPullRequestId: toPullRequestId(
            service,
            queue.identity.repo,
            findSubmission(queue, successor).number,
          ),
        }
      : {};
  return {
    batchSize: own.sequences.length,
    ...bySuccessor,
    otherTestedPullRequests: others.map(show),
    waitingFor,
  };
}

function listFailureCauses(run: EngineTest | undefined): readonly object[] {
  const failed = run?.checks.find(({ name }) => name === run.failedStatus);
  return failed === undefined ? [] : [{ name: failed.name, conclusion: CHECK_WORDS[failed.conclusion][1] }];
}

/** Tells whether a submission had not left its queue at a moment. */
function wasThere(submission: Submission, atMs: number): boolean {
  return isEnqueued(submission) || submission.stateChangedAtMs > atMs;
}

function showReference(service: ServedEngine, queue: Queue, sequence: number): object {
  const { repo } = queue.identity;
  const submission = findSubmission(queue, sequence);
  const { number, pullRequest } = submission;
  return {
    pullRequestId: toPullRequestId(service, repo, number),
    number,
    title: pullRequest.title,
    url: toPullRequestUrl(repo, number),
    state: ENTRY_STATES[(tryFindLatest(queue, number) ?? submission).state],
  };
}
