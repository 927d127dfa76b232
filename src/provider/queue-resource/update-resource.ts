import type { CallContext, StateResponse, UpdateRequest } from "../../plugin/provider-definition";
import { UNKNOWN } from "../../plugin/values/value";
import { isMergeQueueError } from "../../queue/merge-queue-error";
import type { QueueIdentity } from "../../queue/queue-identity";
import type { QueueRecord } from "../../queue/settings";
import type { Reconciler } from "../../reconcile/reconciler";
import type { SettingsChange } from "../../reconcile/write-settings";
import { describeError } from "../describe-error";
import type { ProviderData } from "../provider-data";
import { findReconciler } from "../provider-data";
import { fillUnknown } from "./create-resource";
import { getIdentity } from "./identity-values";
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
  const reconciler = isCall ? findReconciler(data) : undefined;
  try {
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
    const live = await readBack(error, reconciler, identity);
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

/** Answers what is known of the queue after a failure; undefined if nothing is, and the prior state stands. */
async function readBack(
  error: unknown,
  reconciler: Reconciler | undefined,
  identity: QueueIdentity,
): Promise<QueueRecord | undefined> {
  if (isMergeQueueError(error) && error.details.record !== undefined) return error.details.record;
  try {
    return (await reconciler?.peek(identity))?.settings;
  } catch {
    // The failure that matters has been caught already; this read only serves a truer state.
    return undefined;
  }
}
