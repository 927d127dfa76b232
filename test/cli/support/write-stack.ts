import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseQueueId } from "../../../src/queue/parse-queue-id";

/** Attributes of a queue by Terraform name, without its identity. */
export type Attributes = Readonly<Record<string, unknown>>;

/**
 * Writes a configuration that declares queues, in place of the one that is there.
 * @param queues - attributes by queue id; addresses are `mergequeue_queue.q0` and so on
 * @param provider - what the stack says of its provider
 * @param more - further blocks
 */
export function writeStack(
  directory: string,
  queues: Readonly<Record<string, Attributes>>,
  provider: unknown = {},
  more: object = {},
): void {
  const resources = Object.entries(queues).map(([id, attributes], index) => {
    const { repo, targetBranch } = parseQueueId(id);
    return [`q${index}`, { repo, target_branch: targetBranch, ...attributes }];
  });
  const configuration = {
    ...more,
    provider: { mergequeue: provider },
    resource: { mergequeue_queue: Object.fromEntries(resources) as object },
  };
  writeFileSync(join(directory, "main.tf.json"), JSON.stringify(configuration));
}
