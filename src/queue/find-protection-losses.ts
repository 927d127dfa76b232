import { isSameSetting } from "./diff-settings";
import { quote } from "./quote";
import type { QueueRecord, SettingName, SettingValue } from "./settings";

/** A change after which less must pass before a pull request merges. */
export interface ProtectionLoss {
  /** Wire name of the setting. */
  readonly name: SettingName;
  /** What is lost, as a sentence. */
  readonly message: string;
}

/**
 * Finds merge protection that a change takes away: required statuses that go, and direct merging that is
 * switched on. Nothing else counts (promise S-26).
 * @param before - settings that the queue has
 * @param after - the settings that the change touches; absent ones stay as they are
 */
export function findProtectionLosses(before: QueueRecord, after: QueueRecord): ProtectionLoss[] {
  const losses: ProtectionLoss[] = [];
  const kept = new Set(toNames(after.requiredStatuses));
  const gone =
    after.requiredStatuses === undefined
      ? []
      : toNames(before.requiredStatuses).filter((name) => !kept.has(name));
  if (gone.length > 0) {
    const list = gone.map((name) => quote(name)).join(", ");
    losses.push({
      name: "requiredStatuses",
      message:
        kept.size === 0
          ? `No status will be required any more: ${list} will go, and pull requests merge without passing any.`
          : `Required statuses will go: ${list}. Pull requests then merge without them.`,
    });
  }
  if (isAlways(after.directMergeMode) && !isAlways(before.directMergeMode)) {
    losses.push({
      name: "directMergeMode",
      message:
        "Pull requests that are up to date with the target branch will merge without being tested in the queue.",
    });
  }
  return losses;
}

function isAlways(value: SettingValue | undefined): boolean {
  return value !== undefined && isSameSetting("directMergeMode", value, "always");
}

function toNames(value: SettingValue | undefined): readonly string[] {
  return typeof value === "object" ? [...new Set(value.map((name) => name.normalize("NFC")))] : [];
}
