import type { FunctionDefinition } from "../../src/plugin/provider-definition";
import type { AttributeType } from "../../src/plugin/schema";
import { describeType } from "./describe-type";

/** Writes a function's parameters and result, as the registry's pages show it. */
export function renderFunction(name: string, { parameters, returns }: FunctionDefinition): string {
  const signature = parameters.map((parameter) => `${parameter.name} ${formatKind(parameter.type)}`);
  const items = parameters.map(
    (parameter, index) =>
      `${index + 1}. \`${parameter.name}\` (${describeType(parameter.type)}) ${parameter.description}`,
  );
  return [
    "## Signature",
    `\`\`\`text\n${name}(${signature.join(", ")}) ${formatKind(returns)}\n\`\`\``,
    "## Arguments",
    items.join("\n"),
    "## Return Type",
    `\`${formatType(returns)}\``,
  ].join("\n\n");
}

/** Writes a type on one short line: of an object or a collection only its kind. */
function formatKind(type: AttributeType): string {
  if (typeof type === "object" && "object" in type) return "object";
  return typeof type === "object" && "tuple" in type ? "tuple" : formatType(type);
}

/** Writes a type as Terraform's language does: `object({ repo = object({ host = string }) })`. */
function formatType(type: AttributeType): string {
  if (type === "dynamic") return "any";
  if (typeof type === "string") return type;
  if ("list" in type) return `list(${formatType(type.list)})`;
  if ("set" in type) return `set(${formatType(type.set)})`;
  if ("map" in type) return `map(${formatType(type.map)})`;
  if ("tuple" in type) return `tuple([${type.tuple.map(formatType).join(", ")}])`;
  const attributes = Object.entries(type.object).map(([name, inner]) => `${name} = ${formatType(inner)}`);
  return `object({ ${attributes.join(", ")} })`;
}
