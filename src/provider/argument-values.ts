import { getAttribute, getNestedAttribute } from "../plugin/get-attribute";
import type { ObjectValue, Value } from "../plugin/value";
import type { TimedOperation } from "../queue/check-attributes";
import { MergeQueueError } from "../queue/merge-queue-error";
import {
  formatQueueId,
  type QueueIdentity,
  REPOSITORY_PARTS,
  type Repository,
} from "../queue/queue-identity";
import { getDefaultTimeoutMs } from "../reconcile/default-timeouts";
import { tryParseDurationMs } from "../text/parse-duration";

/** Returns the identity in a configuration, plan or state; undefined if a part is unknown or null. */
export function tryGetIdentity(object: ObjectValue): QueueIdentity | undefined {
  const repo = tryGetRepository(object);
  const targetBranch = getAttribute(object, "target_branch");
  return repo === undefined || typeof targetBranch !== "string" ? undefined : { repo, targetBranch };
}

/** Returns the repository in `repo`; undefined if `repo` or a part of it is unknown or null. */
export function tryGetRepository(object: ObjectValue): Repository | undefined {
  const [host, owner, name] = REPOSITORY_PARTS.map((part) => getNestedAttribute(object, "repo", part));
  if (typeof host !== "string" || typeof owner !== "string" || typeof name !== "string") return undefined;
  return { host, owner, name };
}

/** Returns the identity in a state or known plan. @throws MergeQueueError `invalid_identity` if incomplete */
export function getIdentity(object: ObjectValue): QueueIdentity {
  const identity = tryGetIdentity(object);
  if (identity !== undefined) return identity;
  throw new MergeQueueError(
    "invalid_identity",
    "The state does not say which queue it describes: repo, a part of repo, or target_branch is missing. Was the state " +
      "edited by hand? Remove the resource from the state (terraform state rm ADDRESS) and import the queue again.",
  );
}

/** Returns the queue's id for messages; `QUEUE` if the id is not known yet. */
export function nameQueue(object: ObjectValue): string {
  const identity = tryGetIdentity(object);
  return identity === undefined ? "QUEUE" : formatQueueId(identity);
}

/** Tells whether a destroy leaves the queue as it is. */
export function isAbandoned(state: ObjectValue): boolean {
  return getAttribute(state, "deletion_policy") === "abandon";
}

/** Tells whether a destroy drains the queue first. */
export function isDrained(state: ObjectValue): boolean {
  return getAttribute(state, "deletion_policy") === "drain";
}

/** Tells whether a create takes over an existing queue. */
export function isAdopted(object: ObjectValue): boolean {
  return getAttribute(object, "on_existing") === "adopt";
}

/** Returns an identity's attributes: `repo` and `target_branch`. */
export function toIdentityAttributes({ repo, targetBranch }: QueueIdentity): Map<string, Value> {
  return new Map<string, Value>([
    ["repo", new Map(REPOSITORY_PARTS.map((part) => [part, repo[part]]))],
    ["target_branch", targetBranch],
  ]);
}

/** Returns an operation's timeout, from `timeouts` or the default, in milliseconds. */
export function getTimeoutMs(object: ObjectValue, operation: TimedOperation): number {
  return tryParseDurationMs(tryGetTimeout(object, operation) ?? "") ?? getDefaultMs(object, operation);
}

/** Returns an operation's timeout as users write it: `90s`. */
export function describeTimeout(object: ObjectValue, operation: TimedOperation): string {
  return tryGetTimeout(object, operation) ?? `${getDefaultMs(object, operation) / 60_000}m`;
}

/** Returns an operation's text in `timeouts`; undefined if it is unset or unknown. */
export function tryGetTimeout(object: ObjectValue, operation: TimedOperation | "invoke"): string | undefined {
  const text = getNestedAttribute(object, "timeouts", operation);
  return typeof text === "string" ? text : undefined;
}

function getDefaultMs(object: ObjectValue, operation: TimedOperation): number {
  return getDefaultTimeoutMs(operation, { isDrained: isDrained(object) });
}
