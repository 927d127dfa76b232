import type { IResolvable, TerraformMetaArguments } from "../cdk";

/** What a `null_resource` is made of. */
export interface NullResourceConfig extends TerraformMetaArguments {
  /** Strings by name; a change of one replaces the resource. A token that stands for all of them. */
  readonly triggers: IResolvable;
}
