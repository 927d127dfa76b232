import { toProtocolFunctions } from "../convert/to-protocol-functions";
import type { GetFunctions_Request, GetFunctions_Response } from "../protocol/tfplugin6.generated";
import type { ProviderSession } from "./provider-session";
import { runCall } from "./run-call";

/** Lists the functions with their types, like the schema. */
export function getFunctions<Data>(
  _request: GetFunctions_Request,
  session: ProviderSession<Data>,
): Promise<GetFunctions_Response> {
  return runCall(
    session,
    { rpc: "GetFunctions" },
    async (): Promise<GetFunctions_Response> => ({
      functions: toProtocolFunctions(session.definition.functions ?? {}),
      diagnostics: [],
    }),
    (diagnostics) => ({ functions: new Map(), diagnostics }),
  );
}
