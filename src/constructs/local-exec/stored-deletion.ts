import { ADDRESS_ARGUMENTS } from "../../queue/provider-arguments";
import { escapeLiteral } from "../../text/terraform-template";
import { type TerraformResourceLifecycle, Token } from "../cdk";
import type { MergeQueueProps } from "../queue/merge-queue-props";
import { ResolvedValue, toAttributeValue } from "../values/terraform-value";
import type { LocalExecMode } from "./local-exec-mode";
import { writeJsonExpression } from "./write-json";

/**
 * Returns the arguments of the destroy provisioner, stored as the trigger `deletion`: a destroy provisioner sees only its
 * own resource.
 */
export function toDeletion(props: MergeQueueProps, { readConnection }: LocalExecMode): unknown {
  const connection = readConnection();
  const given = ADDRESS_ARGUMENTS.filter((name) => connection[name] !== undefined);
  return {
    policy: toAttributeValue(props.deletionPolicy) ?? "refuse",
    timeout: toAttributeValue(props.timeouts?.delete),
    connection: Object.fromEntries(given.map((name) => [name, connection[name]])),
  };
}

/**
 * Returns the lifecycle of a resource that stores a deletion. A changed trigger would destroy the queue, so the stored
 * value never changes. If other values are declared, the plan fails.
 * @param readDeletion - returns the declared deletion, with tokens
 * @param listAddresses - returns the Terraform addresses of all resources of the queue that store it
 * @param given - the queue's own lifecycle
 */
export function keepDeletion(
  readDeletion: () => unknown,
  listAddresses: () => readonly string[],
  given?: TerraformResourceLifecycle,
): TerraformResourceLifecycle {
  const condition = new ResolvedValue(
    readDeletion,
    (declared) => `\${self.triggers.deletion == ${writeJsonExpression(declared)}}`,
  );
  const errorMessage = new ResolvedValue(() => escapeLiteral(describeChange(listAddresses())));
  return {
    ...given,
    ignoreChanges: ["id", "deletion"].map((name) => `triggers["${name}"]`),
    postcondition: [{ condition: Token.asString(condition), errorMessage: Token.asString(errorMessage) }],
  };
}

function describeChange(addresses: readonly string[]): string {
  const commandLine = ["terraform state rm", ...addresses.map((address) => `'${address}'`)].join(" ");
  return (
    "The state keeps deletionPolicy, timeouts.delete, and the provider's baseUrl, allowInsecureHttp and caFile as they " +
    "were when the queue was created. The stack now declares other values, and Terraform cannot change them in place. " +
    `To store the new values, set onExisting: "adopt", run ${commandLine} and apply: this does not change the queue. ` +
    "Or restore the old values."
  );
}
