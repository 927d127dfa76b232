import { formatQueueId } from "../../queue/queue-identity";
import type { ExportedQueue } from "./describe-queue";
import { escapeUnsafeHcl, quoteHcl } from "./hcl/print-hcl";
import { printComment } from "./print-comment";
import type { QueueDeclaration } from "./read-declared-queues";

const TAKE_OVER =
  "Written by mergequeue export. These blocks make Terraform 1.5, OpenTofu 1.6 or newer import existing queues";

/** Writes `import` blocks for the resources of `printHcl`. */
export function printImportBlocks(queues: readonly ExportedQueue[]): string {
  return printBlocks(
    `${TAKE_OVER}, for the resources that --format hcl writes. Remove them after the first apply.`,
    queues.map(({ name, identity }) => ({ address: `mergequeue_queue.${name}`, identity })),
  );
}

/**
 * Writes `import` blocks for declared queues.
 * @param existing - those that exist
 * @param total - number of declared queues
 */
export function printDeclaredImports(existing: readonly QueueDeclaration[], total: number): string {
  if (existing.length === 0) {
    return printBlocks(
      `Written by mergequeue export. None of ${total} declared queues exists, so there is nothing to import.`,
      [],
    );
  }
  return printBlocks(
    `${TAKE_OVER}: ${existing.length} of ${total} that are declared. Remove them after the first apply.`,
    existing,
  );
}

function printBlocks(comment: string, queues: readonly QueueDeclaration[]): string {
  const blocks = queues.map(
    ({ address, identity }) =>
      `import {\n  to = ${escapeUnsafeHcl(address)}\n  id = ${quoteHcl(formatQueueId(identity))}\n}`,
  );
  return `${[printComment(comment, "# ").join("\n"), ...blocks].join("\n\n")}\n`;
}
