import { escapeLiteral } from "../../text/terraform-template";
import { type TerraformResourceLifecycle, Token } from "../cdk";
import type { MergeQueueProps } from "../queue/merge-queue-props";
import { ResolvedValue } from "../values/resolved-value";
import { toDeletion } from "./declaration";
import type { LocalExecMode } from "./local-exec-mode";
import { writeJson, writeJsonExpression } from "./write-json";

/** Triggers that keep their values from the creation of the resource. */
const STORED = ["id", "deletion"] as const;

/**
 * The arguments of the destroy provisioner, stored as a trigger: a destroy provisioner sees only its own resource.
 * A changed trigger would destroy the queue, so the stored value never changes. If other values are declared, the plan
 * fails.
 */
export class StoredDeletion {
  readonly #read: () => unknown;

  /** @param readProps - returns the queue's props, with defaults */
  constructor(readProps: () => MergeQueueProps, mode: LocalExecMode) {
    this.#read = () => toDeletion(readProps(), mode);
  }

  /** The stored value: JSON text. */
  get trigger(): unknown {
    return new ResolvedValue(this.#read, writeJson);
  }

  /**
   * Returns the lifecycle of a resource that stores it.
   * @param listAddresses - returns the Terraform addresses of all resources of the queue that store it
   * @param given - the queue's own lifecycle
   */
  toLifecycle(
    listAddresses: () => readonly string[],
    given?: TerraformResourceLifecycle,
  ): TerraformResourceLifecycle {
    const condition = new ResolvedValue(
      this.#read,
      (declared) => `\${self.triggers.deletion == ${writeJsonExpression(declared)}}`,
    );
    const errorMessage = new ResolvedValue(
      () => undefined,
      () => escapeLiteral(describeChange(listAddresses())),
    );
    return {
      ...given,
      ignoreChanges: STORED.map((name) => `triggers["${name}"]`),
      postcondition: [{ condition: Token.asString(condition), errorMessage: Token.asString(errorMessage) }],
    };
  }
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
