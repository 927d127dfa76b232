import type { QueueIdentity } from "../queue/queue-identity";
import { formatQueueId } from "../queue/queue-identity";
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

/** Writes a string literal of Terraform's language in which nothing is an expression (promise S-16). */
function quoteForTerraform(text: string): string {
  return JSON.stringify(text).replace(/[$%](?=\{)/g, "$&$&");
}
