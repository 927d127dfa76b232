/** The CDK library, which only this file and its twin import. The build for CDK Terrain uses the twin (`moduleSuffixes`). */
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
