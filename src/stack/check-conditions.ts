import type { Evaluation } from "../hcl/evaluate/scope";
import type { JsonNode } from "../hcl/json/json-node";
import { JsonList, JsonObject } from "../hcl/json/json-node";
import { convertValue } from "../hcl/values/convert-value";
import { lookInto } from "../hcl/values/hcl-value";
import { tryEvaluateNode } from "./evaluate-node";
import { toPlainValue } from "./to-plain-value";

/** What became of a condition that does not hold or cannot be checked. */
export interface ConditionResult {
  /** What is said where it does not hold, as a sentence. */
  readonly problem?: string;
  /** Why it is not checked, as a clause that follows the address. */
  readonly remark?: string;
}

/**
 * Checks conditions, each a block with `condition` and `error_message`.
 * @param kind - what they are called
 * @returns those that do not hold, or cannot be checked
 */
export function checkConditions(
  blocks: readonly JsonObject[],
  evaluation: Evaluation,
  kind: "validation" | "precondition" | "postcondition",
): ConditionResult[] {
  return blocks.flatMap((block): ConditionResult[] => {
    const condition = tryEvaluateNode(block.get("condition") ?? null, evaluation, (value) =>
      convertValue(value, "bool"),
    );
    if (condition.fault !== undefined) {
      return [{ remark: `has a ${kind} that is not checked: ${condition.fault.message.replace(/\.$/, "")}` }];
    }
    if (toPlainValue(condition.value) === true) return [];
    const text = tryEvaluateNode(block.get("error_message") ?? null, evaluation);
    // Terraform does not tell a message that comes from something sensitive either.
    const isTold = text.fault === undefined && !lookInto(text.value).isSensitive;
    const words = isTold ? toPlainValue(text.value) : undefined;
    return [
      { problem: `Its ${kind} does not hold: ${typeof words === "string" ? words : "it is not true."}` },
    ];
  });
}

/** Answers blocks that are there once, as an object, or several times, as a list. */
export function toObjects(node: JsonNode | undefined): JsonObject[] {
  if (node instanceof JsonObject) return [node];
  return node instanceof JsonList ? node.items.filter((item) => item instanceof JsonObject) : [];
}
