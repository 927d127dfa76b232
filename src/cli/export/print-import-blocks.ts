import { formatQueueId } from "../../queue/queue-identity";
import type { ExportedQueue } from "./exported-queue";
import { escapeUnsafeHcl, quoteHcl } from "./hcl/print-value";
import { printComment } from "./print-comment";
import type { QueueDeclaration } from "./read-declared-queues";

const TAKE_OVER =
  "Written by mergequeue export. These blocks make Terraform 1.5, OpenTofu 1.6 or newer take over queues that exist";

/** Writes `import` blocks that have Terraform take queues over, for the resources of `printHcl`. */
export function printImportBlocks(queues: readonly ExportedQueue[]): string {
  return printBlocks(
    `${TAKE_OVER}, for the resources that --format hcl writes. They can go once that was applied.`,
    queues.map(({ name, identity }) => ({ address: `mergequeue_queue.${name}`, identity })),
  );
}

/**
 * Writes `import` blocks for queues that are declared already.
 * @param existing - those that exist
 * @param total - how many were looked up
 */
export function printDeclaredImports(existing: readonly QueueDeclaration[], total: number): string {
  if (existing.length === 0) {
    return printBlocks(
      `Written by mergequeue export. None of ${total} declared queues exists, so that there is none to import.`,
      [],
    );
  }
  return printBlocks(
    `${TAKE_OVER}: ${existing.length} of ${total} that are declared. They can go once that was applied.`,
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
