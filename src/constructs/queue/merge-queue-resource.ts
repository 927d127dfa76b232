import type { Construct, TerraformMetaArguments, TerraformProvider } from "../cdk";
import { ImportableResource, TerraformResource } from "../cdk";
import { PROVIDER_METADATA } from "../provider/provider-metadata";
import { toHclAttributes } from "../values/hcl-attribute";

/** Type of the resource in Terraform. */
const QUEUE_RESOURCE_TYPE = "mergequeue_queue";

/** The Terraform resource of a queue, as `MergeQueue` holds it. */
export class MergeQueueResource extends TerraformResource {
  static readonly tfResourceType = QUEUE_RESOURCE_TYPE;

  readonly #readAttributes: () => Record<string, unknown>;

  /**
   * @param readAttributes - answers values by Terraform name; called at synth, for what they are made from may change
   * until then
   * @param metaArguments - absent ones left out
   */
  constructor(
    scope: Construct,
    id: string,
    readAttributes: () => Record<string, unknown>,
    metaArguments: TerraformMetaArguments,
  ) {
    super(scope, id, {
      ...metaArguments,
      terraformResourceType: QUEUE_RESOURCE_TYPE,
      terraformGeneratorMetadata: PROVIDER_METADATA,
    });
    this.#readAttributes = readAttributes;
  }

  /** Makes the CDK's stand-in for a queue that shall be imported with generated configuration. */
  static generateConfigForImport(
    scope: Construct,
    importToId: string,
    importFromId: string,
    provider?: TerraformProvider,
  ): ImportableResource {
    return new ImportableResource(scope, importToId, {
      terraformResourceType: QUEUE_RESOURCE_TYPE,
      importId: importFromId,
      ...(provider === undefined ? {} : { provider }),
    });
  }

  protected override synthesizeAttributes(): Record<string, unknown> {
    return this.#readAttributes();
  }

  protected override synthesizeHclAttributes(): Record<string, unknown> {
    return toHclAttributes(this.#readAttributes());
  }
}
