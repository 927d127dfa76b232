import type { Construct, TerraformMetaArguments, TerraformProvider } from "./cdk";
import { ImportableResource, TerraformResource } from "./cdk";
import { toHclAttributes } from "./hcl-attribute";
import { PROVIDER_METADATA } from "./provider-metadata";

/** Type of the resource in Terraform. */
const QUEUE_RESOURCE_TYPE = "mergequeue_queue";

/** The Terraform resource of a queue, as `MergeQueue` holds it. */
export class MergeQueueResource extends TerraformResource {
  static readonly tfResourceType = QUEUE_RESOURCE_TYPE;

  readonly #attributes: Readonly<Record<string, unknown>>;

  /**
   * @param attributes - values by Terraform name
   * @param metaArguments - absent ones left out
   */
  constructor(
    scope: Construct,
    id: string,
    attributes: Readonly<Record<string, unknown>>,
    metaArguments: TerraformMetaArguments,
  ) {
    super(scope, id, {
      ...metaArguments,
      terraformResourceType: QUEUE_RESOURCE_TYPE,
      terraformGeneratorMetadata: PROVIDER_METADATA,
    });
    this.#attributes = attributes;
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
    return { ...this.#attributes };
  }

  protected override synthesizeHclAttributes(): Record<string, unknown> {
    return toHclAttributes(this.#attributes);
  }
}
