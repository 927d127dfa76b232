import type { IResolvable, TerraformMetaArguments } from "../cdk";

/** Arguments of a `null_resource`. */
export interface NullResourceConfig extends TerraformMetaArguments {
  /** A token for a map of strings. A change of one replaces the resource. */
  readonly triggers: IResolvable;
}
