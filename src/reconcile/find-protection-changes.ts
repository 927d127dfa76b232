import { findProtectionLosses } from "../queue/find-protection-losses";
import type { ReplacementLoss } from "../queue/find-replacement-losses";
import type { QueueRecord } from "../queue/settings";

/** A change after which fewer checks protect the branch, or the queue stops merging. */
export interface ProtectionChange {
  readonly name: string;
  /** `loss`: pull requests can merge with fewer checks. `pause`: the queue stops merging or starting them. */
  readonly kind: "loss" | "pause";
  readonly message: string;
}

function describePause({ state: before }: QueueRecord, { state: after }: QueueRecord): string | undefined {
  if (after === "paused" && before !== "paused") {
    return "The queue will be paused: until it is set to running, it merges nothing and starts nothing new.";
  }
  if (after === "draining" && before !== "paused" && before !== "draining") {
    return "The queue will drain: until it is set to running, running tests continue and nothing new starts.";
  }
  return undefined;
}

/** Finds the losses that `findProtectionLosses` finds, and a change that pauses or drains the queue. */
export function findProtectionChanges(
  before: QueueRecord,
  after: QueueRecord,
  lost: readonly Pick<ReplacementLoss, "name">[] = [],
): ProtectionChange[] {
  const losses = findProtectionLosses(before, after, lost).map(
    ({ name, message }): ProtectionChange => ({ name, kind: "loss", message }),
  );
  const message = describePause(before, after);
  return message === undefined ? losses : [...losses, { name: "state", kind: "pause", message }];
}
