import { evaluateExpression } from "../hcl/evaluate/evaluate-expression";
import type { Evaluation } from "../hcl/evaluate/scope";
import { ExpressionError, invalid } from "../hcl/expression-error";
import type { JsonNode } from "../hcl/json/json-node";
import { JsonList, JsonObject } from "../hcl/json/json-node";
import { parseTemplateText } from "../hcl/syntax/parse-expression";
import { convertValue } from "../hcl/values/convert-value";
import type { HclValue } from "../hcl/values/hcl-value";
import { HclList, HclMap, lookInto, mark, Unresolved, unmark } from "../hcl/values/hcl-value";
import { quote } from "../text/quote";
import { splitTemplate } from "../text/terraform-template";

/**
 * Evaluates a value of Terraform's JSON: strings and keys are templates, all else is what it is.
 * @throws ExpressionError where an expression has no value
 */
export function evaluateNode(node: JsonNode, evaluation: Evaluation): HclValue {
  if (typeof node === "string") return evaluateText(node, evaluation);
  if (node instanceof JsonList) {
    return new HclList(
      "tuple",
      node.items.map((item) => evaluateNode(item, evaluation)),
    );
  }
  return node instanceof JsonObject ? evaluateObject(node, evaluation) : node;
}

/** Why a value has none. */
export interface NodeFault {
  /** Whether Terraform would know it. */
  readonly kind: "unresolved" | "invalid";
  /** A sentence that names the expression. */
  readonly message: string;
}

/** A value, or why there is none. */
export type NodeResult =
  | { readonly value: HclValue; readonly fault?: undefined }
  | { readonly fault: NodeFault };

/**
 * Evaluates a value and answers why it has none if so.
 * @param type - converts it; a value that does not suit is a fault
 * @param isSecret - whether its expression may hold a secret: then only a mere reference is told
 */
export function tryEvaluateNode(
  node: JsonNode,
  evaluation: Evaluation,
  type: (value: HclValue) => HclValue = (value) => value,
  isSecret = false,
): NodeResult {
  const find = (): string | undefined => {
    const expression = findExpression(node, evaluation);
    return isSecret && !MERE_REFERENCE.test(expression ?? "") ? undefined : expression;
  };
  try {
    const value = type(evaluateNode(node, evaluation));
    const { unresolved } = lookInto(value);
    if (unresolved === undefined) return { value };
    const expression = find();
    return {
      fault: {
        kind: "unresolved",
        message: `${expression === undefined ? "It" : quote(expression)} cannot be resolved: ${unresolved.reason}.`,
      },
    };
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    const expression = find();
    return { fault: { kind: "invalid", message: describe(expression, error.message) } };
  }
}

/** `${var.token}`: names and nothing else. */
const MERE_REFERENCE = /^\$\{[\w.-]+\}$/;

function evaluateText(text: string, evaluation: Evaluation): HclValue {
  return text.includes("{") ? evaluateExpression(parseTemplateText(text), evaluation) : text.normalize("NFC");
}

function evaluateObject(node: JsonObject, evaluation: Evaluation): HclValue {
  const fields: [string, HclValue][] = [];
  let isSensitive = false;
  for (const [keyText, inner] of node.fields) {
    const key = unmark(evaluateText(keyText, evaluation));
    if (key.value instanceof Unresolved) return key.value;
    const name = convertValue(key.value, "string");
    if (typeof name !== "string") throw invalid("a key must not be null");
    isSensitive ||= key.isSensitive;
    fields.push([name, evaluateNode(inner, evaluation)]);
  }
  return mark(new HclMap("object", fields), isSensitive);
}

/**
 * Answers the expressions of the text that is to blame, without what is literal around them: it may be a secret.
 * Undefined if there is none, or each of them has a value.
 */
function findExpression(node: JsonNode, evaluation: Evaluation): string | undefined {
  if (node instanceof JsonList) return findFirst(node.items, evaluation);
  if (node instanceof JsonObject) return findFirst(node.fields.flat(), evaluation);
  if (typeof node !== "string") return undefined;
  try {
    if (lookInto(evaluateText(node, evaluation)).unresolved === undefined) return undefined;
  } catch {
    // Whatever it is, whoever evaluated the whole of it has seen it.
  }
  return splitTemplate(node)
    .filter((part) => part.kind === "expression")
    .map((part) => part.text)
    .join(" … ");
}

function findFirst(nodes: readonly JsonNode[], evaluation: Evaluation): string | undefined {
  for (const node of nodes) {
    const expression = findExpression(node, evaluation);
    if (expression !== undefined) return expression;
  }
  return undefined;
}

function describe(expression: string | undefined, why: string): string {
  if (expression === undefined) return `${why.charAt(0).toUpperCase()}${why.slice(1)}.`;
  return `${quote(expression)} has no value: ${why}.`;
}
