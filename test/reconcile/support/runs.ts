import type { QueueRecord, QueueSettings } from "../../../src/queue/settings";
import { createQueue } from "../../../src/reconcile/create/create-queue";
import { type Deletion, deleteQueue } from "../../../src/reconcile/delete/delete-queue";
import { updateQueue } from "../../../src/reconcile/write/update-queue";
import type { SettingsChange } from "../../../src/reconcile/write/write-settings";
import type { Stage } from "./stage";
import { QUEUE } from "./steps";

/** A run that creates the queue. */
export function creating(settings: QueueSettings = {}): (stage: Stage) => Promise<QueueRecord> {
  return async ({ context }) => createQueue(context, QUEUE, { settings });
}

/** A run that updates it. */
export function updating(change: SettingsChange): (stage: Stage) => Promise<QueueRecord | undefined> {
  return async ({ context }) => updateQueue(context, QUEUE, change);
}

/** A run that deletes it. */
export async function deleting({ context }: Stage): Promise<Deletion> {
  return deleteQueue(context, QUEUE);
}
