import type { SettingValue } from "../queue/settings";

/**
 * Says what happens when required statuses are left out: the only setting that is reset then.
 * @param names - the queue's present list; undefined if it is unknown or must not be shown
 */
export function describeStatusRelease(names: SettingValue | undefined): string {
  const list = typeof names === "object" ? names.map((name) => JSON.stringify(name)).join(", ") : "";
  return (
    `required_statuses is no longer configured: the list that was set (${list === "" ? "empty" : list}) will ` +
    "be deleted, and the statuses of branch protection or of the repository's configuration file apply " +
    "again. To keep the list, leave it in the configuration."
  );
}
