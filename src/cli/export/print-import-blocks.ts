import { formatQueueId } from "../../queue/queue-identity";
import { describeFile } from "./describe-file";
import type { ExportedQueue, ExportFacts } from "./exported-queue";
import { quoteHcl } from "./hcl/print-value";
import { printComment } from "./print-comment";

/** Writes `import` blocks that have Terraform take queues over, for the resources of `printHcl`. */
export function printImportBlocks(queues: readonly ExportedQueue[], facts: ExportFacts): string {
  const comment = describeFile(queues, facts, "import-blocks").flatMap((text) => printComment(text, "# "));
  const blocks = queues.map(
    ({ name, identity }) =>
      `import {\n  to = mergequeue_queue.${name}\n  id = ${quoteHcl(formatQueueId(identity))}\n}`,
  );
  return `${[comment.join("\n"), ...blocks].join("\n\n")}\n`;
}
