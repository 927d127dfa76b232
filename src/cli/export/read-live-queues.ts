import { Deadline } from "../../api/clock";
import { MAX_IN_FLIGHT } from "../../api/request-limiter";
import type { ErrorCode } from "../../queue/merge-queue-error";
import { isMergeQueueError, MergeQueueError } from "../../queue/merge-queue-error";
import type { QueueIdentity } from "../../queue/queue-identity";
import { formatQueueId, toIdentityKey } from "../../queue/queue-identity";
import type { ShownQueue } from "../../reconcile/find-differences";
import { countQueues, listFailures, toPartFailure } from "../../reconcile/plan/fleet-failures";
import { forEachLimited } from "../../reconcile/plan/for-each-limited";
import type { CommandContext } from "../command-context";
import type { Connection } from "../connection/connect";

/** What would happen to the next queue as well. */
const FATAL_CODES: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  "unauthorized",
  "wrong_address",
  "proxy_refused",
  "unreachable",
  "interrupted",
]);

/**
 * Reads queues, one `/getQueue` each, a few at a time, within the time that the command has for all of them.
 * @param queues - of which no two mean the same queue
 * @returns what the service shows of each, by identity key
 * @throws MergeQueueError with the code of the first failure, and all of them in `details.failures`
 */
export async function readLiveQueues(
  { reconciler, timeoutMs, stopSignal }: Pick<Connection, "reconciler" | "timeoutMs" | "stopSignal">,
  { clock }: Pick<CommandContext, "clock">,
  queues: readonly QueueIdentity[],
): Promise<ReadonlyMap<string, ShownQueue>> {
  const deadline = Deadline.after(timeoutMs, clock);
  const shown = new Map<string, ShownQueue>();
  const failed = new Map<QueueIdentity, MergeQueueError>();
  let isLost = false;
  await forEachLimited(queues, MAX_IN_FLIGHT, async (queue) => {
    if (isLost) return;
    try {
      const options = { timeoutMs: deadline.remainingMs, stopSignal };
      // What is in the queue is not needed, and may be much.
      const { settings, additionalFields } = await reconciler.read(queue, options);
      shown.set(toIdentityKey(queue), { settings, additionalFields });
    } catch (error) {
      if (!isMergeQueueError(error)) throw error;
      failed.set(queue, error);
      isLost ||= FATAL_CODES.has(error.code) || deadline.remainingMs === 0;
    }
  });
  if (failed.size > 0) throw createError(queues, failed, shown.size);
  return shown;
}

function createError(
  queues: readonly QueueIdentity[],
  failed: ReadonlyMap<QueueIdentity, MergeQueueError>,
  done: number,
): MergeQueueError {
  const total = queues.length;
  // In the order in which the queues were named, not in that in which they failed.
  const inOrder = queues.flatMap((queue) => {
    const error = failed.get(queue);
    return error === undefined ? [] : [{ error, failure: toPartFailure(formatQueueId(queue), error) }];
  });
  const failures = inOrder.map(({ failure }) => failure);
  const first = inOrder.find(({ error }) => error.code === "interrupted") ?? inOrder[0];
  if (first === undefined) throw new RangeError("nothing failed");
  const unread = total - done - failures.length;
  const rest = unread === 0 ? "" : `\n${countQueues(unread)} more were not tried because of that.`;
  const head = `${failures.length} of ${countQueues(total)} could not be read, so that nothing was written:`;
  return new MergeQueueError(
    first.error.code,
    `${head}${listFailures(failures)}${rest}`,
    { ...first.error.details, failures, progress: { done, total } },
    first.error,
  );
}
