import { formatRepository } from "../../queue/queue-identity";
import { escapeLiteral, unescapeLiteral } from "../../text/terraform-template";
import type { MergeQueueProps } from "../queue/merge-queue-props";
import { writeExpression } from "../values/hcl-attribute";
import { tryToRepository } from "../values/repository-attribute";
import { ResolvedValue } from "../values/resolved-value";
import { isUnresolved, toAttributeValue } from "../values/terraform-value";

/** Triggers that say which queue it is. */
export interface IdentityTriggers {
  /** Changes exactly when the identity changes; ignores the case of host, owner and name. */
  readonly queue: unknown;
  /** The queue's id as spelled when it was created. */
  readonly id: unknown;
}

/** Returns triggers for the queue that props declare. */
export function toIdentityTriggers({ repo, targetBranch }: MergeQueueProps): IdentityTriggers {
  const parts = tryToRepository(repo);
  const branch = toAttributeValue(targetBranch);
  // Validation reports an invalid repository.
  const repository = parts === undefined ? "" : formatRepository(parts);
  return {
    queue: new ResolvedValue(() => [repository, branch], writeKey),
    id: [repository, branch].join("/"),
  };
}

function writeKey(value: unknown): string {
  const [repository = "", branch = ""] = value as readonly string[];
  // Lower case can break the normal form (NFC) that Terraform gives every string.
  const key = isUnresolved(repository)
    ? `\${lower(${writeExpression(repository)})}`
    : escapeLiteral(unescapeLiteral(repository).normalize("NFC").toLowerCase().normalize("NFC"));
  return `${key}/${branch}`;
}
