import type { GetMetadata_Request, GetMetadata_Response } from "../protocol/tfplugin6.generated";
import { answerCall } from "./answer-call";
import type { ProviderSession } from "./provider-session";
import { SERVER_CAPABILITIES } from "./server-capabilities";

/** Names what the provider offers, without schemas. No Terraform calls it yet; multiplexers do. */
export function getMetadata<Data>(
  _request: GetMetadata_Request,
  session: ProviderSession<Data>,
): Promise<GetMetadata_Response> {
  const base = {
    serverCapabilities: SERVER_CAPABILITIES,
    diagnostics: [],
    dataSources: [],
    resources: [],
    functions: [],
  };
  return answerCall(
    session,
    { rpc: "GetMetadata" },
    async (): Promise<GetMetadata_Response> => {
      const { dataSources = {}, resources, functions = {} } = session.definition;
      return {
        ...base,
        dataSources: Object.keys(dataSources).map((typeName) => ({ typeName })),
        resources: Object.keys(resources).map((typeName) => ({ typeName })),
        functions: Object.keys(functions).map((name) => ({ name })),
      };
    },
    (diagnostics) => ({ ...base, diagnostics }),
  );
}
