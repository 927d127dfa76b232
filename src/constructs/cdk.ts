/**
 * The CDK library. Only this file and its twin, `cdk.cdktn.ts`, import it. The build for CDK Terrain uses the
 * twin (`moduleSuffixes`).
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
