import type { CallContext, StateResponse, UpdateRequest } from "../../plugin/provider-definition";
import { UNKNOWN } from "../../plugin/values/value";
import { isMergeQueueError } from "../../queue/merge-queue-error";
import type { SettingsChange } from "../../reconcile/write-settings";
import { describeError } from "../describe-error";
import { getIdentity } from "../identity-values";
import type { ProviderData } from "../provider-data";
import { findReconciler } from "../provider-data";
import { fillUnknown } from "./create-resource";
import { getTimeoutMs } from "./operation-timeout";
import { encodePrivate } from "./queue-private";
import { collectSettings, getSetting, isSameValue, toRecord } from "./setting-values";
import { warnOfUnknownWords, withLiveSettings } from "./to-state";

/** Updates the queue as planned (promise K-2). */
export async function updateResource(
  request: UpdateRequest<ProviderData>,
  context: CallContext,
): Promise<StateResponse> {
  const { planned, prior, config, data } = request;
  // The queue is called by the name that it was created under; the plan kept its spelling.
  const identity = getIdentity(prior);
  const change = toChange(request);
  const isCall = Object.keys(change.settings).length > 0 || change.deleteRequiredStatuses === true;
  try {
    // What only Terraform keeps, such as timeouts, changes without the service.
    const reconciler = isCall ? findReconciler(data) : undefined;
    const live = await reconciler?.update(identity, change, {
      timeoutMs: getTimeoutMs(planned, "update"),
      stopSignal: context.stopSignal,
    });
    return {
      state: fillUnknown(planned, live ?? toRecord(prior), prior),
      private: encodePrivate({ managesRequiredStatuses: getSetting(config, "requiredStatuses") !== null }),
      diagnostics: live === undefined ? [] : warnOfUnknownWords(live),
    };
  } catch (error) {
    const live = isMergeQueueError(error) ? error.details.record : undefined;
    return {
      state: live === undefined ? prior : withLiveSettings(prior, live),
      private: request.plannedPrivate,
      diagnostics: [describeError(error)],
    };
  }
}

/** Answers what to send: configured settings that change, and the flag where statuses are given back. */
function toChange({ planned, prior, config }: UpdateRequest<ProviderData>): SettingsChange {
  const settings = collectSettings(planned, (setting, value) => {
    const isConfigured = getSetting(config, setting.name) !== null;
    return isConfigured && !isSameValue(setting, value, getSetting(prior, setting.name));
  });
  const isReleased =
    getSetting(config, "requiredStatuses") === null && getSetting(planned, "requiredStatuses") === UNKNOWN;
  return isReleased ? { settings, deleteRequiredStatuses: true } : { settings };
}
