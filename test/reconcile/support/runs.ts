import type { QueueSettings } from "../../../src/queue/settings";
import { createQueue } from "../../../src/reconcile/create/create-queue";
import { deleteQueue } from "../../../src/reconcile/delete/delete-queue";
import { updateQueue } from "../../../src/reconcile/write/update-queue";
import type { SettingsChange } from "../../../src/reconcile/write/write-settings";
import type { Stage } from "./stage";
import { QUEUE } from "./steps";

/** A run that creates the queue. */
export function creating(settings: QueueSettings = {}) {
  return async ({ context }: Stage) => createQueue(context, QUEUE, { settings });
}

/** A run that updates it. */
export function updating(change: SettingsChange) {
  return async ({ context }: Stage) => updateQueue(context, QUEUE, change);
}

/** A run that deletes it. */
export async function deleting({ context }: Stage) {
  return deleteQueue(context, QUEUE);
}
