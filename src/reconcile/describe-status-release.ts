import type { QueueIdentity } from "../queue/queue-identity";
import type { SettingValue } from "../queue/settings";

/**
 * Says what happens when required statuses are left out: the only setting that is reset then.
 * @param names - the queue's present list; undefined if it is unknown or must not be shown
 */
export function describeStatusRelease(names: SettingValue | undefined): string {
  const list = listNames(names);
  return (
    `required_statuses is no longer configured: the list that was set (${list === "" ? "empty" : list}) will ` +
    "be deleted, and the statuses of branch protection or of the repository's configuration file apply " +
    "again. To keep the list, leave it in the configuration."
  );
}

/** Says that a list no longer configured stays, as it may not be this resource's, and how to remove it. */
export function describeKeptStatuses(queue: QueueIdentity, names: SettingValue | undefined): string {
  return (
    `required_statuses is no longer configured, but the queue keeps its list (${listNames(names)}): this resource does not ` +
    "remember that it set this list. Version 1.6 and older remembered none, or someone else has set it since. If it can go, " +
    `remove it, and branch protection or the repository's configuration file decides again:\n  ${toReleaseCommand(queue)}`
  );
}

/** Returns the command that removes a queue's own list of required statuses, for a POSIX shell. */
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
