import { Deadline } from "../../api/clock";
import { createPollDelays, READER_LAG_MS } from "../../api/resolve/poll-until";
import { hasErrorCode, MergeQueueError, toErrorMessage } from "../../queue/merge-queue-error";
import type { QueueIdentity } from "../../queue/queue-identity";
import { formatQueueId } from "../../queue/queue-identity";
import type { ListedQueue } from "../../reconcile/delete/require-empty";
import { requireListed } from "../../reconcile/delete/require-empty";
import { describePullRequests } from "../../reconcile/describe-pull-requests";
import { quoteForShell } from "../../text/quote-for-shell";
import type { CommandContext } from "../command-context";
import type { Connection } from "../connection/connect";

/**
 * Waits until a queue that drains is empty.
 * @param onProgress - hears what is left after every look
 * @returns the empty queue
 * @throws MergeQueueError `deadline_exceeded` with what is left; `interrupted`; `queue_not_empty` if somebody ends
 *   the draining; `queue_gone`; or as `Reconciler.read`
 */
export async function waitUntilEmpty(
  { clock }: Pick<CommandContext, "clock">,
  { reconciler, stopSignal, timeoutMs }: Connection,
  queue: QueueIdentity,
  onProgress: (live: ListedQueue) => void,
): Promise<ListedQueue> {
  const deadline = Deadline.after(timeoutMs, clock);
  const nextDelayMs = createPollDelays();
  let last: ListedQueue | undefined;
  try {
    for (;;) {
      const read = await reconciler.read(queue, { timeoutMs: deadline.remainingMs, stopSignal });
      const live = requireListed(queue, read);
      if (live.pullRequests.length === 0) return live;
      last = live;
      requireDraining(queue, live, deadline);
      onProgress(live);
      const delayMs = nextDelayMs();
      if (delayMs >= deadline.remainingMs) throw createTimeoutError(queue, live, timeoutMs);
      await clock.sleep(delayMs, stopSignal);
    }
  } catch (error) {
    if (stopSignal.aborted) throw createInterruptedError(queue, last, error);
    // A look that the end of the time has cut off tells less than the one before.
    if (deadline.remainingMs === 0 && last !== undefined)
      throw createTimeoutError(queue, last, timeoutMs, error);
    if (!hasErrorCode(error, "not_found")) throw error;
    const message =
      `Queue ${formatQueueId(queue)} does not exist any more: it was deleted while its draining was waited for. ` +
      toErrorMessage(error);
    throw new MergeQueueError("queue_gone", message, { queue }, error);
  }
}

/** What reading shows for a while after the change may be the state before (promise F-27). */
function requireDraining(
  queue: QueueIdentity,
  { settings, pullRequests }: ListedQueue,
  deadline: Deadline,
): void {
  const state = String(settings.state);
  if (state === "draining" || state === "switching_modes" || deadline.elapsedMs < READER_LAG_MS) return;
  throw new MergeQueueError(
    "queue_not_empty",
    `Queue ${formatQueueId(queue)} does not drain any more: somebody has made it ${state}. ${count(pullRequests.length)} in it:\n` +
      `${describePullRequests(pullRequests)}\nRun the same command again to drain it.`,
    { queue, record: settings },
  );
}

function createTimeoutError(
  queue: QueueIdentity,
  { settings, pullRequests }: ListedQueue,
  timeoutMs: number,
  cause?: unknown,
): MergeQueueError {
  const id = formatQueueId(queue);
  return new MergeQueueError(
    "deadline_exceeded",
    `Queue ${id} is not empty after ${Math.round(timeoutMs / 1000)} s. ${count(pullRequests.length)} left:\n` +
      `${describePullRequests(pullRequests)}\n${sayGoesOn(id)}`,
    { queue, record: settings },
    cause,
  );
}

function createInterruptedError(
  queue: QueueIdentity,
  last: ListedQueue | undefined,
  cause: unknown,
): MergeQueueError {
  const id = formatQueueId(queue);
  const left = last === undefined ? "" : `; ${count(last.pullRequests.length)} left`;
  return new MergeQueueError("interrupted", `Interrupted${left}. ${sayGoesOn(id)}`, { queue }, cause);
}

function sayGoesOn(id: string): string {
  return (
    `Queue ${id} goes on draining. Run the same command again to wait for it, or mergequeue queue resume ` +
    `${quoteForShell(id)} to let it run again.`
  );
}

function count(left: number): string {
  return left === 1 ? "1 pull request is" : `${left} pull requests are`;
}
