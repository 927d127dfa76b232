import type { AttributePath } from "../diagnostic";
import type { AttributePath_Step, AttributePath as ProtocolPath } from "../protocol/tfplugin6.generated";

/** Converts a path: every step, of nested attributes too, is a step of its own (rules C-21 and C-33). */
export function toProtocolPath(path: AttributePath): ProtocolPath {
  return { steps: path.map((step) => ({ selector: toSelector(step) })) };
}

function toSelector(step: AttributePath[number]): AttributePath_Step["selector"] {
  if ("attribute" in step) return { $case: "attributeName", value: step.attribute };
  if ("index" in step) return { $case: "elementKeyInt", value: BigInt(step.index) };
  return { $case: "elementKeyString", value: step.key };
}
