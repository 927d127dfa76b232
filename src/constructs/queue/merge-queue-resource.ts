import { PROVIDER_TYPE, VERSION } from "../../product";
import { type Construct, type TerraformMetaArguments, TerraformResource } from "../cdk";
import { toHclAttributes } from "../values/hcl-attribute";

/** The Terraform resource of a `MergeQueue`. */
export class MergeQueueResource extends TerraformResource {
  static readonly tfResourceType = "mergequeue_queue";

  readonly #readAttributes: () => Record<string, unknown>;

  /** @param readAttributes - reads values by Terraform name at synth: defaults can change until then */
  constructor(
    scope: Construct,
    id: string,
    readAttributes: () => Record<string, unknown>,
    metaArguments: TerraformMetaArguments,
  ) {
    super(scope, id, {
      ...metaArguments,
      terraformResourceType: MergeQueueResource.tfResourceType,
      terraformGeneratorMetadata: PROVIDER_METADATA,
    });
    this.#readAttributes = readAttributes;
  }

  protected override synthesizeAttributes(): Record<string, unknown> {
    return this.#readAttributes();
  }

  protected override synthesizeHclAttributes(): Record<string, unknown> {
    return toHclAttributes(this.#readAttributes());
  }
}

/** Exactly the placed version, so that Terraform and the CDK's command upgrade older lock files. */
export const PROVIDER_METADATA = {
  providerName: PROVIDER_TYPE,
  providerVersion: VERSION,
  providerVersionConstraint: VERSION,
} as const;
