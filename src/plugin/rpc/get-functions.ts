import { toProtocolFunctions } from "../convert/to-protocol-functions";
import type { GetFunctions_Request, GetFunctions_Response } from "../protocol/tfplugin6.generated";
import { defineCall } from "./define-call";

/** Lists the functions with their types, like the schema. */
export const getFunctions = defineCall<GetFunctions_Request, GetFunctions_Response>({
  rpc: "GetFunctions",
  run: async (_request, session) => ({
    functions: toProtocolFunctions(session.definition.functions ?? {}),
    diagnostics: [],
  }),
  recover: (diagnostics) => ({ functions: new Map(), diagnostics }),
});
