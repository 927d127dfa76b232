import { findProtectionLosses } from "../../queue/find-protection-losses";
import type { ReplacementLoss } from "../../queue/find-replacement-losses";
import type { QueueRecord } from "../../queue/settings";
import type { ProtectionChange } from "./fleet-plan";

/** What a state does to a queue that had another one. */
const PAUSES: ReadonlyMap<string, { readonly after: readonly string[]; readonly message: string }> = new Map([
  [
    "paused",
    {
      after: ["paused"],
      message:
        "The queue will be paused: nothing in it merges, and nothing new starts, until it is set to running.",
    },
  ],
  [
    "draining",
    {
      after: ["paused", "draining"],
      message:
        "The queue will drain: what is in it goes on, and nothing new starts, until it is set to running.",
    },
  ],
]);

/**
 * Finds what a change does to merge protection: what `findProtectionLosses` finds, and a queue that stops merging or
 * taking in.
 * @param before - settings that the queue has; none for a queue that is yet to be created
 * @param after - the settings that the change touches; absent ones stay as they are
 * @param lost - settings that a replacement does not carry over
 */
export function findProtectionChanges(
  before: QueueRecord,
  after: QueueRecord,
  lost: readonly Pick<ReplacementLoss, "name">[] = [],
): ProtectionChange[] {
  const losses = findProtectionLosses(before, after, lost).map(
    ({ name, message }): ProtectionChange => ({ name, kind: "loss", message }),
  );
  const pause = PAUSES.get(after.state ?? "");
  return pause === undefined || pause.after.includes(before.state ?? "")
    ? losses
    : [...losses, { name: "state", kind: "pause", message: pause.message }];
}
