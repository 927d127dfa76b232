import type { Construct, TerraformMetaArguments } from "../cdk";
import { TerraformDataSource } from "../cdk";
import { PROVIDER_METADATA } from "../provider/provider-metadata";
import { toHclAttributes } from "../values/hcl-attribute";

/** The Terraform data source that a construct holds. */
export class MergeQueueDataSource extends TerraformDataSource {
  readonly #attributes: Readonly<Record<string, unknown>>;

  /**
   * @param type - full name of the data source
   * @param attributes - values by Terraform name
   * @param metaArguments - absent ones left out
   */
  constructor(
    scope: Construct,
    id: string,
    type: string,
    attributes: Readonly<Record<string, unknown>>,
    metaArguments: TerraformMetaArguments,
  ) {
    super(scope, id, {
      ...metaArguments,
      terraformResourceType: type,
      terraformGeneratorMetadata: PROVIDER_METADATA,
    });
    this.#attributes = attributes;
  }

  protected override synthesizeAttributes(): Record<string, unknown> {
    return { ...this.#attributes };
  }

  protected override synthesizeHclAttributes(): Record<string, unknown> {
    return toHclAttributes(this.#attributes);
  }
}
