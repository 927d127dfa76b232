import { Deadline } from "../../api/clock";
import { listAllQueues } from "../../api/list-all-queues";
import { MAX_IN_FLIGHT } from "../../api/request-limiter";
import { isFatal, requireAllRead } from "../../plan/queue-failures";
import { isMergeQueueError, MergeQueueError } from "../../queue/merge-queue-error";
import { formatQueueId, type QueueIdentity, toIdentityKey } from "../../queue/queue-identity";
import type { ShownQueue } from "../../reconcile/find-wanted-changes";
import { forEachLimited } from "../../reconcile/for-each-limited";
import { toQueueReference, toQueueWithoutContent } from "../../reconcile/read-queue";
import type { CommandContext } from "../command-session";
import type { Connection } from "../connection/connect";

/** @throws MergeQueueError `invalid_request` (interface cannot list queues), `not_found` (it lists none) */
export async function listLiveQueues({
  api,
  startCall,
}: Connection): Promise<readonly { readonly identity: QueueIdentity; readonly live: ShownQueue }[]> {
  if (!api.abilities.listsQueues) {
    const message =
      "This service cannot list queues: only the second interface can. Name the queues by their ids, with --from, or " +
      "with --declared-in.";
    throw new MergeQueueError("invalid_request", message);
  }
  const found: { readonly id: string; readonly identity: QueueIdentity; readonly live: ShownQueue }[] = [];
  const options = startCall();
  for await (const page of listAllQueues(api, undefined, () => options)) {
    for (const listed of page) {
      const identity = toQueueReference(listed);
      found.push({ id: formatQueueId(identity), identity, live: toQueueWithoutContent(listed) });
    }
  }
  if (found.length > 0) return found.sort((a, b) => (a.id < b.id ? -1 : Number(a.id > b.id)));
  throw new MergeQueueError("not_found", "The service lists no queue. Nothing was written.");
}

/** Reads queues in parallel, all within one time limit. @throws MergeQueueError as {@link requireAllRead} */
export async function readLiveQueues(
  { reconciler, timeoutMs, stopSignal, parallelism = MAX_IN_FLIGHT }: Connection,
  { clock }: Pick<CommandContext, "clock">,
  queues: readonly QueueIdentity[],
  ifAbsent: "fail" | "skip" = "fail",
): Promise<ReadonlyMap<string, ShownQueue>> {
  const deadline = Deadline.after(timeoutMs, clock);
  const shown = new Map<string, ShownQueue>();
  const failed = new Map<QueueIdentity, MergeQueueError>();
  let isLost = false;
  await forEachLimited(queues, parallelism, async (queue) => {
    if (isLost) return;
    try {
      const options = { timeoutMs, within: deadline, stopSignal };
      // Pull requests are not needed, and there may be many.
      const { settings, additionalFields } = await reconciler.refresh(queue, options);
      shown.set(toIdentityKey(queue), { settings, additionalFields });
    } catch (error) {
      if (!isMergeQueueError(error)) throw error;
      if (ifAbsent === "skip" && error.code === "not_found") return;
      failed.set(queue, error);
      isLost ||= isFatal(error) || deadline.remainingMs === 0;
    }
  });
  requireAllRead(queues, formatQueueId, { errors: failed, done: shown.size, outcome: "nothing was written" });
  return shown;
}
