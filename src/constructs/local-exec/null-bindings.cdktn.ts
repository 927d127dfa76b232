import {
  type Construct,
  type IResolvable,
  type TerraformMetaArguments,
  TerraformProvider,
  type TerraformResource,
} from "../cdk";
import { DeclaredResource } from "../queue/declared-resource";

/** As in `@cdktf/provider-null` 11. CDK Terrain has no such package. */
const METADATA = {
  providerName: "null",
  providerVersion: "3.2.4",
  providerVersionConstraint: "~> 3.0",
} as const;

/** Adds a provider of null resources. @param alias - its name in Terraform */
export function createNullProvider(scope: Construct, id: string, alias: string): TerraformProvider {
  const provider = new NullProvider(scope, id, {
    terraformResourceType: "null",
    terraformGeneratorMetadata: METADATA,
    terraformProviderSource: "null",
  });
  return Object.defineProperty(provider, "alias", { value: alias, writable: true });
}

/** Adds a null resource. `triggers`: a token for strings, of which a change of one replaces the resource */
export function createNullResource(
  scope: Construct,
  id: string,
  { triggers, ...metaArguments }: TerraformMetaArguments & { readonly triggers: IResolvable },
): TerraformResource {
  const type = { terraformResourceType: "null_resource", terraformGeneratorMetadata: METADATA };
  return new DeclaredResource(scope, id, { ...metaArguments, ...type }, () => ({ triggers }));
}

class NullProvider extends TerraformProvider {}
