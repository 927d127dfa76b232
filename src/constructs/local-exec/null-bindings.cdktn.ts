import {
  type Construct,
  type IResolvable,
  type TerraformMetaArguments,
  TerraformProvider,
  TerraformResource,
} from "../cdk";

type NullResourceConfig = TerraformMetaArguments & { readonly triggers: IResolvable };

/** The values of `@cdktf/provider-null` 11, because CDK Terrain has no package for null resources. */
const METADATA = {
  providerName: "null",
  providerVersion: "3.2.4",
  providerVersionConstraint: "~> 3.0",
} as const;

/** Adds a provider of null resources. @param alias - the provider's name in Terraform */
export function createNullProvider(scope: Construct, id: string, alias: string): TerraformProvider {
  const provider = new NullProvider(scope, id, {
    terraformResourceType: "null",
    terraformGeneratorMetadata: METADATA,
    terraformProviderSource: "null",
  });
  return Object.defineProperty(provider, "alias", { value: alias, writable: true });
}

/** Adds a null resource. `triggers` is a token for a map of strings; a change replaces the resource. */
export function createNullResource(
  scope: Construct,
  id: string,
  config: NullResourceConfig,
): TerraformResource {
  return new NullResource(scope, id, config);
}

class NullProvider extends TerraformProvider {}

class NullResource extends TerraformResource {
  readonly #triggers: IResolvable;

  constructor(scope: Construct, id: string, { triggers, ...metaArguments }: NullResourceConfig) {
    super(scope, id, {
      ...metaArguments,
      terraformResourceType: "null_resource",
      terraformGeneratorMetadata: METADATA,
    });
    this.#triggers = triggers;
  }

  protected override synthesizeAttributes(): Record<string, unknown> {
    return { triggers: this.#triggers };
  }

  protected override synthesizeHclAttributes(): Record<string, unknown> {
    return {
      triggers: { value: this.#triggers, isBlock: false, type: "map", storageClassType: "stringMap" },
    };
  }
}
