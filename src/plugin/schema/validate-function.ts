import type { AttributeType } from "./schema";
import { holdsDynamicInSet } from "./validate-schema";

/** What there is to check of a function. */
interface CheckedFunction {
  readonly parameters: readonly { readonly name: string; readonly type: AttributeType }[];
  readonly returns: AttributeType;
}

/**
 * Checks a function by the rules by which schemas are checked (rule C-03): names are identifiers of Terraform's
 * language, no two parameters have one name, and no set holds values of any type.
 * @returns everything that is wrong, each as a sentence that begins with its place; empty if nothing is
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
