import { PROVIDER_SOURCE, PROVIDER_TYPE } from "../../product";
import type { Construct } from "../cdk";
import { Annotations, TerraformProvider } from "../cdk";
import { checkOutput } from "../local-exec/check-local-exec-provider";
import { addLocalExecMode } from "../local-exec/local-exec-mode";
import { createNullProvider } from "../local-exec/null-bindings";
import { takeProps } from "../take-props";
import { toHclAttributes } from "../values/hcl-attribute";
import { ResolvedValue } from "../values/resolved-value";
import { isUnresolved } from "../values/template";
import type { MergeQueueProviderProps } from "./merge-queue-provider-props";
import { onSynthesize } from "./on-synthesize";
import { brandProvider, isBrandedProvider, placePlugin, warnOnWindows } from "./place-plugin";
import { toProviderAttributes } from "./provider-attributes";
import { PROVIDER_METADATA } from "./provider-metadata";
import { removeManifest } from "./remove-manifest";
import { validateProviderProps } from "./validate-provider-props";

/**
 * The provider of all merge queues of a stack. Without props it takes everything from the environment
 * variables MERGEQUEUE_BASE_URL, MERGEQUEUE_TOKEN and so on, when Terraform runs.
 *
 * When the stack is synthesized, the provider plugin is placed beside it (`terraform.d/plugins`), and the stack
 * requires exactly the version of this package. With `via: "local-exec"` there is no plugin, and the stack requires
 * nothing but the provider `hashicorp/null`.
 *
 * @example
 * ```ts
 * new MergeQueueProvider(this, "mergequeue");
 * ```
 */
export class MergeQueueProvider extends TerraformProvider {
  /** Type of the provider in Terraform, as CDKTF's own provider classes name it. */
  static readonly tfResourceType = PROVIDER_TYPE;

  readonly #props: MergeQueueProviderProps;
  /** Stands in for this one in Terraform, where there is no plugin. */
  readonly #nullProvider: TerraformProvider | undefined;
  #alias: string | undefined;

  constructor(scope: Construct, id: string, props: MergeQueueProviderProps = {}) {
    super(scope, id, {
      terraformResourceType: PROVIDER_TYPE,
      terraformGeneratorMetadata: PROVIDER_METADATA,
      terraformProviderSource: PROVIDER_SOURCE,
    });
    const given = takeProps(this, props);
    this.#alias = given.alias;
    this.#props = isTokenRefused(given) ? { ...given, token: undefined } : given;
    if (isTokenRefused(given)) {
      Annotations.of(this).addError(
        "The token is text in the stack, and everybody who can read the synthesized file could use it. Leave the " +
          "prop out and set MERGEQUEUE_TOKEN when Terraform runs, or pass a TerraformVariable. If the token is " +
          "no secret, set allowTokenInStack: true.",
      );
    }
    removeManifest(this);
    this.node.addValidation({ validate: () => validateProviderProps({ ...given, alias: this.#alias }) });
    this.#nullProvider = given.via === "local-exec" ? this.#goLocalExec(given) : undefined;
    brandProvider(this, given.plugin !== false && this.#nullProvider === undefined);
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
    if (this.#nullProvider !== undefined) this.#nullProvider.alias = toNullAlias(alias);
  }

  /** Answers the provider's part of the synthesized file; CDKTF calls it. */
  override toTerraform(): unknown {
    return this.#nullProvider === undefined ? super.toTerraform() : {};
  }

  /** Answers the provider's part of the synthesized file in HCL; CDKTF calls it. */
  override toHclTerraform(): unknown {
    return this.#nullProvider === undefined ? super.toHclTerraform() : {};
  }

  /** Answers the provider's arguments for JSON; CDKTF calls it at synth. */
  protected override synthesizeAttributes(): Record<string, unknown> {
    return toProviderAttributes(this.#props);
  }

  /** Answers the provider's arguments for HCL; CDKTF calls it at synth. */
  protected override synthesizeHclAttributes(): Record<string, unknown> {
    return toHclAttributes(toProviderAttributes(this.#props));
  }

  #goLocalExec({ command = "mergequeue", interpreter }: MergeQueueProviderProps): TerraformProvider {
    const nullProvider = createNullProvider(this, "Null", toNullAlias(this.#alias));
    const readConnection = (): Record<string, unknown> => toProviderAttributes(this.#props);
    // Terraform passes it over; mergequeue plan reads it.
    nullProvider.addOverride(
      `//.${PROVIDER_TYPE}`,
      new ResolvedValue(() => ({ ...readConnection(), alias: this.alias })),
    );
    addLocalExecMode({ chosenBy: this, nullProvider, command, interpreter, readConnection });
    this.node.addValidation({ validate: () => checkOutput(this) });
    return nullProvider;
  }
}

/** A name of our own, so that it is never that of a null provider of the user. */
function toNullAlias(alias: string | undefined): string {
  return alias === undefined ? "mergequeue_local_exec" : `mergequeue_local_exec_${alias}`;
}

function isTokenRefused({ token, allowTokenInStack }: MergeQueueProviderProps): boolean {
  return token !== undefined && allowTokenInStack !== true && !isUnresolved(token);
}
