import type { CallContext, CreateRequest, StateResponse } from "../../plugin/provider-definition";
import { getAttribute } from "../../plugin/values/get-attribute";
import { type ObjectValue, UNKNOWN, type Value } from "../../plugin/values/value";
import { toAttributeName } from "../../queue/attribute-name";
import { hasErrorCode } from "../../queue/merge-queue-error";
import { formatQueueId } from "../../queue/queue-identity";
import { type QueueRecord, SETTINGS } from "../../queue/settings";
import { describeError } from "../describe-error";
import { getIdentity, isAdopted, tryGetIdentity } from "../identity-values";
import { findReconciler, type ProviderData } from "../provider-data";
import { getTimeoutMs } from "./operation-timeout";
import {
  ADDITIONAL_SETTINGS,
  type AdditionalFields,
  collectAdditionalSettings,
  withLiveAdditionalSettings,
} from "./values/additional-values";
import { encodePrivate, nameObject } from "./values/queue-private";
import { collectSettings, fromSettingValue, getSetting, listHidden } from "./values/setting-values";
import { isTransient, warnOfUnknownWords } from "./values/to-state";

/** Creates the planned queue (promise K-1). */
export async function createResource(
  request: CreateRequest<ProviderData>,
  context: CallContext,
): Promise<StateResponse> {
  const { planned, config, data } = request;
  const identity = tryGetIdentity(planned);
  if (identity === undefined) throw new TypeError("the plan does not say which queue to create");
  const object = nameObject();
  const onOwned = (): void => {
    data?.claims.addObject(identity, object, "owned");
  };
  const remembered = encodePrivate({
    object,
    managesRequiredStatuses: getSetting(config, "requiredStatuses") !== null,
  });
  try {
    const wanted = {
      settings: collectSettings(planned),
      additionalSettings: collectAdditionalSettings(planned),
    };
    const live = await findReconciler(data).create(identity, wanted, {
      timeoutMs: getTimeoutMs(planned, "create"),
      stopSignal: context.stopSignal,
      endSignal: context.endSignal,
      onExisting: isAdopted(planned) ? "adopt" : "fail",
      sensitive: listHidden(wanted),
      mayServeOthers: data?.claims.isOnePlan(identity) === false,
      onOwned,
    });
    const state = fillUnknown(planned, live, null);
    data?.seenQueues.add(identity, state);
    return { state, private: remembered, diagnostics: warnOfUnknownWords(live) };
  } catch (error) {
    const diagnostics = [describeError(error, "create")];
    const { record, additionalFields = {} } = hasErrorCode(error, "create_incomplete") ? error.details : {};
    // A queue that may be someone else's by now does not get into the state.
    if (record === undefined) return { state: null, diagnostics };
    onOwned();
    return { state: toLeftOver(planned, record, additionalFields), private: remembered, diagnostics };
  } finally {
    data?.claims.release(identity);
  }
}

/**
 * Returns a planned object with its unknown values filled in from what the service shows; known values must not change
 * (rule C-32). The transient state `switching_modes` counts as the prior one.
 */
export function fillUnknown(planned: ObjectValue, live: QueueRecord, prior: ObjectValue | null): ObjectValue {
  const state = new Map(planned);
  for (const { name } of SETTINGS) {
    if (getSetting(planned, name) !== UNKNOWN) continue;
    const before = prior === null ? null : getSetting(prior, name);
    const now = isTransient(name, live) ? before : fromSettingValue(live[name]);
    state.set(toAttributeName(name), now);
  }
  return withKnownId(state);
}

/** Returns the state of a queue that was created but not configured: what the service shows, and null for the rest. */
function toLeftOver(planned: ObjectValue, live: QueueRecord, fields: AdditionalFields): ObjectValue {
  const state = new Map(planned);
  state.set(
    ADDITIONAL_SETTINGS,
    withLiveAdditionalSettings(getAttribute(planned, ADDITIONAL_SETTINGS), fields),
  );
  for (const { name } of SETTINGS) {
    state.set(toAttributeName(name), isTransient(name, live) ? null : fromSettingValue(live[name]));
  }
  return withKnownId(state);
}

function withKnownId(state: Map<string, Value>): ObjectValue {
  if (state.get("id") === UNKNOWN) state.set("id", formatQueueId(getIdentity(state)));
  return state;
}
