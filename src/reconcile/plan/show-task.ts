import type { DeclaredQueue } from "../../queue/declared-queue";
import { formatQueueId } from "../../queue/queue-identity";
import type { QueueRecord } from "../../queue/settings";
import { adviseDeletion } from "../delete/advise-deletion";
import type { LiveQueue } from "../read-queue";
import { findPlannedChanges, pickPlanned } from "./find-planned-changes";
import { findProtectionChanges } from "./find-protection-changes";
import {
  describeTaskTimeout,
  type PlannedQueue,
  type PlannedTask,
  type PlanWarning,
  type ProtectionChange,
} from "./plan";

/** Replaces a message that would contain a sensitive value. */
export const SENSITIVE_LOSS: string =
  "Merge protection shrinks. The removed value is sensitive and not shown; see the declaration.";

/** Returns the plan for a queue without what must not be shown. Pure. */
export function showTask({ queue, origin, action, seen }: PlannedTask): PlannedQueue {
  const { identity, address, stack } = queue;
  const isBrought = action === "create" || action === "update";
  return {
    id: formatQueueId(identity),
    identity,
    address,
    stack,
    origin,
    action,
    isImported: false,
    changes: isBrought ? findPlannedChanges(queue, seen) : [],
    settings: hideSensitive(queue, seen?.settings ?? {}),
    protection: isBrought ? findChanges(queue, seen) : [],
    warnings: action === "delete" && seen !== undefined ? adviseTask(queue, seen) : [],
    pullRequests: action === "none" ? undefined : seen === undefined ? [] : seen.pullRequests,
  };
}

function hideSensitive({ sensitive }: DeclaredQueue, settings: QueueRecord): QueueRecord {
  const names = Object.keys(settings);
  // Avoids a second record for each of thousands of queues.
  if (!names.some((name) => sensitive.has(name))) return settings;
  return Object.fromEntries(Object.entries(settings).filter(([name]) => !sensitive.has(name)));
}

function findChanges(
  { wanted, sensitive }: DeclaredQueue,
  seen: LiveQueue | undefined,
): readonly ProtectionChange[] {
  const changes = findProtectionChanges(seen?.settings ?? {}, pickPlanned(wanted, seen).settings);
  return changes.map((change) =>
    sensitive.has(change.name) ? { ...change, message: SENSITIVE_LOSS } : change,
  );
}

function adviseTask(queue: DeclaredQueue, seen: LiveQueue): readonly PlanWarning[] {
  const drain =
    queue.deletionPolicy === "drain"
      ? { actor: "mergequeue", wait: describeTaskTimeout(queue, "delete") }
      : undefined;
  const advice = adviseDeletion(queue.identity, seen, drain);
  return advice === undefined ? [] : [advice];
}
