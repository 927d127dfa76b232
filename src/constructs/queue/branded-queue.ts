import { toIdentityKey } from "../../queue/queue-identity";
import { type Construct, type TerraformResource, TerraformStack } from "../cdk";
import { tryToRepository } from "../values/repository-attribute";
import { isUnresolved, toMeaning } from "../values/terraform-value";
import type { MergeQueueProps } from "./merge-queue-props";

const BRAND = Symbol.for("terraform-provider-mergequeue/MergeQueue");

type Brand = Readonly<{ identity: string | undefined; props: MergeQueueProps }>;

/** The construct of a queue. Another copy of this package may have made it. */
export interface BrandedQueue extends Construct {
  readonly resource: TerraformResource;
  readonly [BRAND]: Brand;
}

/** Marks a construct as a queue, and stores the props of the queue. */
export function brandQueue(
  construct: Construct & { readonly resource: TerraformResource },
  props: MergeQueueProps,
): BrandedQueue {
  const value: Brand = { identity: tryToKnownIdentity(props), props };
  return Object.defineProperty(construct, BRAND, { value }) as BrandedQueue;
}

/** Tells whether a value is a queue that {@link brandQueue} of any copy of this package has marked. */
export function isBrandedQueue(value: unknown): value is BrandedQueue {
  return typeof value === "object" && value !== null && BRAND in value;
}

export function readBrand(queue: BrandedQueue): Brand {
  return queue[BRAND];
}

/** Tells whether a queue's resource was moved to another address. Such a queue is not synthesized. */
export function isMovedAway({ resource }: BrandedQueue): boolean {
  const move = resource.hasResourceMove();
  const address = `${resource.terraformResourceType}.${resource.friendlyUniqueId}`;
  return move !== undefined && ("moveTarget" in move || move.from === address);
}

/** Finds queues with the identity of an earlier queue of the stack and provider. Skips unknown identities. */
export function findDuplicateQueues(queues: Iterable<BrandedQueue>): Map<BrandedQueue, string> {
  const firsts = new Map<string, BrandedQueue>();
  const duplicates = new Map<BrandedQueue, string>();
  for (const queue of queues) {
    const { identity } = queue[BRAND];
    if (identity === undefined || isMovedAway(queue)) continue;
    const { addr } = TerraformStack.of(queue).node;
    const key = JSON.stringify([addr, queue.resource.provider?.alias, identity]);
    const first = firsts.get(key) ?? queue;
    firsts.set(key, first);
    if (first === queue) continue;
    duplicates.set(
      queue,
      `${first.node.path} and ${queue.node.path} declare the same queue (${identity}). Each apply would overwrite the ` +
        "settings of one with the other's. Keep one of them.",
    );
  }
  return duplicates;
}

function tryToKnownIdentity(props: MergeQueueProps): string | undefined {
  const repo = tryToRepository(props.repo);
  const parts: unknown[] = [repo?.host, repo?.owner, repo?.name, props.targetBranch];
  if (!parts.every((part) => typeof part === "string" && !isUnresolved(part))) return undefined;
  const [host, owner, name, targetBranch] = parts.map(toMeaning) as [string, string, string, string];
  return toIdentityKey({ repo: { host, owner, name }, targetBranch });
}
