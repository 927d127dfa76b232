import {
  type Construct,
  ImportableResource,
  type TerraformMetaArguments,
  type TerraformProvider,
  TerraformResource,
} from "../cdk";
import { PROVIDER_METADATA } from "../provider-metadata";
import { toHclAttributes } from "../values/hcl-attribute";

const QUEUE_RESOURCE_TYPE = "mergequeue_queue";

/** The Terraform resource of a `MergeQueue`. */
export class MergeQueueResource extends TerraformResource {
  static readonly tfResourceType = QUEUE_RESOURCE_TYPE;

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
      terraformResourceType: QUEUE_RESOURCE_TYPE,
      terraformGeneratorMetadata: PROVIDER_METADATA,
    });
    this.#readAttributes = readAttributes;
  }

  /** Adds an import block for which Terraform generates the configuration. */
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
