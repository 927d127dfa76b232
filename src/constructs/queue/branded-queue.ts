import { toIdentityKey } from "../../queue/queue-identity";
import { unescapeLiteral } from "../../text/terraform-template";
import type { Construct, TerraformResource } from "../cdk";
import { tryToRepository } from "../values/repository-attribute";
import { isUnresolved, replaceNumberTokens } from "../values/template";
import type { MergeQueueProps } from "./merge-queue-props";

const BRAND = Symbol.for("terraform-provider-mergequeue/MergeQueue");
const PROPS = Symbol.for("terraform-provider-mergequeue/MergeQueueProps");

/** What is comparable of a queue's construct, also of one of another copy of this package. */
export interface BrandedQueue extends Construct {
  readonly resource: TerraformResource;
  /** The queue's identity, undefined as far as only Terraform knows it. */
  readonly [BRAND]: string | undefined;
  /** What was given to the queue itself. */
  readonly [PROPS]: MergeQueueProps;
}

/** Marks a construct as a queue and remembers which queue it is, and what was given to it. */
export function brandQueue(
  construct: Construct & { readonly resource: TerraformResource },
  props: MergeQueueProps,
): BrandedQueue {
  return Object.defineProperties(construct, {
    [BRAND]: { value: tryToKnownIdentity(props) },
    [PROPS]: { value: props },
  }) as BrandedQueue;
}

/** Tells whether {@link brandQueue} marked a value, in whichever copy of this package. */
export function isBrandedQueue(value: unknown): value is BrandedQueue {
  return typeof value === "object" && value !== null && BRAND in value && PROPS in value;
}

/** Answers what two constructs of one queue have in common, or undefined as far as only Terraform knows it. */
export function tryFindIdentity(queue: BrandedQueue): string | undefined {
  return queue[BRAND];
}

/** Answers what was given to a queue itself, without defaults. */
export function readOwnProps(queue: BrandedQueue): MergeQueueProps {
  return queue[PROPS];
}

/** Tells whether a queue's resource has moved elsewhere, so that nothing is synthesized for it. */
export function isMovedAway({ resource }: BrandedQueue): boolean {
  const move = resource.hasResourceMove();
  if (move === undefined) return false;
  return (
    "moveTarget" in move || move.from === `${resource.terraformResourceType}.${resource.friendlyUniqueId}`
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
