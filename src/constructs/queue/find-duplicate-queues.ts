import { TerraformStack } from "../cdk";
import type { BrandedQueue } from "./branded-queue";
import { isMovedAway, tryFindIdentity } from "./branded-queue";

/**
 * Finds queues that an earlier construct of the same stack and provider stands for as well: two of them would undo
 * each other's settings with every apply. Those that have moved elsewhere do not count, nor do those whose identity
 * only Terraform knows.
 * @param queues - in the order of the construct tree
 * @returns for each such queue a sentence that names both
 */
export function findDuplicateQueues(queues: Iterable<BrandedQueue>): Map<BrandedQueue, string> {
  const firsts = new Map<TerraformStack, Map<string, BrandedQueue>>();
  const duplicates = new Map<BrandedQueue, string>();
  for (const queue of queues) {
    const identity = tryFindIdentity(queue);
    if (identity === undefined || isMovedAway(queue)) continue;
    const stack = TerraformStack.of(queue);
    const ofStack = firsts.get(stack) ?? new Map<string, BrandedQueue>();
    firsts.set(stack, ofStack);
    const key = JSON.stringify([queue.resource.provider?.alias, identity]);
    const first = ofStack.get(key);
    if (first === undefined) ofStack.set(key, queue);
    else duplicates.set(queue, describe(first, queue, identity));
  }
  return duplicates;
}

function describe(first: BrandedQueue, second: BrandedQueue, identity: string): string {
  return (
    `${first.node.path} and ${second.node.path} are the same queue (${identity}) and would undo each other's ` +
    "settings. Keep one of them."
  );
}
