/**
 * CDK Terrain, the community's successor of CDKTF. Has the same exports as `cdk.ts`, which it replaces in the
 * build for `terraform-provider-mergequeue/cdktn`.
 */
export type {
  IInterpolatingParent,
  IResolvable,
  ISynthesisSession,
  ITerraformDependable,
  ITerraformIterator,
  TerraformMetaArguments,
  TerraformResourceLifecycle,
} from "cdktn";
export {
  Annotations,
  App,
  ComplexList,
  ComplexObject,
  Fn,
  propertyAccess,
  StringMap,
  TerraformCount,
  TerraformDataSource,
  TerraformProvider,
  TerraformResource,
  TerraformStack,
  Token,
  Tokenization,
} from "cdktn";
export type { IConstruct } from "constructs";
export { Construct } from "constructs";
