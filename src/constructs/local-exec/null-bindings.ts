import { createRequire } from "node:module";
import type * as NullPackage from "@cdktf/provider-null";
import type {
  Construct,
  IResolvable,
  TerraformMetaArguments,
  TerraformProvider,
  TerraformResource,
} from "../cdk";

const PACKAGE = "@cdktf/provider-null";

/** Adds a null provider. @param alias - its alias @throws Error if `@cdktf/provider-null` is not installed */
export function createNullProvider(scope: Construct, id: string, alias: string): TerraformProvider {
  const { NullProvider } = loadPackage().provider;
  return new NullProvider(scope, id, { alias });
}

/** Adds a null resource. `triggers` is a token for a map of strings. @throws as {@link createNullProvider} */
export function createNullResource(
  scope: Construct,
  id: string,
  { triggers, ...metaArguments }: TerraformMetaArguments & { readonly triggers: IResolvable },
): TerraformResource {
  const { Resource } = loadPackage().resource;
  // The type does not allow a token for a map; the CDK does.
  return new Resource(scope, id, {
    ...metaArguments,
    triggers: triggers as unknown as Record<string, string>,
  });
}

/** Loads the package only when it is used, because stacks that use the plugin do not need it. */
function loadPackage(): typeof NullPackage {
  try {
    return createRequire(__filename)(PACKAGE) as typeof NullPackage;
  } catch (error) {
    throw new Error(
      `via: "local-exec" needs the package ${PACKAGE}. Add it to your project: npm install ${PACKAGE}@11`,
      { cause: error },
    );
  }
}
