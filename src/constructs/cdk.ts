/**
 * The CDK library behind the constructs. This file and its twin, `cdk.cdktn.ts`, are the only ones that name it:
 * whoever compiles for the other library takes the twin in its place (`moduleSuffixes`).
 */
export type {
  IInterpolatingParent,
  IResolvable,
  ISynthesisSession,
  ITerraformDependable,
  ITerraformIterator,
  TerraformMetaArguments,
  TerraformResourceLifecycle,
} from "cdktf";
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
} from "cdktf";
export type { IConstruct } from "constructs";
export { Construct } from "constructs";
