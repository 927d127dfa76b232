import type { IConstruct, ISynthesisSession } from "../cdk";

/**
 * Has `synthesize` called when the construct's stack is synthesized: behind all validations, before the stack's
 * file is written and before errors in annotations end the synthesis. Called again for every stack around it.
 *
 * The CDK library keeps its own function for this to itself; its key is registered, the same in every copy of
 * the library and in its successor, and read from any construct.
 */
export function onSynthesize(construct: IConstruct, synthesize: (session: ISynthesisSession) => void): void {
  Object.defineProperty(construct, Symbol.for("cdktf/customSynthesis"), {
    value: { onSynthesize: synthesize },
  });
}
