import { evaluateExpression } from "./evaluate/evaluate-expression";
import { makeClosedEvaluation } from "./evaluate/make-closed-evaluation";
import { invalid } from "./expression-error";
import type { CallExpression, Expression } from "./syntax/expression";
import { parseExpressionText } from "./syntax/parse-expression";
import { convertValue } from "./values/convert-value";
import type { HclType, ObjectField } from "./values/hcl-value";

/**
 * Parses the type of a variable: `string`, `list(number)`, `object({ a = string, b = optional(bool, true) })`.
 * @throws ExpressionError `syntax` or `invalid`
 */
export function parseType(text: string): HclType {
  // Older versions of the CDK wrote types as they write references.
  return toType(parseExpressionText(/^\$\{(.*)\}$/s.exec(text)?.[1] ?? text));
}

function toType(expression: Expression): HclType {
  if (expression.kind === "reference" && expression.steps.length === 0) {
    const { root } = expression;
    if (root === "string" || root === "number" || root === "bool" || root === "any") return root;
    if (root === "list" || root === "set" || root === "map") return { kind: root, element: "any" };
    throw invalid(`there is no type ${root}`);
  }
  if (expression.kind !== "call") throw invalid("a type is required, such as string or list(string)");
  const [argument] = expression.arguments;
  if (argument === undefined || expression.arguments.length > 1)
    throw invalid(`${expression.name}() takes one type`);
  switch (expression.name) {
    case "list":
    case "set":
    case "map":
      return { kind: expression.name, element: toType(argument) };
    case "tuple":
      if (argument.kind !== "tuple") throw invalid("tuple() takes a list of types");
      return { kind: "tuple", elements: argument.items.map(toType) };
    case "object":
      if (argument.kind !== "object") throw invalid("object() takes an object of types");
      return { kind: "object", fields: new Map(argument.entries.map(toField)) };
    default:
      throw invalid(`there is no type ${expression.name}()`);
  }
}

function toField([key, type]: readonly [Expression, Expression]): readonly [string, ObjectField] {
  if (key.kind !== "literal" || typeof key.value !== "string")
    throw invalid("a field of an object type needs a name");
  return type.kind === "call" && type.name === "optional"
    ? [key.value, toOptionalField(type)]
    : [key.value, { type: toType(type), isOptional: false, fallback: null }];
}

function toOptionalField({ arguments: [typeExpression, fallback, ...others] }: CallExpression): ObjectField {
  if (typeExpression === undefined || others.length > 0)
    throw invalid("optional() takes a type and a default");
  const type = toType(typeExpression);
  const value = fallback === undefined ? null : evaluateExpression(fallback, makeClosedEvaluation());
  return { type, isOptional: true, fallback: convertValue(value, type) };
}
