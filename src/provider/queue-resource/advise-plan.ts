import type { Diagnostic } from "../../plugin/diagnostic";
import { attributePath } from "../../plugin/diagnostic";
import type { CallContext } from "../../plugin/provider-definition";
import { isWhollyKnown } from "../../plugin/values/is-wholly-known";
import type { ObjectValue } from "../../plugin/values/value";
import { toAttributeName } from "../../queue/attribute-name";
import { findProtectionLosses } from "../../queue/find-protection-losses";
import { hasErrorCode, toErrorMessage } from "../../queue/merge-queue-error";
import type { QueueIdentity } from "../../queue/queue-identity";
import { formatQueueId } from "../../queue/queue-identity";
import type { QueueRecord } from "../../queue/settings";
import { describePullRequests } from "../../reconcile/describe-pull-requests";
import type { LiveQueue } from "../../reconcile/read-queue";
import { describeError } from "../describe-error";
import { describeImport } from "../describe-import";
import type { ProviderData } from "../provider-data";
import { collectSettings, getSetting, isSameValue, toRecord } from "./setting-values";

/** Warns of a queue that exists although it is about to be created (rule C-35: a warning, never an error). */
export async function adviseCreate(
  identity: QueueIdentity | undefined,
  data: ProviderData | undefined,
  context: CallContext,
): Promise<Diagnostic[]> {
  if (identity === undefined || data === undefined) return [];
  if (data.seenQueues.isAbandoned(identity)) return [createAbandonedWarning(identity)];
  if (data.seenQueues.has(identity)) return [];
  return advise(identity, data, context, (live) =>
    live === undefined
      ? []
      : [
          {
            severity: "warning",
            summary: "Queue exists already",
            detail:
              `Queue ${formatQueueId(identity)} exists and is not in this state, so that creating it will be ` +
              `refused. ${describeImport(identity)}`,
            path: attributePath("target_branch"),
          },
        ],
  );
}

function createAbandonedWarning(identity: QueueIdentity): Diagnostic {
  return {
    severity: "warning",
    summary: "Queue will be forgotten and not replaced",
    detail:
      `Queue ${formatQueueId(identity)} is in the state with deletion_policy = "abandon": destroying it there ` +
      "only forgets it, so that creating it will be refused because it exists. To have it deleted and created " +
      'anew, apply deletion_policy = "refuse" first. To keep it, run terraform untaint, or ' +
      "give it its new address with a moved block.",
    path: attributePath("deletion_policy"),
  };
}

/** Warns of pull requests in a queue that is about to be destroyed or replaced. */
export async function adviseDestroy(
  identity: QueueIdentity | undefined,
  data: ProviderData | undefined,
  context: CallContext,
): Promise<Diagnostic[]> {
  if (identity === undefined || data === undefined) return [];
  return advise(identity, data, context, (live) =>
    live === undefined || live.pullRequests.length === 0
      ? []
      : [
          {
            severity: "warning",
            summary: "Queue to be deleted has pull requests in it",
            detail:
              `In queue ${formatQueueId(identity)} are now:\n${describePullRequests(live.pullRequests)}\n` +
              "Deleting it will be refused as long as they are there. Let them merge or cancel them first.",
          },
        ],
  );
}

/**
 * Warns of merge protection that a plan takes away (promise S-26). Needs no call: `prior` is what the refresh
 * has just read.
 */
export function adviseProtection(
  planned: ObjectValue,
  prior: ObjectValue | null,
  releasesRequiredStatuses: boolean,
): Diagnostic[] {
  const before: QueueRecord = prior === null ? {} : toRecord(prior);
  const changed = collectSettings(planned, (setting, value) => {
    const isChanged = prior === null || !isSameValue(setting, getSetting(prior, setting.name), value);
    // Of a set with unknown elements nobody can say yet what it leaves out.
    return isChanged && isWhollyKnown(value);
  });
  const warnings = findProtectionLosses(before, changed).map(({ name, message }) =>
    createProtectionWarning(toAttributeName(name), message),
  );
  if (!releasesRequiredStatuses) return warnings;
  const names = before.requiredStatuses;
  const list = typeof names === "object" ? names.map((name) => JSON.stringify(name)).join(", ") : "";
  return [
    ...warnings,
    createProtectionWarning(
      toAttributeName("requiredStatuses"),
      `required_statuses is no longer configured: the list that was set (${list === "" ? "empty" : list}) will ` +
        "be deleted, and the statuses of branch protection or of the repository's configuration file count " +
        "again. To keep the list, leave it in the configuration.",
    ),
  ];
}

function createProtectionWarning(name: string, detail: string): Diagnostic {
  return { severity: "warning", summary: "Merge protection shrinks", detail, path: attributePath(name) };
}

/** Reads once for advice. A failure is a log line, but for a token that is not accepted. */
async function advise(
  identity: QueueIdentity,
  data: ProviderData,
  context: CallContext,
  toAdvice: (live: LiveQueue | undefined) => Diagnostic[],
): Promise<Diagnostic[]> {
  if (data.reconciler === undefined) return [];
  try {
    return toAdvice(await data.reconciler.peek(identity, context.stopSignal));
  } catch (error) {
    if (hasErrorCode(error, "unauthorized") || hasErrorCode(error, "forbidden"))
      return [describeError(error)];
    context.log("warn", "advisory read failed; planning goes on without it", {
      queue: formatQueueId(identity),
      error: toErrorMessage(error),
    });
    return [];
  }
}
