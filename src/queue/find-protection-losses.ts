import { quote } from "../text/quote";
import type { ReplacementLoss } from "./find-replacement-losses";
import { toDistinct } from "./find-setting-changes";
import type { QueueRecord, SettingName } from "./settings";

/** A change after which pull requests can merge with fewer passed checks. The `message` is a sentence. */
export interface ProtectionLoss {
  readonly name: SettingName;
  readonly message: string;
}

/**
 * Finds losses of merge protection: required statuses that a change removes, and direct merging that it
 * switches on. If the present required statuses are unknown, a change to an empty list counts as a loss.
 * @param before - the queue's present settings; empty for a new queue
 * @param lost - the settings that a replacement loses, from `findReplacementLosses`
 */
export function findProtectionLosses(
  before: QueueRecord,
  after: QueueRecord,
  lost: readonly Pick<ReplacementLoss, "name">[] = [],
): ProtectionLoss[] {
  const losses: ProtectionLoss[] = [];
  const present = before.requiredStatuses && toDistinct(before.requiredStatuses);
  const wanted = after.requiredStatuses && toDistinct(after.requiredStatuses);
  const message = lost.some(({ name }) => name === "requiredStatuses")
    ? describeReplacedStatuses(present)
    : describeStatusLoss(present, wanted);
  if (message !== undefined) losses.push({ name: "requiredStatuses", message });
  if (after.directMergeMode === "always" && before.directMergeMode !== "always") {
    const which = "Pull requests that are up to date with the target branch";
    const untested = `${which} will merge without being tested in the queue.`;
    losses.push({ name: "directMergeMode", message: untested });
  }
  return losses;
}

function describeReplacedStatuses(names: readonly string[] = []): string | undefined {
  if (names.length === 0) return undefined;
  return (
    `Required statuses are not carried over: ${quoteAll(names)}. They are not declared, so a queue that replaces this one ` +
    "requires only the statuses of branch protection or of the repository's configuration file."
  );
}

function describeStatusLoss(
  before: readonly string[] | undefined,
  after: readonly string[] | undefined,
): string | undefined {
  if (after === undefined) return undefined;
  if (before === undefined && after.length === 0) {
    return (
      "An empty list is requested. Most services ignore it. On a service that applies it, no status is required, and " +
      "pull requests merge without passing any. Leave the list out to inherit the statuses of branch protection and of " +
      "the repository's configuration file."
    );
  }
  const gone = (before ?? []).filter((name) => !after.includes(name));
  if (gone.length === 0) return undefined;
  return after.length === 0
    ? `No status will be required any more: ${quoteAll(gone)} will be removed, and pull requests merge without passing any.`
    : `Required statuses will be removed: ${quoteAll(gone)}. Pull requests then merge without them.`;
}

function quoteAll(names: readonly string[]): string {
  return names.map((name) => quote(name)).join(", ");
}
