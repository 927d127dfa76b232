import type { UpdateRequest } from "../../plugin/provider-definition";
import { type ObjectValue, UNKNOWN } from "../../plugin/value";
import { type AdditionalSettings, isSameJson } from "../../queue/additional-settings";
import { isMergeQueueError } from "../../queue/merge-queue-error";
import { findSetting } from "../../queue/settings";
import { isChange, type SettingsChange } from "../../reconcile/write-settings";
import { getIdentity, getTimeoutMs } from "../argument-values";
import { describeError } from "../describe-error";
import { findReconciler, type ProviderData, type QueueResource } from "../provider-data";
import { collectAdditionalSettings } from "./values/additional-values";
import { decodePrivate, encodePrivate } from "./values/queue-private";
import {
  collectExpected,
  collectSettings,
  fillUnknown,
  getSetting,
  isSameValue,
  listHidden,
  warnOfUnknownWords,
  withLiveQueue,
} from "./values/setting-values";

const STATUSES = findSetting("requiredStatuses");

export const updateResource: QueueResource["update"] = async (request, { stopSignal, endSignal }) => {
  const { planned, prior, config, plannedPrivate, data } = request;
  // The queue is called by the name that it was created under; the plan kept its spelling.
  const identity = getIdentity(prior);
  const change = toChange(request);
  const { object, queueId } = decodePrivate(plannedPrivate);
  try {
    // What only Terraform keeps, such as timeouts, changes without the service.
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

/** Returns the list that this resource has set. What `ignore_changes` keeps may be someone else's. */
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

/** A setting that was removed from the object is no longer managed, and not sent. */
function findAdditionalChanges(planned: ObjectValue, prior: ObjectValue): AdditionalSettings {
  const present = collectAdditionalSettings(prior);
  const wanted = [...collectAdditionalSettings(planned)];
  return new Map(wanted.filter(([name, value]) => !isSameJson(value, present.get(name))));
}
