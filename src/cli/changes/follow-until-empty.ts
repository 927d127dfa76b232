import { type ErrorCode, MergeQueueError } from "../../queue/merge-queue-error";
import { formatQueueId, type QueueIdentity } from "../../queue/queue-identity";
import { countPullRequests, describePullRequests } from "../../reconcile/describe-pull-requests";
import { describeHeld, isHeld, type ListedQueue } from "../../reconcile/drain/listed-queue";
import { tryToRequestableState } from "../../reconcile/queue-state";
import type { LiveQueue } from "../../reconcile/read-queue";
import { quoteForShell } from "../../text/quote-for-shell";
import type { Connection } from "../connection/connect";

/**
 * Waits until a draining queue is empty.
 * @param onBusy - called after each read that shows pull requests
 * @param onHeld - called once, with what to tell the user, if nothing can leave the queue by itself
 * @throws MergeQueueError `deadline_exceeded` with the pull requests that are left; `interrupted`; `queue_not_empty` if
 *   an outside change ends the draining; `queue_gone`; or as `Reconciler.read`
 */
export async function followUntilEmpty(
  { reconciler, stopSignal, taskOptions }: Pick<Connection, "reconciler" | "stopSignal" | "taskOptions">,
  queue: QueueIdentity,
  before: Pick<LiveQueue, "settings">,
  onBusy: (live: ListedQueue) => void,
  onHeld: (message: string) => void,
): Promise<ListedQueue> {
  const id = formatQueueId(queue);
  const resume = `mergequeue queue resume ${quoteForShell(id)}`;
  const next = `Queue ${id} is still draining. Run the same command again to wait for it, or ${resume} to let it run again.`;
  let last: ListedQueue | undefined;
  const createError = (
    code: ErrorCode,
    message: string,
    live: ListedQueue,
    cause?: unknown,
  ): MergeQueueError => new MergeQueueError(code, message, { queue, record: live.settings }, cause);
  try {
    const stateBefore = tryToRequestableState(before.settings);
    const keepLast = (live: ListedQueue): void => {
      last = live;
      onBusy(live);
    };
    const end = await reconciler.waitUntilEmpty(queue, taskOptions, stateBefore, keepLast, onHeld);
    switch (end.kind) {
      case "empty":
        return end.result;
      case "gone":
        throw new MergeQueueError(
          "queue_gone",
          `Queue ${id} no longer exists: it was deleted while it was draining.`,
          { queue },
        );
      case "state_changed":
        throw createError(
          "queue_not_empty",
          `Queue ${id} is no longer draining: its state was changed to ${end.state}. ${listLeft(end.live)}` +
            "Run the same command again to drain it.",
          end.live,
        );
      case "timed_out": {
        const seconds = Math.round(taskOptions.timeoutMs / 1000);
        const advice = isHeld(end.live) ? `${describeHeld(queue, end.live)}\n` : "";
        const message = `Queue ${id} is not empty after ${seconds} s. ${listLeft(end.live)}${advice}${next}`;
        throw createError("deadline_exceeded", message, end.live, end.cause);
      }
    }
  } catch (error) {
    if (!stopSignal.aborted) throw error;
    const left = last === undefined ? "" : `; ${countPullRequests(last.pullRequests)} left`;
    throw new MergeQueueError("interrupted", `Interrupted${left}. ${next}`, { queue }, error);
  }
}

function listLeft({ pullRequests }: ListedQueue): string {
  return `${countPullRequests(pullRequests)} in it:\n${describePullRequests(pullRequests)}\n`;
}
