import type { QueueIdentity } from "../queue/queue-identity";
import { describeImport } from "./describe-import";

/** Says both ways in which a queue that was to be created, and exists, comes under Terraform's management. */
export function describeTakeover(queue: QueueIdentity): string {
  return (
    `${describeImport(queue)}\n` +
    'Or set on_existing = "adopt" and apply again: that changes the queue to what is declared.\n' +
    "After an apply that was interrupted, write the import blocks of all such queues at once:\n" +
    "  terraform plan -out=tfplan\n" +
    "  terraform show -json tfplan | mergequeue export --declared-in - > imports.tf"
  );
}
