import { decodeDynamic, encodeDynamic } from "../convert/dynamic-value";
import type { CallFunction_Response, DynamicValue as ProtocolValue } from "../protocol/tfplugin6.generated";
import type { FunctionDefinition, FunctionResult } from "../provider-definition";
import { DynamicValue, isWhollyKnown, UNKNOWN, type Value } from "../value";
import { isValueError, ValueError } from "../value-error";
import { findDefinition } from "./find-definition";
import type { Call } from "./handle-call";

/** Calls a function. Null arguments and failures are errors; unknown arguments give an unknown result. */
export const callFunction: Call<"callFunction"> = {
  nameSubject: ({ name }) => ({ tf_function_name: name }),
  async run({ name, arguments: sent }, session) {
    const definition = findDefinition(session.definition.functions, name, "function");
    const response = runFunction(definition, sent);
    if ("error" in response)
      return createFailure(session.cleanText(response.error.text), response.error.argument);
    return { result: encodeDynamic(response.value, definition.returns), error: undefined };
  },
  recover(diagnostics, _request, session) {
    const lines = session.report(diagnostics).map(({ summary, detail }) => `${summary}: ${detail}`);
    return createFailure(lines.join("\n"));
  },
};

function runFunction(definition: FunctionDefinition, sent: readonly ProtocolValue[]): FunctionResult {
  const { parameters } = definition;
  if (sent.length !== parameters.length)
    return { error: { text: `The function takes ${parameters.length} arguments, not ${sent.length}.` } };
  const args: Value[] = [];
  for (const [argument, value] of sent.entries()) {
    try {
      const decoded = decodeDynamic(value, parameters[argument]?.type ?? "dynamic");
      if (isNull(decoded)) throw new ValueError([], "argument must not be null.");
      args.push(decoded);
    } catch (error) {
      if (!isValueError(error)) throw error;
      return { error: { text: error.message, argument } };
    }
  }
  return args.every(isWhollyKnown) ? definition.call(args) : { value: UNKNOWN };
}

function isNull(value: Value): boolean {
  return value === null || (value instanceof DynamicValue && isNull(value.value));
}

function createFailure(text: string, argument?: number): CallFunction_Response {
  const functionArgument = argument === undefined ? undefined : BigInt(argument);
  // Terraform puts the argument or function before the text, and a full stop behind it.
  return { result: undefined, error: { text: text.replace(/\.$/, ""), functionArgument } };
}
