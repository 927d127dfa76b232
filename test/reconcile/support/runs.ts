import type { QueueRecord, QueueSettings } from "../../../src/queue/settings";
import type { WantedQueue } from "../../../src/queue/wanted-queue";
import { type CreateBasis, createQueue } from "../../../src/reconcile/create/create-queue";
import { type Deletion, deleteQueue } from "../../../src/reconcile/delete/delete-queue";
import { QueueMemory } from "../../../src/reconcile/queue-memory";
import type { ReconcileContext } from "../../../src/reconcile/reconcile-context";
import { updateQueue } from "../../../src/reconcile/write/update-queue";
import type { SettingsChange } from "../../../src/reconcile/write-settings";
import type { Stage } from "./stage";

/** Creates a queue as a process does that knows nothing of it, unless the test says so. */
export async function runCreate(
  context: ReconcileContext,
  wanted: WantedQueue,
  known: Partial<CreateBasis> = {},
): Promise<QueueRecord> {
  const { settings } = await createQueue(context, wanted, {
    onExisting: "fail",
    isJustDeleted: false,
    isSeenAbsent: false,
    isOwn: false,
    newQueues: new QueueMemory(context.clock),
    ...known,
  });
  return settings;
}

/** A run that creates the queue. */
export function creating(settings: QueueSettings = {}): (stage: Stage) => Promise<QueueRecord> {
  return async ({ context }) => runCreate(context, { settings });
}

/** A run that updates it. */
export function updating(change: SettingsChange): (stage: Stage) => Promise<QueueRecord | undefined> {
  return async ({ context }) => updateQueue(context, change);
}

/** A run that deletes it. */
export async function deleting({ context }: Stage): Promise<Deletion> {
  return deleteQueue(context);
}
