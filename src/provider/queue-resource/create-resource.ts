import type { PrivateState } from "../../plugin/provider-definition";
import { hasErrorCode } from "../../queue/merge-queue-error";
import { getTimeoutMs, isAdopted, tryGetIdentity } from "../argument-values";
import { describeError } from "../describe-error";
import { findReconciler, getData, type QueueResource } from "../provider-data";
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

export const createResource: QueueResource["create"] = async (request, { stopSignal, endSignal }) => {
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
  const remember = (): PrivateState =>
    encodePrivate({
      object,
      queueId,
      managesRequiredStatuses: getSetting(config, "requiredStatuses") !== null,
      ownStatuses: collectSettings(planned).requiredStatuses,
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
    const state = fillUnknown(planned, live, null, queueId);
    seenQueues.add(queue, state);
    return { state, private: remember(), diagnostics: warnOfUnknownWords(live) };
  } catch (error) {
    const diagnostics = [describeError(error, "create")];
    // A queue that may be someone else's by now does not get into the state.
    if (!hasErrorCode(error, "create_incomplete") || error.details.record === undefined)
      return { state: null, diagnostics };
    onOwned(error.details.queueId);
    return { state: toLeftOver(planned, error.details), private: remember(), diagnostics };
  } finally {
    claims.release(queue);
  }
};
