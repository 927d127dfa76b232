import { escapeLiteral } from "../../text/terraform-template";
import type { TerraformResourceLifecycle } from "../cdk";
import { Token } from "../cdk";
import type { MergeQueueProps } from "../queue/merge-queue-props";
import { ResolvedValue } from "../values/resolved-value";
import { toDeletion } from "./declaration";
import type { LocalExecMode } from "./local-exec-mode";
import { writeJson, writeJsonExpression } from "./write-json";

/** What a resource holds beside the queue's identity, and keeps as it was when it was created. */
const STORED = ["id", "deletion"] as const;

/**
 * What destroying a resource takes is stored with it, because Terraform lets a destroy provisioner see nothing else,
 * and a changed trigger would destroy at once: what is stored stays, and a plan fails where something else is declared.
 */
export class StoredDeletion {
  readonly #read: () => unknown;

  /** @param readProps - answers the props that count for the queue */
  constructor(readProps: () => MergeQueueProps, mode: LocalExecMode) {
    this.#read = () => toDeletion(readProps(), mode);
  }

  /** What is stored: JSON text. */
  get trigger(): unknown {
    return new ResolvedValue(this.#read, writeJson);
  }

  /**
   * Answers the lifecycle of a resource that stores it.
   * @param listAddresses - answers the Terraform addresses of all resources of the queue that store it
   * @param given - what else the lifecycle shall have
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
    "What deleting the queue takes is stored with it, as it was when the queue was created: deletionPolicy, " +
    "timeouts.delete, and baseUrl, allowInsecureHttp and caFile of the provider. Other ones are declared now, and " +
    'Terraform cannot change them in place. To store them anew, set onExisting: "adopt", run ' +
    `${commandLine} and apply: that leaves the queue itself alone. Or declare what it was.`
  );
}
