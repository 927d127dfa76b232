import type { Diagnostic as ProtocolDiagnostic } from "../protocol/tfplugin6.generated";
import type { CallContext } from "../provider-definition";
import type { CallSubject, ProviderSession } from "./provider-session";

/** The name of a call in logs. */
export interface CallName extends CallSubject {
  readonly rpc: string;
}

/**
 * Runs a call. An exception becomes an error diagnostic in a normal response, because after a gRPC error Terraform
 * loses the state that the call was about (rules C-08 and C-52).
 * @param recover - makes the response after an exception, from its diagnostics and the best known state
 */
export async function runCall<Data, Response>(
  session: ProviderSession<Data>,
  { rpc, ...subject }: CallName,
  run: (context: CallContext) => Promise<Response>,
  recover: (diagnostics: ProtocolDiagnostic[]) => Response,
): Promise<Response> {
  const context = session.createContext(rpc, subject);
  context.log("trace", "Received request");
  try {
    const response = await run(context);
    context.log("trace", "Sending response");
    return response;
  } catch (error) {
    context.log("error", "The call failed with an exception", { error });
    return recover(session.report([session.describeError(error)]));
  }
}
