import type { GetMetadata_Request, GetMetadata_Response } from "../protocol/tfplugin6.generated";
import { answerCall } from "./answer-call";
import type { ProviderSession } from "./provider-session";
import { SERVER_CAPABILITIES } from "./server-capabilities";

/** Names what the provider offers, without schemas. No Terraform calls it yet; multiplexers do. */
export function getMetadata<Data>(
  _request: GetMetadata_Request,
  session: ProviderSession<Data>,
): Promise<GetMetadata_Response> {
  const base = { serverCapabilities: SERVER_CAPABILITIES, diagnostics: [], resources: [] };
  return answerCall(
    session,
    { rpc: "GetMetadata" },
    async (): Promise<GetMetadata_Response> => ({
      ...base,
      resources: Object.keys(session.definition.resources).map((typeName) => ({ typeName })),
    }),
    (diagnostics) => ({ ...base, diagnostics }),
  );
}
