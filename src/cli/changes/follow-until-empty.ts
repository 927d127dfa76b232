import { type ErrorCode, isMergeQueueError, MergeQueueError } from "../../queue/merge-queue-error";
import { formatQueueId, type QueueIdentity } from "../../queue/queue-identity";
import { countPullRequests, describePullRequests } from "../../reconcile/describe-pull-requests";
import { describeStuck, findStuck, type ListedQueue } from "../../reconcile/listed-queue";
import { tryToRequestableState } from "../../reconcile/queue-state";
import type { LiveQueue } from "../../reconcile/read-queue";
import { quoteForShell } from "../../text/quote-for-shell";
import type { Connection } from "../connection/connect";

/**
 * Waits until a draining queue is empty. If pull requests can never leave, calls `onHeld` with advice.
 * @throws as `Reconciler.read`; also `deadline_exceeded`, `interrupted`, `queue_gone`, `queue_not_empty`
 */
export async function followUntilEmpty(
  { reconciler, stopSignal, taskOptions }: Pick<Connection, "reconciler" | "stopSignal" | "taskOptions">,
  queue: QueueIdentity,
  before: Pick<LiveQueue, "settings">,
  { onBusy, onHeld }: { onBusy: (live: ListedQueue) => void; onHeld: (message: string) => void },
): Promise<ListedQueue> {
  const id = formatQueueId(queue);
  const resume = `mergequeue queue resume ${quoteForShell(id)}`;
  const next = `Queue ${id} is still draining. To wait again, run the same command. To end the draining, run ${resume}.`;
  let last: ListedQueue | undefined;
  try {
    const keep = (live: ListedQueue): void => {
      last = live;
      onBusy(live);
    };
    const stateBefore = tryToRequestableState(before.settings);
    const end = await reconciler.waitUntilEmpty(queue, taskOptions, { stateBefore, onBusy: keep, onHeld });
    if (end.kind === "empty") return end.result;
    if (end.kind === "gone") {
      const message = `Queue ${id} no longer exists: it was deleted while it was draining.`;
      throw new MergeQueueError("queue_gone", message, { queue });
    }
    const { live } = end;
    const left = `${countPullRequests(live.pullRequests)} in it:\n${describePullRequests(live.pullRequests)}\n`;
    const details = { queue, record: live.settings };
    if (end.kind === "state_changed") {
      const changed = `Queue ${id} is no longer draining: its state was changed to ${end.state}.`;
      const message = `${changed} ${left}Run the same command again to drain it.`;
      throw new MergeQueueError("queue_not_empty", message, details);
    }
    const seconds = Math.round(taskOptions.timeoutMs / 1000);
    const advice = findStuck(live).length === 0 ? "" : `${describeStuck(queue, live)}\n`;
    const message = `Queue ${id} is not empty after ${seconds} s. ${left}${advice}${next}`;
    throw new MergeQueueError("deadline_exceeded", message, details, end.cause);
  } catch (error) {
    if (!stopSignal.aborted) {
      if (!isMergeQueueError(error) || DESCRIBED.has(error.code)) throw error;
      throw new MergeQueueError(error.code, `${error.message} ${next}`, error.details, error);
    }
    const left = last === undefined ? "" : `; ${countPullRequests(last.pullRequests)} left`;
    throw new MergeQueueError("interrupted", `Interrupted${left}. ${next}`, { queue }, error);
  }
}

const DESCRIBED: ReadonlySet<ErrorCode> = new Set(["queue_gone", "queue_not_empty", "deadline_exceeded"]);
