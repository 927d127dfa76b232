import type { Attribute, Attributes, AttributeType, Schema } from "../../../src/plugin/schema";
import { toAttributeType } from "../../../src/plugin/to-object-type";

/**
 * Checks a schema by the rules that Terraform applies when it loads one (rule C-03), and that names are
 * identifiers in its language.
 * @returns all problems, each a sentence that begins with the attribute
 */
export function validateSchema({ version, attributes }: Schema): string[] {
  const problems = Number.isSafeInteger(version) && version >= 0 ? [] : [`version: ${version}`];
  return [...problems, ...validateAttributes(attributes)];
}

/** Checks a function by the same rules; parameter names are unique, too. */
export function validateFunction(
  name: string,
  {
    parameters,
    returns,
  }: {
    readonly parameters: readonly { readonly name: string; readonly type: AttributeType }[];
    readonly returns: AttributeType;
  },
): string[] {
  const names = [name, ...new Set(parameters.map((parameter) => parameter.name))];
  return [
    ...names.filter((given) => !isIdentifier(given)).map((given) => `${given}: ${BAD_NAME}`),
    ...(names.length === parameters.length + 1 ? [] : ["two parameters have one name."]),
    ...[returns, ...parameters.map(({ type }) => type)].filter((type) => hasDynamic(type)).map(() => BAD_SET),
  ];
}

const BAD_NAME = "the name may hold only lower-case letters, digits and underscores.";
const BAD_SET = "a set cannot hold values of type dynamic.";

function validateAttributes(attributes: Attributes): string[] {
  return Object.entries(attributes).flatMap(([name, attribute]) => [
    ...validateAttribute(name, attribute).map((problem) => `${name}: ${problem}`),
    ...("attributes" in attribute ? validateAttributes(attribute.attributes) : []),
  ]);
}

function validateAttribute(name: string, attribute: Attribute): string[] {
  const { required = false, optional = false, computed = false } = attribute;
  const checks: readonly (readonly [boolean, string])[] = [
    [!isIdentifier(name), BAD_NAME],
    [required === (optional || computed), "it must be either required, or optional, computed, or both."],
    ["type" in attribute === "attributes" in attribute, "it must have either a type or attributes."],
    [hasDynamic(toAttributeType(attribute)), BAD_SET],
  ];
  return checks.filter(([isWrong]) => isWrong).map(([, problem]) => problem);
}

function isIdentifier(name: string): boolean {
  return /^[a-z_][a-z0-9_]*$/.test(name);
}

/** Whether a set holds values of type dynamic: Terraform tells its elements apart by exact type and value. */
function hasDynamic(type: AttributeType, isInSet = false): boolean {
  if (typeof type === "string") return isInSet && type === "dynamic";
  if ("set" in type) return hasDynamic(type.set, true);
  if ("list" in type) return hasDynamic(type.list, isInSet);
  if ("map" in type) return hasDynamic(type.map, isInSet);
  const inner = "tuple" in type ? type.tuple : Object.values(type.object);
  return inner.some((item) => hasDynamic(item, isInSet));
}
