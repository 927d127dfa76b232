import { quote } from "./quote";
import type { QueueRecord, SettingName } from "./settings";

/** A change after which less must pass before a pull request merges. */
export interface ProtectionLoss {
  /** Wire name of the setting. */
  readonly name: SettingName;
  /** What is lost, as a sentence. */
  readonly message: string;
}

/**
 * Finds merge protection that a change takes away: required statuses that go, an empty list of them where it is
 * not known what was required, and direct merging that is switched on. Nothing else counts (promise S-26).
 * @param before - settings that the queue has; none for a queue that is yet to be created
 * @param after - the settings that the change touches; absent ones stay as they are
 */
export function findProtectionLosses(before: QueueRecord, after: QueueRecord): ProtectionLoss[] {
  const losses: ProtectionLoss[] = [];
  const message = describeStatusLoss(tryToNames(before.requiredStatuses), tryToNames(after.requiredStatuses));
  if (message !== undefined) losses.push({ name: "requiredStatuses", message });
  if (after.directMergeMode === "always" && before.directMergeMode !== "always") {
    losses.push({
      name: "directMergeMode",
      message:
        "Pull requests that are up to date with the target branch will merge without being tested in the queue.",
    });
  }
  return losses;
}

function describeStatusLoss(
  before: readonly string[] | undefined,
  after: readonly string[] | undefined,
): string | undefined {
  if (after === undefined) return undefined;
  const kept = new Set(after);
  if (before === undefined) {
    // A queue without a list of its own takes the statuses of branch protection, which an empty list overrides.
    return kept.size > 0
      ? undefined
      : "No status will be required: the empty list counts instead of the statuses of branch protection and of " +
          "the repository's configuration file, and pull requests merge without passing any.";
  }
  const gone = before.filter((name) => !kept.has(name));
  if (gone.length === 0) return undefined;
  const list = gone.map((name) => quote(name)).join(", ");
  return kept.size === 0
    ? `No status will be required any more: ${list} will go, and pull requests merge without passing any.`
    : `Required statuses will go: ${list}. Pull requests then merge without them.`;
}

function tryToNames(value: readonly string[] | undefined): readonly string[] | undefined {
  return value === undefined ? undefined : [...new Set(value.map((name) => name.normalize("NFC")))];
}
