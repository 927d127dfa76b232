import { quote } from "../text/quote";
import type { ReplacementLoss } from "./find-replacement-losses";
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
 * @param lost - settings that a replacement does not carry over; see `findReplacementLosses`
 */
export function findProtectionLosses(
  before: QueueRecord,
  after: QueueRecord,
  lost: readonly Pick<ReplacementLoss, "name">[] = [],
): ProtectionLoss[] {
  const losses: ProtectionLoss[] = [];
  const present = tryToNames(before.requiredStatuses);
  const message = lost.some(({ name }) => name === "requiredStatuses")
    ? describeReplacedStatuses(present)
    : describeStatusLoss(present, tryToNames(after.requiredStatuses));
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

/** Whether a list was set on the queue or comes from elsewhere, a service does not say. */
function describeReplacedStatuses(names: readonly string[] = []): string | undefined {
  if (names.length === 0) return undefined;
  return (
    `Required statuses will go: ${quoteAll(names)}. The queue is replaced and they are not declared, so that the new ` +
    "queue requires only what branch protection or the repository's configuration file does."
  );
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
  const list = quoteAll(gone);
  return kept.size === 0
    ? `No status will be required any more: ${list} will go, and pull requests merge without passing any.`
    : `Required statuses will go: ${list}. Pull requests then merge without them.`;
}

function quoteAll(names: readonly string[]): string {
  return names.map((name) => quote(name)).join(", ");
}

function tryToNames(value: readonly string[] | undefined): readonly string[] | undefined {
  return value === undefined ? undefined : [...new Set(value.map((name) => name.normalize("NFC")))];
}
