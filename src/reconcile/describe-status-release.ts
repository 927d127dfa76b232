import type { QueueIdentity } from "../queue/queue-identity";
import type { SettingValue } from "../queue/settings";

/** Says that an apply deletes a queue's list of statuses. @param names - undefined counts as empty */
export function describeStatusRelease(names: SettingValue | undefined): string {
  const list = listNames(names);
  return (
    `required_statuses is no longer configured: the list that was set (${list === "" ? "empty" : list}) will ` +
    "be deleted, and the statuses of branch protection or of the repository's configuration file apply " +
    "again. To keep the list, leave it in the configuration."
  );
}

/** Explains what an empty list of statuses means to a service with `abilities.inheritsByEmptyList`. */
export const EMPTY_LIST_INHERITS =
  'required_statuses = [] means "inherited" at this service: the queue uses the statuses of the repository\'s ' +
  "configuration file or of branch protection.";

/** Says that the queue keeps a list that this resource did not set, and how to remove this list. */
export function describeKeptStatuses(
  queue: QueueIdentity,
  names: SettingValue | undefined,
  { inheritsByEmptyList = false }: { readonly inheritsByEmptyList?: boolean | undefined },
): string {
  const how = inheritsByEmptyList
    ? "apply required_statuses = [] once."
    : `remove the list:\n  ${toReleaseCommand(queue)}`;
  return (
    `required_statuses is no longer configured, but the queue keeps its list (${listNames(names)}): this resource has no ` +
    "record of setting it. Either version 1.6 or older set the list, without keeping a record, or someone else set it. To let branch " +
    `protection or the repository's configuration file decide again, ${how}`
  );
}

/** Returns the command, for a POSIX shell, that removes a queue's own list of statuses. */
export function toReleaseCommand({ repo: { host, owner, name }, targetBranch }: QueueIdentity): string {
  const body = JSON.stringify({ repo: { host, owner, name }, targetBranch, deleteRequiredStatuses: true });
  const quoted = body.replaceAll("'", "\\u0027");
  return (
    `curl --fail -H "x-api-token: $MERGEQUEUE_TOKEN" -H "content-type: application/json" -d '${quoted}' ` +
    '"$MERGEQUEUE_BASE_URL/updateQueue"'
  );
}

function listNames(names: SettingValue | undefined): string {
  return typeof names === "object" ? names.map((name) => JSON.stringify(name)).join(", ") : "";
}
