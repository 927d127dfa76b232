import { PROVIDER_SOURCE, PROVIDER_TYPE } from "../product";
import type { Construct } from "./cdk";
import { Annotations, TerraformProvider } from "./cdk";
import { toHclAttributes } from "./hcl-attribute";
import type { MergeQueueProviderProps } from "./merge-queue-provider-props";
import { onSynthesize } from "./on-synthesize";
import { brandProvider, isBrandedProvider, placePlugin, warnOnWindows } from "./place-plugin";
import { toProviderAttributes } from "./provider-attributes";
import { PROVIDER_METADATA } from "./provider-metadata";
import { isUnresolved } from "./template";
import { validateProviderProps } from "./validate-provider-props";

/**
 * The provider of all merge queues of a stack. Without props it takes everything from the environment
 * variables MERGEQUEUE_BASE_URL, MERGEQUEUE_TOKEN and so on, when Terraform runs.
 *
 * When the stack is synthesized, the provider plugin is placed beside it (`terraform.d/plugins`), and the stack
 * requires exactly the version of this package.
 *
 * @example
 * new MergeQueueProvider(this, "mergequeue");
 */
export class MergeQueueProvider extends TerraformProvider {
  /** Type of the provider in Terraform, as CDKTF's own provider classes name it. */
  static readonly tfResourceType = PROVIDER_TYPE;

  readonly #props: MergeQueueProviderProps;
  #alias: string | undefined;

  constructor(scope: Construct, id: string, props: MergeQueueProviderProps = {}) {
    super(scope, id, {
      terraformResourceType: PROVIDER_TYPE,
      terraformGeneratorMetadata: PROVIDER_METADATA,
      terraformProviderSource: PROVIDER_SOURCE,
    });
    this.#alias = props.alias;
    this.#props = isTokenRefused(props) ? { ...props, token: undefined } : props;
    if (isTokenRefused(props)) {
      Annotations.of(this).addError(
        "The token is text in the stack, and everybody who can read the synthesized file could use it. Leave the " +
          "prop out and set MERGEQUEUE_TOKEN when Terraform runs, or pass a TerraformVariable. If the token is " +
          "no secret, set allowTokenInStack: true.",
      );
    }
    this.node.addValidation({ validate: () => validateProviderProps({ ...props, alias: this.#alias }) });
    brandProvider(this, props.plugin !== false);
    warnOnWindows(this);
    onSynthesize(this, (session) => {
      placePlugin(this, session);
    });
  }

  /** Tells whether a value is a `MergeQueueProvider`, also one of another copy of this package. */
  static isMergeQueueProvider(value: unknown): value is MergeQueueProvider {
    return isBrandedProvider(value);
  }

  /** Name by which queues choose this provider; undefined for the default one. */
  override get alias(): string | undefined {
    return this.#alias;
  }

  override set alias(alias: string | undefined) {
    this.#alias = alias;
  }

  /** Answers the provider's arguments for JSON; CDKTF calls it at synth. */
  protected override synthesizeAttributes(): Record<string, unknown> {
    return toProviderAttributes(this.#props);
  }

  /** Answers the provider's arguments for HCL; CDKTF calls it at synth. */
  protected override synthesizeHclAttributes(): Record<string, unknown> {
    return toHclAttributes(toProviderAttributes(this.#props));
  }
}

function isTokenRefused({ token, allowTokenInStack }: MergeQueueProviderProps): boolean {
  return token !== undefined && allowTokenInStack !== true && !isUnresolved(token);
}
