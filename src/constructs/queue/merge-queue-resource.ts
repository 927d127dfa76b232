import { type Construct, type TerraformMetaArguments, TerraformResource } from "../cdk";
import { PROVIDER_METADATA } from "../provider-metadata";
import { toHclAttributes } from "../values/hcl-attribute";

/** The Terraform resource of a `MergeQueue`. */
export class MergeQueueResource extends TerraformResource {
  static readonly tfResourceType = "mergequeue_queue";

  readonly #readAttributes: () => Record<string, unknown>;

  /**
   * @param readAttributes - returns values by Terraform name; called at synth, because defaults can change until then
   * @param metaArguments - without undefined ones
   */
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
