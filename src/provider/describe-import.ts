import { formatQueueId, type QueueIdentity } from "../queue/queue-identity";
import { quoteForShell } from "../text/quote-for-shell";

/** Says how an existing queue comes under Terraform's management. */
export function describeImport(queue: QueueIdentity): string {
  const id = formatQueueId(queue);
  return (
    "To manage it with this resource, import it:\n" +
    `  terraform import ADDRESS ${quoteForShell(id)}\n` +
    "or declare it, and let Terraform plan the import:\n" +
    `  import {\n    to = ADDRESS\n    id = ${quoteForTerraform(id)}\n  }\n` +
    "ADDRESS is the resource's address, for example mergequeue_queue.main."
  );
}

/** Says how to import or adopt a queue that already exists. */
export function describeTakeover(queue: QueueIdentity): string {
  return (
    `${describeImport(queue)}\n` +
    'Or set on_existing = "adopt" and apply again: that changes the queue to what is declared.\n' +
    "After an apply that was interrupted, write the import blocks of all such queues at once:\n" +
    "  terraform plan -out=tfplan\n" +
    "  terraform show -json tfplan | mergequeue export --declared-in - > imports.tf"
  );
}

/** Writes a string literal of Terraform's language in which nothing is an expression (promise S-16). */
function quoteForTerraform(text: string): string {
  return JSON.stringify(text).replace(/[$%](?=\{)/g, "$&$&");
}
