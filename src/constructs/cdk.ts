/**
 * The CDK library behind the constructs. This is the only file that names it: the same constructs compiled
 * against another library differ here and nowhere else.
 */
import type { ISynthesisSession } from "cdktf";
import type { IConstruct } from "constructs";

export type {
  IInterpolatingParent,
  IResolvable,
  ISynthesisSession,
  ITerraformDependable,
  TerraformMetaArguments,
  TerraformResourceLifecycle,
} from "cdktf";
export {
  Annotations,
  ComplexList,
  ComplexObject,
  Fn,
  ImportableResource,
  propertyAccess,
  StringMap,
  TerraformDataSource,
  TerraformProvider,
  TerraformResource,
  TerraformStack,
  Token,
  Tokenization,
} from "cdktf";
export type { IConstruct } from "constructs";
export { Construct } from "constructs";

/**
 * Has `synthesize` called when the construct's stack is synthesized: behind all validations, before the stack's
 * file is written and before errors in annotations end the synthesis. Called again for every stack around it.
 *
 * The library keeps its own function for this to itself; its key is registered, the same in every copy of
 * the library, and read from any construct.
 */
export function onSynthesize(construct: IConstruct, synthesize: (session: ISynthesisSession) => void): void {
  Object.defineProperty(construct, Symbol.for("cdktf/customSynthesis"), {
    value: { onSynthesize: synthesize },
  });
}
