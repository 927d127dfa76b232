import { decodeDynamic, encodeDynamic } from "../convert/dynamic-value";
import type {
  CallFunction_Request,
  CallFunction_Response,
  Diagnostic as ProtocolDiagnostic,
  DynamicValue as ProtocolValue,
} from "../protocol/tfplugin6.generated";
import type { FunctionDefinition, FunctionResult } from "../provider-definition";
import { isWhollyKnown } from "../values/is-wholly-known";
import { DynamicValue, UNKNOWN, type Value } from "../values/value";
import { ValueError } from "../values/value-error";
import { answerCall } from "./answer-call";
import { findDefinition } from "./find-definition";
import type { ProviderSession } from "./provider-session";

/**
 * Calls a function, in a provider that may not be configured. Null and unknown arguments are kept from it, also
 * those of a host that does not do so itself. Whatever goes wrong is the function's error, never gRPC's (rule C-08).
 */
export function callFunction<Data>(
  request: CallFunction_Request,
  session: ProviderSession<Data>,
): Promise<CallFunction_Response> {
  const { name } = request;
  return answerCall(
    session,
    { rpc: "CallFunction", functionName: name },
    async (): Promise<CallFunction_Response> => {
      const definition = findDefinition(session.definition.functions, name, "function");
      const answer = runFunction(definition, request.arguments);
      if ("value" in answer) {
        return { result: encodeDynamic(answer.value, definition.returns), error: undefined };
      }
      return createFailure(session.cleanText(answer.error.text), answer.error.argument);
    },
    (diagnostics) => createFailure(diagnostics.map(formatDiagnostic).join("\n")),
  );
}

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

/** Tells whether a value is null, be it one with a type of its own. */
function isNull(value: Value): boolean {
  return value === null || (value instanceof DynamicValue && isNull(value.value));
}

function fail(text: string, argument?: number): FunctionResult {
  return { error: argument === undefined ? { text } : { text, argument } };
}

function createFailure(text: string, argument?: number): CallFunction_Response {
  const functionArgument = argument === undefined ? undefined : BigInt(argument);
  // The text becomes the end of a sentence that begins with the argument or function and gets its own full stop.
  return { result: undefined, error: { text: text.replace(/\.$/, ""), functionArgument } };
}

function formatDiagnostic({ summary, detail }: ProtocolDiagnostic): string {
  return `${summary}: ${detail}`;
}
