import { type CallOptions } from "../../api/api-client";
import { Deadline } from "../../api/clock";
import type { SubmittedPullRequest } from "../../api/pull-request";
import { pollUntil, READER_LAG_MS } from "../../api/resolve/poll-until";
import { isChanged, isInQueue } from "../../api/resolve/resolve-pull-request";
import { TRANSIENT_CODES } from "../../api/responses/retry-policy";
import { hasErrorCode, isMergeQueueError, MergeQueueError } from "../../queue/merge-queue-error";
import { CONCLUDED_STATES } from "../../queue/pull-request-state";
import { formatQueueId } from "../../queue/queue-identity";
import { quoteForShell } from "../../text/quote-for-shell";
import type { CommandContext } from "../command-session";
import type { Connection } from "../connection/connect";
import { READ_TIMEOUT } from "../connection/connection-options";
import type { PullRequestReference } from "./pull-request-change";

/** The state of a pull request when a wait for it begins. */
export interface ConcludedWait {
  readonly reference: PullRequestReference;
  /** The pull request as last read; undefined if it may never have been submitted. */
  readonly first?: SubmittedPullRequest | undefined;
  /** Its record from before it was submitted. Reads that still show it lag behind (promise F-27). */
  readonly outdated?: SubmittedPullRequest | undefined;
  readonly timeoutMs: number;
  /** Called after each read, and after a read that failed with the last record. */
  readonly onRead: (pullRequest: SubmittedPullRequest) => void;
}

/**
 * Waits until a pull request has left its queue. After the first response of the service, failures of the network do not
 * end the wait.
 * @returns the record that shows it
 * @throws MergeQueueError `not_found` if it was never submitted, or no longer exists; `deadline_exceeded`;
 *   `interrupted`; or as `ApiClient.call`
 */
export async function waitUntilConcluded(
  { clock }: Pick<CommandContext, "clock">,
  { api, stopSignal }: Pick<Connection, "api" | "stopSignal">,
  { reference, first, outdated, timeoutMs, onRead }: ConcludedWait,
): Promise<SubmittedPullRequest> {
  const deadline = Deadline.after(timeoutMs, clock);
  let last = first;
  let fault: MergeQueueError | undefined;
  let seenAtMs = clock.now();
  const read = async (options: CallOptions): Promise<SubmittedPullRequest> => {
    // One read must not keep the progress from being shown.
    const patienceMs = Math.min(READ_TIMEOUT.ms, options.deadline.remainingMs);
    try {
      last = await api.call("getSubmittedPullRequest", reference, {
        ...options,
        deadline: Deadline.after(patienceMs, clock),
      });
      seenAtMs = clock.now();
      fault = undefined;
    } catch (error) {
      if (last === undefined || stopSignal.aborted || !isMergeQueueError(error)) throw error;
      const mayLag = error.code === "not_found" && clock.now() - seenAtMs < READER_LAG_MS;
      // The address has led to the service before: a page in place of a response is a fault, too.
      const isTransient = TRANSIENT_CODES.has(error.code) || error.code === "wrong_address";
      if (!mayLag && !isTransient) throw error;
      fault = error;
    }
    onRead(last);
    return last;
  };
  const isDone = (pullRequest: SubmittedPullRequest): boolean =>
    isConcluded(pullRequest) && (outdated === undefined || isChanged(outdated, pullRequest));
  try {
    const end = await pollUntil({ clock, deadline, stopSignal }, read, isDone, Infinity);
    if (isDone(end)) return end;
  } catch (error) {
    if (stopSignal.aborted) throw createStoppedError(reference, last, error);
    throw hasErrorCode(error, "not_found") ? createMissingError(reference, error) : error;
  }
  throw createTimeoutError(reference, last, timeoutMs, fault);
}

/** Tells whether a pull request has left its queue, whatever the word for it. */
function isConcluded(pullRequest: SubmittedPullRequest): boolean {
  return !isInQueue(pullRequest) || CONCLUDED_STATES.some((state) => state === pullRequest.state);
}

function createMissingError(reference: PullRequestReference, error: MergeQueueError): MergeQueueError {
  const message =
    `${error.message} There is nothing to wait for. To submit the pull request, run ` +
    `${toCommand("submit", reference)} --wait.`;
  return new MergeQueueError(error.code, message, error.details, error);
}

function createTimeoutError(
  reference: PullRequestReference,
  last: SubmittedPullRequest | undefined,
  timeoutMs: number,
  fault: MergeQueueError | undefined,
): MergeQueueError {
  const { pr, ...queue } = reference;
  const why = fault === undefined ? "" : ` Since then it could not be read: ${fault.message}`;
  return new MergeQueueError(
    "deadline_exceeded",
    `Pull request #${pr.number} has not left queue ${formatQueueId(queue)} after ${Math.round(timeoutMs / 1000)} s: it is ` +
      `${describeState(last)}.${why}\nIt stays in the queue. To see why it waits, run ${toCommand("get", reference)}. To wait ` +
      `again, run ${toCommand("wait", reference)}.`,
    { queue, isConcluded: false },
    fault,
  );
}

function createStoppedError(
  reference: PullRequestReference,
  last: SubmittedPullRequest | undefined,
  error: unknown,
): MergeQueueError {
  const { pr, ...queue } = reference;
  // Before the first read, whether it is in the queue is not known.
  const state = last === undefined ? "" : `: it is ${describeState(last)}, and stays in the queue`;
  return new MergeQueueError(
    "interrupted",
    `Interrupted while waiting for pull request #${pr.number} in queue ${formatQueueId(queue)}${state}.\nTo wait again, run ` +
      `${toCommand("wait", reference)}. To remove it, run ${toCommand("cancel", reference)}.`,
    { queue, isConcluded: false },
    error,
  );
}

function describeState(last: SubmittedPullRequest | undefined): string {
  return last?.state ?? "in an unknown state";
}

function toCommand(name: string, { pr, ...queue }: PullRequestReference): string {
  return `mergequeue pr ${name} ${quoteForShell(formatQueueId(queue))} ${pr.number}`;
}
