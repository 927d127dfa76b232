import { findProtectionLosses } from "../../queue/find-protection-losses";
import type { ReplacementLoss } from "../../queue/find-replacement-losses";
import type { QueueRecord } from "../../queue/settings";
import type { ProtectionChange } from "./plan";

/** The states that stop a queue, and the earlier states in which the queue was stopped already. */
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
        "The queue will drain: what is in it continues, and nothing new starts, until it is set to running.",
    },
  ],
]);

/** Finds the changes of merge protection: what `findProtectionLosses` finds, and a queue that is paused or drained. */
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
