import type { Attribute, Attributes, AttributeType, Schema } from "./schema";
import { toAttributeType } from "./to-object-type";

/**
 * Checks a schema by the rules that Terraform applies when it loads one (rule C-03), and by two more: names are
 * identifiers in Terraform's language, and a write-only attribute is never computed, because the provider must always
 * return null for it (rule C-42).
 * @returns all problems, each a sentence that begins with the attribute
 */
export function validateSchema(schema: Schema): string[] {
  const problems = validateAttributes(schema.attributes, "");
  if (!Number.isSafeInteger(schema.version) || schema.version < 0) {
    problems.unshift(`The schema's version must be an integer of 0 or more, not ${schema.version}.`);
  }
  return problems;
}

function validateAttributes(attributes: Attributes, prefix: string): string[] {
  return Object.entries(attributes).flatMap(([name, attribute]) => {
    const label = prefix + name;
    const problems = validateAttribute(name, attribute).map((problem) => `${label}: ${problem}`);
    if ("attributes" in attribute) problems.push(...validateAttributes(attribute.attributes, `${label}.`));
    return problems;
  });
}

function validateAttribute(name: string, attribute: Attribute): string[] {
  const { required, optional, computed } = attribute;
  const checks: readonly (readonly [boolean, string])[] = [
    [!/^[a-z_][a-z0-9_]*$/.test(name), "the name may hold only lower-case letters, digits and underscores."],
    [!required && !optional && !computed, "it must be required, optional or computed."],
    [required === true && optional === true, "it cannot be both required and optional."],
    [required === true && computed === true, "it cannot be both required and computed."],
    [attribute.deprecationMessage === "", "the deprecation message must not be empty."],
    ["type" in attribute && "attributes" in attribute, "it cannot have both a type and attributes."],
    [!("type" in attribute) && !("attributes" in attribute), "it must have a type or attributes."],
    // Terraform distinguishes the elements of a set by their exact type and value.
    [hasTypeWithDynamicSet(attribute), "a set cannot hold values of type dynamic."],
    [isNestedSet(attribute) && holdsWriteOnly(attribute), "a set cannot hold write-only attributes."],
    [attribute.writeOnly === true && computed === true, "it cannot be both write-only and computed."],
  ];
  return checks.filter(([isWrong]) => isWrong).map(([, problem]) => problem);
}

function isNestedSet(attribute: Attribute): boolean {
  return "nesting" in attribute && attribute.nesting === "set";
}

function holdsWriteOnly(attribute: Attribute): boolean {
  if (!("attributes" in attribute)) return false;
  return Object.values(attribute.attributes).some(
    (inner) => inner.writeOnly === true || holdsWriteOnly(inner),
  );
}

function hasTypeWithDynamicSet(attribute: Attribute): boolean {
  // An attribute with neither is reported as such.
  return ("type" in attribute || "attributes" in attribute) && holdsDynamicInSet(toAttributeType(attribute));
}

function holdsDynamicInSet(type: AttributeType): boolean {
  return hasDynamic(type, false);
}

function hasDynamic(type: AttributeType, isInSet: boolean): boolean {
  if (typeof type === "string") return isInSet && type === "dynamic";
  if ("set" in type) return hasDynamic(type.set, true);
  if ("list" in type) return hasDynamic(type.list, isInSet);
  if ("map" in type) return hasDynamic(type.map, isInSet);
  const inner = "tuple" in type ? type.tuple : Object.values(type.object);
  return inner.some((item) => hasDynamic(item, isInSet));
}

interface CheckedFunction {
  readonly parameters: readonly { readonly name: string; readonly type: AttributeType }[];
  readonly returns: AttributeType;
}

/**
 * Checks a function by the same rules (rule C-03): names are identifiers in Terraform's language, parameter names are
 * unique, and no set contains dynamic values.
 * @returns all problems, each a sentence that begins with its place
 */
export function validateFunction(name: string, { parameters, returns }: CheckedFunction): string[] {
  const names = parameters.map((parameter) => parameter.name);
  const checks: readonly (readonly [boolean, string])[] = [
    [!isIdentifier(name), `${name}: the name ${BAD_NAME}`],
    ...parameters.flatMap(({ name: parameter, type }, index) => [
      [!isIdentifier(parameter), `${parameter}: the parameter's name ${BAD_NAME}`] as const,
      [names.indexOf(parameter) < index, `${parameter}: another parameter has this name.`] as const,
      [holdsDynamicInSet(type), `${parameter}: ${BAD_SET}`] as const,
    ]),
    [holdsDynamicInSet(returns), `the result: ${BAD_SET}`],
  ];
  return checks.filter(([isWrong]) => isWrong).map(([, problem]) => problem);
}

const BAD_NAME = "may hold only lower-case letters, digits and underscores.";
const BAD_SET = "a set cannot hold values of type dynamic.";

function isIdentifier(name: string): boolean {
  return /^[a-z_][a-z0-9_]*$/.test(name);
}
