/**
 * CDK Terrain, the community's successor of CDKTF. Has the same exports as `cdk.ts`, which it replaces in the
 * build for `terraform-provider-mergequeue/cdktn`.
 */
export {
  Annotations,
  App,
  ComplexList,
  ComplexObject,
  Fn,
  type IInterpolatingParent,
  type IResolvable,
  type ISynthesisSession,
  type ITerraformDependable,
  type ITerraformIterator,
  propertyAccess,
  StringMap,
  TerraformCount,
  TerraformDataSource,
  type TerraformMetaArguments,
  TerraformProvider,
  TerraformResource,
  type TerraformResourceLifecycle,
  TerraformStack,
  Token,
  Tokenization,
} from "cdktn";
export { Construct, type IConstruct } from "constructs";
