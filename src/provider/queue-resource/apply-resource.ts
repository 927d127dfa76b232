import type { Diagnostic } from "../../plugin/diagnostic";
import type { PrivateState, UpdateRequest } from "../../plugin/provider-definition";
import { type ObjectValue, UNKNOWN } from "../../plugin/value";
import { type AdditionalSettings, isSameJson } from "../../queue/additional-settings";
import { hasErrorCode, isMergeQueueError } from "../../queue/merge-queue-error";
import { formatQueueId, type QueueIdentity } from "../../queue/queue-identity";
import { findSetting } from "../../queue/settings";
import { tryToRequestableState } from "../../reconcile/queue-state";
import { isChange, type SettingsChange } from "../../reconcile/write-settings";
import {
  getIdentity,
  getTimeoutMs,
  isAbandoned,
  isAdopted,
  isDrained,
  tryGetIdentity,
} from "../argument-values";
import { describeError } from "../describe-error";
import { createWarning } from "../diagnostics";
import { findReconciler, getData, type ProviderData, type QueueResource } from "../provider-data";
import { collectAdditionalSettings } from "./values/additional-values";
import { decodePrivate, encodePrivate, nameObject } from "./values/queue-private";
import {
  collectExpected,
  collectSettings,
  collectWanted,
  fillUnknown,
  getSetting,
  isSameValue,
  listHidden,
  toLeftOver,
  warnOfUnknownWords,
  withLiveQueue,
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
    // Keeps a queue that may be someone else's out of the state.
    if (!hasErrorCode(error, "create_incomplete") || error.details.record === undefined)
      return { state: null, diagnostics };
    onOwned(error.details.queueId);
    return { state: toLeftOver(planned, error.details), private: remember(), diagnostics };
  } finally {
    claims.release(queue);
  }
};

const STATUSES = findSetting("requiredStatuses");

export const updateResource: QueueResource["update"] = async (request, { stopSignal, endSignal }) => {
  const { planned, prior, config, plannedPrivate, data } = request;
  // Requests use the spelling that created the queue. The plan has kept it.
  const identity = getIdentity(prior);
  const change = toChange(request);
  const { object, queueId } = decodePrivate(plannedPrivate);
  try {
    // A change of arguments that only Terraform stores, such as timeouts, needs no call.
    const reconciler = isChange(change) ? findReconciler(data) : undefined;
    const live = await reconciler?.update(identity, change, {
      timeoutMs: getTimeoutMs(planned, "update"),
      queueId,
      stopSignal,
      endSignal,
      sensitive: listHidden(change),
      expected: collectExpected(prior),
    });
    return {
      state: fillUnknown(planned, live ?? collectSettings(prior), prior),
      private: encodePrivate({
        managesRequiredStatuses: getSetting(config, "requiredStatuses") !== null,
        ownStatuses: findOwnStatuses(request),
        object,
        queueId,
      }),
      diagnostics: live === undefined ? [] : warnOfUnknownWords(live),
    };
  } catch (error) {
    // The record of another queue in its place is not this state's.
    const isOwn = isMergeQueueError(error) && error.code !== "queue_replaced";
    const { record, additionalFields } = isOwn ? error.details : {};
    return {
      state: record === undefined ? prior : withLiveQueue(prior, record, additionalFields),
      private: plannedPrivate,
      diagnostics: [describeError(error, "update")],
    };
  }
};

/** Returns the list that this resource has set. With `ignore_changes`, the list may be someone else's. */
function findOwnStatuses(request: UpdateRequest<ProviderData>): readonly string[] | undefined {
  const { config, planned, plannedPrivate } = request;
  const configured = getSetting(config, "requiredStatuses");
  if (configured === null) return undefined;
  const isApplied = isSameValue(STATUSES, configured, getSetting(planned, "requiredStatuses"));
  return isApplied ? collectSettings(planned).requiredStatuses : decodePrivate(plannedPrivate).ownStatuses;
}

function toChange({ planned, prior, config }: UpdateRequest<ProviderData>): SettingsChange {
  const settings = collectSettings(planned, (setting, value) => {
    const isConfigured = getSetting(config, setting.name) !== null;
    return isConfigured && !isSameValue(setting, value, getSetting(prior, setting.name));
  });
  const isReleased =
    getSetting(config, "requiredStatuses") === null && getSetting(planned, "requiredStatuses") === UNKNOWN;
  const change = { settings, additionalSettings: findAdditionalChanges(planned, prior) };
  return isReleased ? { ...change, deleteRequiredStatuses: true } : change;
}

/** Returns the changed additional settings. Removed settings are omitted: they are no longer managed. */
function findAdditionalChanges(planned: ObjectValue, prior: ObjectValue): AdditionalSettings {
  const present = collectAdditionalSettings(prior);
  const wanted = [...collectAdditionalSettings(planned)];
  return new Map(wanted.filter(([name, value]) => !isSameJson(value, present.get(name))));
}

export const deleteResource: QueueResource["delete"] = async (request, { stopSignal, endSignal, log }) => {
  const { prior, plannedPrivate } = request;
  const data = getData(request);
  const { claims, seenQueues } = data;
  const { object, queueId } = decodePrivate(plannedPrivate);
  const forgetObject = (queue: QueueIdentity): void => {
    claims.release(queue);
    claims.removeObject(queue, object);
  };
  if (isAbandoned(prior)) {
    const abandoned = tryGetIdentity(prior);
    if (abandoned !== undefined) {
      data.reconciler?.forget(abandoned);
      forgetObject(abandoned);
    }
    return { state: null, diagnostics: [] };
  }
  const isDraining = isDrained(prior);
  // Terraform shows no diagnostics before the call ends. The plan has warned of pull requests that wait.
  const onHeld = (message: string): void => {
    log("warn", message);
  };
  try {
    const queue = getIdentity(prior);
    const priorState = tryToRequestableState(collectSettings(prior));
    const outcome = await findReconciler(data).delete(queue, {
      timeoutMs: getTimeoutMs(prior, "delete"),
      queueId,
      stopSignal,
      endSignal,
      isKept: () => claims.isKeptByOther(queue, object),
      expected: collectExpected(prior),
      sensitive: listHidden({ settings: {}, additionalSettings: collectAdditionalSettings(prior) }),
      ...(isDraining ? { drain: { priorState, onHeld } } : {}),
    });
    seenQueues.remove(queue, outcome === "kept" ? undefined : prior);
    forgetObject(queue);
    return { state: null, diagnostics: outcome === "kept" ? [createKeptWarning(queue)] : [] };
  } catch (error) {
    const diagnostics = [describeError(error, isDraining ? "drain" : "delete")];
    return { state: prior, private: plannedPrivate, diagnostics };
  }
};

function createKeptWarning(identity: QueueIdentity): Diagnostic {
  const id = formatQueueId(identity);
  return createWarning(
    "Queue was kept",
    id,
    `Earlier in this apply, another object of the state created, changed or took over queue ${id}. The queue was not ` +
      "deleted, and not replaced; this object was only removed from the state. To give a resource another address, use a " +
      "moved block. To have the queue of a resource replaced, do not set create_before_destroy.",
  );
}
