import { KnownQueue, type QueueDrift, type ReasonStyle, type ShownSettings } from "../queue/known-queue";
import { isMergeQueueError, MergeQueueError } from "../queue/merge-queue-error";
import type { GetQueueResponse } from "../wire/first/get-queue";
import type { UpdateQueueRequest, UpdateQueueResponse } from "../wire/first/update-queue";
import type { CallOptions } from "./api-client";
import type { ApiContext } from "./poll-until";
import { createDriftError, showAllValues, toShownSettings, tryFetchQueue } from "./resolve-queue";

/** What a read found, if the update must not be sent again. */
type Verdict =
  | { readonly kind: "gone" }
  | { readonly kind: "changed"; readonly drift: QueueDrift; readonly shown: ShownSettings }
  | { readonly kind: "stored"; readonly found: GetQueueResponse };

export interface SendOptions {
  /** Default: all values are shown. */
  readonly style?: ReasonStyle;
  /** Strings that no message may repeat. */
  readonly secrets?: readonly string[];
  /** Called before each repeat, with the queue as just read. */
  readonly onSeen?: (found: GetQueueResponse) => void;
  /** Time of the last read. An update more than a second later begins with a read. Default: no such read. */
  readonly seenAtMs?: number | undefined;
}

/**
 * Sends `/updateQueue` until its outcome is known. Before a late repeat, reads the queue: only the sent
 * values may have changed since the last read. If the queue has all sent values already, sends nothing.
 * @param known - stores sent and read values. Default: an empty one, so the first read is the reference
 * @returns the queue's settings; undefined if the response does not contain them
 * @throws MergeQueueError `outcome_unknown` if someone else changed it; `not_found`; as `ApiClient.call`
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
