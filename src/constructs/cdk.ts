/**
 * The CDK library, which only this file and its twin import. The build for CDK Terrain uses the twin
 * (`moduleSuffixes`).
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
} from "cdktf";
export { Construct, type IConstruct } from "constructs";
