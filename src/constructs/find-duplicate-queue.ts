import { unescapeLiteral } from "../hcl/template";
import { toIdentityKey } from "../queue/queue-identity";
import type { Construct, TerraformResource } from "./cdk";
import { TerraformStack } from "./cdk";
import type { MergeQueueProps } from "./merge-queue-props";
import { tryToRepository } from "./repository-attribute";
import { isUnresolved, replaceNumberTokens } from "./template";

const BRAND = Symbol.for("terraform-provider-mergequeue/MergeQueue");

/** What is comparable of a queue's construct, also of one of another copy of this package. */
interface BrandedQueue extends Construct {
  readonly resource: TerraformResource;
  /** The queue's identity, undefined as far as only Terraform knows it. */
  readonly [BRAND]: string | undefined;
}

/** Marks a construct as a queue and remembers which queue it is. */
export function brandQueue(construct: Construct, props: MergeQueueProps): void {
  Object.defineProperty(construct, BRAND, { value: tryToKnownIdentity(props) });
}

/** Tells whether {@link brandQueue} marked a value, in whichever copy of this package. */
export function isBrandedQueue(value: unknown): value is BrandedQueue {
  return typeof value === "object" && value !== null && BRAND in value;
}

/**
 * Finds an earlier construct of the same stack and provider that stands for the same queue: two of them would
 * undo each other's settings with every apply. One that has moved elsewhere does not count.
 * @returns a sentence that names both, or undefined
 */
export function tryFindDuplicateQueue(queue: Construct): string | undefined {
  if (!isBrandedQueue(queue) || queue[BRAND] === undefined || isMovedAway(queue.resource)) return undefined;
  const stack = TerraformStack.of(queue);
  const first = stack.node
    .findAll()
    .find(
      (node) =>
        isBrandedQueue(node) &&
        node[BRAND] === queue[BRAND] &&
        TerraformStack.of(node) === stack &&
        node.resource.provider?.alias === queue.resource.provider?.alias &&
        !isMovedAway(node.resource),
    );
  if (first === undefined || first === queue) return undefined;
  return (
    `${first.node.path} and ${queue.node.path} are the same queue (${queue[BRAND]}) and would undo each other's ` +
    "settings. Keep one of them."
  );
}

function tryToKnownIdentity(props: MergeQueueProps): string | undefined {
  const repo = tryToRepository(props.repo);
  const values: unknown[] = [repo?.host, repo?.owner, repo?.name, props.targetBranch];
  const [host, owner, name, targetBranch] = values.map((value) =>
    typeof value === "string" && !isUnresolved(replaceNumberTokens(value))
      ? unescapeLiteral(value)
      : undefined,
  );
  if (host === undefined || owner === undefined || name === undefined || targetBranch === undefined) {
    return undefined;
  }
  return toIdentityKey({ repo: { host, owner, name }, targetBranch });
}

function isMovedAway(resource: TerraformResource): boolean {
  const move = resource.hasResourceMove();
  if (move === undefined) return false;
  return (
    "moveTarget" in move || move.from === `${resource.terraformResourceType}.${resource.friendlyUniqueId}`
  );
}
