import { KnownQueue, type QueueDrift, type ReasonStyle, type ShownSettings } from "../queue/known-queue";
import { isMergeQueueError, MergeQueueError } from "../queue/merge-queue-error";
import type { GetQueueResponse } from "../wire/first/get-queue";
import type { UpdateQueueRequest, UpdateQueueResponse } from "../wire/first/update-queue";
import type { CallOptions } from "./api-client";
import type { ApiContext } from "./poll-until";
import { createDriftError, showAllValues, toShownSettings, tryFetchQueue } from "./resolve-queue";

/** The reason, found by a read, why an update must not be sent again. */
type Verdict =
  | { readonly kind: "gone" }
  | { readonly kind: "changed"; readonly drift: QueueDrift; readonly shown: ShownSettings }
  | { readonly kind: "stored"; readonly found: GetQueueResponse };

export interface SendOptions {
  /** Which values messages show. Default: all values. */
  readonly style?: ReasonStyle;
  /** Strings that no message may repeat. */
  readonly secrets?: readonly string[];
  /** The client calls this function before each repeat, with the queue that it has just read. */
  readonly onSeen?: (found: GetQueueResponse) => void;
  /** Time of the last read. If it is over a second ago, a read precedes the update. Default: no read. */
  readonly seenAtMs?: number | undefined;
}

/**
 * Sends `/updateQueue` until its outcome is known. Before a repeat, reads the queue if the write was possibly
 * applied or a second has passed: only sent settings may differ from the last read. If all are stored, sends
 * no repeat.
 * @param known - holds sent and read values. Default: an empty object, which the first read fills
 * @returns the queue's settings; undefined if the response does not contain them
 * @throws MergeQueueError `outcome_unknown` if the queue was changed; `not_found`; as `ApiClient.call`
 */
export async function sendUpdate(
  context: ApiContext,
  request: UpdateQueueRequest,
  known = new KnownQueue(),
  { style = showAllValues(context), secrets = [], onSeen, seenAtMs }: SendOptions = {},
): Promise<UpdateQueueResponse> {
  const { repo, targetBranch, additionalSettings = {}, deleteRequiredStatuses, ...settings } = request;
  const queue = { repo, targetBranch };
  const additional = new Map(Object.entries(additionalSettings));
  const change = { settings, additionalSettings: additional, deleteRequiredStatuses };
  const takeBack = known.send(change);
  const judge = (found: GetQueueResponse | undefined): Verdict | undefined => {
    if (found === undefined) return { kind: "gone" };
    const shown = toShownSettings(found);
    const drift = known.findDrift(shown, style);
    if (drift !== undefined) return { kind: "changed", drift, shown };
    if (known.isStored(change, shown)) return { kind: "stored", found };
    known.see(shown);
    onSeen?.(found);
    return undefined;
  };
  let verdict: Verdict | undefined;
  const beforeRepeat = async (options: CallOptions): Promise<boolean> => {
    verdict = judge(await tryFetchQueue(context.api, queue, options));
    return verdict === undefined;
  };
  const options = { ...context, secrets, beforeRepeat, seenAtMs };
  try {
    const response = await context.api.call("updateQueue", request, options);
    if (response !== undefined) known.store(change, toShownSettings(response));
    return response;
  } catch (error) {
    if (!isMergeQueueError(error)) throw error;
    const { message, details } = error;
    if (details.isEffectPossible !== true) takeBack();
    switch (verdict?.kind) {
      case "stored":
        return verdict.found;
      case "gone":
        throw new MergeQueueError("not_found", `${message} The queue no longer exists.`, details, error);
      case "changed":
        throw createDriftError(
          { ...context, operation: "updateQueue", queue },
          verdict.drift,
          verdict.shown,
          error,
        );
      default:
        throw error;
    }
  }
}
