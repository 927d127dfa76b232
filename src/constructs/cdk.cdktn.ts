/**
 * CDK Terrain, the community's successor of CDKTF, behind the same constructs: exports what `cdk.ts` exports and takes
 * its place in what is compiled for `terraform-provider-mergequeue/cdktn`.
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
  ImportableResource,
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
