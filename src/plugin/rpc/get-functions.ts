import { toProtocolFunctions } from "../convert/to-protocol-functions";
import type { GetFunctions_Request, GetFunctions_Response } from "../protocol/tfplugin6.generated";
import { answerCall } from "./answer-call";
import type { ProviderSession } from "./provider-session";

/** Names the functions with their types, as the schema does. */
export function getFunctions<Data>(
  _request: GetFunctions_Request,
  session: ProviderSession<Data>,
): Promise<GetFunctions_Response> {
  return answerCall(
    session,
    { rpc: "GetFunctions" },
    async (): Promise<GetFunctions_Response> => ({
      functions: toProtocolFunctions(session.definition.functions ?? {}),
      diagnostics: [],
    }),
    (diagnostics) => ({ functions: new Map(), diagnostics }),
  );
}
