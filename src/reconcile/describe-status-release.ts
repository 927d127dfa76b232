import type { SettingValue } from "../queue/settings";

/**
 * Says what happens where required statuses were configured and are not any more: the one setting that an omission
 * gives back to the service.
 * @param names - the list that the queue has now; undefined if it is not known, or not to be told
 */
export function describeStatusRelease(names: SettingValue | undefined): string {
  const list = typeof names === "object" ? names.map((name) => JSON.stringify(name)).join(", ") : "";
  return (
    `required_statuses is no longer configured: the list that was set (${list === "" ? "empty" : list}) will ` +
    "be deleted, and the statuses of branch protection or of the repository's configuration file count " +
    "again. To keep the list, leave it in the configuration."
  );
}
