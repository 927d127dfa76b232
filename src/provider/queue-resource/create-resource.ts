import type { Diagnostic } from "../../plugin/diagnostic";
import type { CallContext, CreateRequest, StateResponse } from "../../plugin/provider-definition";
import type { Value } from "../../plugin/value";
import { hasErrorCode } from "../../queue/merge-queue-error";
import { getTimeoutMs, isAdopted, tryGetIdentity } from "../argument-values";
import { describeError } from "../describe-error";
import { findReconciler, getData, type ProviderData } from "../provider-data";
import { encodePrivate, nameObject } from "./values/queue-private";
import {
  collectSettings,
  collectWanted,
  fillUnknown,
  getSetting,
  listHidden,
  toLeftOver,
  warnOfUnknownWords,
} from "./values/setting-values";

/** Creates the planned queue. */
export async function createResource(
  request: CreateRequest<ProviderData>,
  { stopSignal, endSignal }: CallContext,
): Promise<StateResponse> {
  const { planned, config } = request;
  const data = getData(request);
  const { claims, seenQueues } = data;
  const queue = tryGetIdentity(planned);
  if (queue === undefined) throw new TypeError("the plan does not say which queue to create");
  const object = nameObject();
  let queueId: string | undefined;
  const onOwned = (id?: string): void => {
    claims.addObject(queue, object, "owned");
    queueId = id;
  };
  const toResponse = (state: Map<string, Value>, diagnostics: readonly Diagnostic[]): StateResponse => ({
    state: state.set("queue_id", queueId ?? null),
    private: encodePrivate({
      object,
      queueId,
      managesRequiredStatuses: getSetting(config, "requiredStatuses") !== null,
      ownStatuses: collectSettings(planned).requiredStatuses,
    }),
    diagnostics,
  });
  try {
    const wanted = collectWanted(planned);
    const live = await findReconciler(data).create(queue, wanted, {
      timeoutMs: getTimeoutMs(planned, "create"),
      stopSignal,
      endSignal,
      onExisting: isAdopted(planned) ? "adopt" : "fail",
      sensitive: listHidden(wanted),
      mayServeOthers: !claims.isOnePlan(queue),
      onOwned,
    });
    const state = fillUnknown(planned, live, null);
    const response = toResponse(state, warnOfUnknownWords(live));
    seenQueues.add(queue, state);
    return response;
  } catch (error) {
    const diagnostics = [describeError(error, "create")];
    const {
      record,
      additionalFields = {},
      ...details
    } = hasErrorCode(error, "create_incomplete") ? error.details : {};
    // A queue that may be someone else's by now does not get into the state.
    if (record === undefined) return { state: null, diagnostics };
    onOwned(details.queueId);
    return toResponse(toLeftOver(planned, record, additionalFields), diagnostics);
  } finally {
    claims.release(queue);
  }
}
