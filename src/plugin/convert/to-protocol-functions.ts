import { type FunctionMessage, StringKind } from "../protocol/tfplugin6.generated";
import type { FunctionDefinition } from "../provider-definition";
import { formatType } from "../values/type-expression";

/** Converts functions by name. Neither null nor unknown arguments are asked for. */
export function toProtocolFunctions(functions: {
  readonly [name: string]: FunctionDefinition;
}): Map<string, FunctionMessage> {
  return new Map(
    Object.entries(functions).map(([name, definition]) => [name, toProtocolFunction(definition)]),
  );
}

function toProtocolFunction(definition: FunctionDefinition): FunctionMessage {
  return {
    parameters: definition.parameters.map(({ name, type, description }) => ({
      name,
      type: Buffer.from(formatType(type)),
      allowNullValue: false,
      allowUnknownValues: false,
      description,
      descriptionKind: StringKind.MARKDOWN,
    })),
    return: { type: Buffer.from(formatType(definition.returns)) },
    summary: definition.summary,
    description: definition.description,
    descriptionKind: StringKind.MARKDOWN,
    deprecationMessage: "",
  };
}
