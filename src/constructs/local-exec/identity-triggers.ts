import { formatRepository } from "../../queue/queue-identity";
import { escapeLiteral, unescapeLiteral } from "../../text/terraform-template";
import type { MergeQueueProps } from "../queue/merge-queue-props";
import { writeExpression } from "../values/hcl-expression";
import { tryToRepository } from "../values/repository-attribute";
import { ResolvedValue } from "../values/resolved-value";
import { toAttributeValue } from "../values/to-attribute-value";
import { hasExpression } from "./write-json";

/** Which queue it is, as a resource holds it. */
export interface IdentityTriggers {
  /** Differs exactly when it is another queue, whatever the case of host, owner and name. */
  readonly queue: unknown;
  /** The queue's id in the spelling under which it was created. */
  readonly id: unknown;
}

/** Answers which queue props declare, as triggers. */
export function toIdentityTriggers({ repo, targetBranch }: MergeQueueProps): IdentityTriggers {
  const parts = tryToRepository(repo);
  const branch = toAttributeValue(targetBranch);
  // A repository that is none has been complained about before this matters.
  const repository = parts === undefined ? "" : formatRepository(parts);
  return {
    queue: new ResolvedValue(() => [repository, branch], writeKey),
    id: [repository, branch].join("/"),
  };
}

function writeKey(value: unknown): string {
  const [repository = "", branch = ""] = value as readonly string[];
  // Lower case can take a text out of its normal form, which Terraform gives to every string.
  const key = hasExpression(repository)
    ? `\${lower(${writeExpression(repository)})}`
    : escapeLiteral(unescapeLiteral(repository).normalize("NFC").toLowerCase().normalize("NFC"));
  return `${key}/${branch}`;
}
