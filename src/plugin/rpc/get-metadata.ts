import type {
  GetMetadata_Request,
  GetMetadata_Response,
  ServerCapabilities,
} from "../protocol/tfplugin6.generated";
import type { ProviderSession } from "./provider-session";
import { runCall } from "./run-call";

/** Lists the names of resources, data sources and functions, without schemas. Only multiplexers call it so far. */
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
  return runCall(
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

/**
 * Optional parts of the protocol that this SDK supports. Every call works in a process that never served its schema
 * (rule C-04), and a destroy is planned like any change (rule C-41). Moves must be announced; a resource type without
 * them returns an error (rule C-65).
 */
export const SERVER_CAPABILITIES: ServerCapabilities = {
  planDestroy: true,
  getProviderSchemaOptional: true,
  moveResourceState: true,
};
