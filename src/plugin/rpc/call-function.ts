import { decodeDynamic, encodeDynamic } from "../convert/dynamic-value";
import type {
  CallFunction_Request,
  CallFunction_Response,
  Diagnostic as ProtocolDiagnostic,
  DynamicValue as ProtocolValue,
} from "../protocol/tfplugin6.generated";
import type { FunctionDefinition, FunctionResult } from "../provider-definition";
import { DynamicValue, isWhollyKnown, UNKNOWN, type Value } from "../values/value";
import { ValueError } from "../values/value-error";
import { defineCall } from "./define-call";
import { findDefinition } from "./find-definition";

/**
 * Calls a function; the provider may not be configured. Null and unknown arguments never reach it, even if the host
 * sends them. Every failure is an error of the function, never of gRPC (rule C-08).
 */
export const callFunction = defineCall<CallFunction_Request, CallFunction_Response>({
  rpc: "CallFunction",
  nameSubject: ({ name }) => ({ functionName: name }),
  run: async ({ name, arguments: sent }, session) => {
    const definition = findDefinition(session.definition.functions, name, "function");
    const response = runFunction(definition, sent);
    if ("value" in response) {
      return { result: encodeDynamic(response.value, definition.returns), error: undefined };
    }
    return createFailure(session.cleanText(response.error.text), response.error.argument);
  },
  recover: (diagnostics) => createFailure(diagnostics.map(formatDiagnostic).join("\n")),
});

function runFunction(definition: FunctionDefinition, sent: readonly ProtocolValue[]): FunctionResult {
  const { parameters } = definition;
  if (sent.length !== parameters.length) {
    return fail(`The function takes ${parameters.length} arguments, not ${sent.length}.`);
  }
  const args: Value[] = [];
  for (const [argument, { type }] of parameters.entries()) {
    const value = tryDecode(sent[argument], type);
    if (value instanceof ValueError) return fail(value.message, argument);
    if (isNull(value)) return fail("argument must not be null.", argument);
    args.push(value);
  }
  return args.every(isWhollyKnown) ? definition.call(args) : { value: UNKNOWN };
}

function tryDecode(sent: ProtocolValue | undefined, type: FunctionDefinition["returns"]): Value | ValueError {
  if (sent === undefined) return null;
  try {
    return decodeDynamic(sent, type);
  } catch (error) {
    if (error instanceof ValueError) return error;
    throw error;
  }
}

function isNull(value: Value): boolean {
  return value === null || (value instanceof DynamicValue && isNull(value.value));
}

function fail(text: string, argument?: number): FunctionResult {
  return { error: argument === undefined ? { text } : { text, argument } };
}

function createFailure(text: string, argument?: number): CallFunction_Response {
  const functionArgument = argument === undefined ? undefined : BigInt(argument);
  // Terraform puts the argument or function before the text, and a full stop behind it.
  return { result: undefined, error: { text: text.replace(/\.$/, ""), functionArgument } };
}

function formatDiagnostic({ summary, detail }: ProtocolDiagnostic): string {
  return `${summary}: ${detail}`;
}
