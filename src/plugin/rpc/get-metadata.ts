import type {
  GetMetadata_Request,
  GetMetadata_Response,
  ServerCapabilities,
} from "../protocol/tfplugin6.generated";
import { defineCall } from "./define-call";
import { pickLists } from "./find-definition";

/** Lists the names of resources, data sources, lists, actions and functions, without schemas. Only multiplexers call it so far. */
export const getMetadata = defineCall<GetMetadata_Request, GetMetadata_Response>({
  rpc: "GetMetadata",
  run: async (_request, session) => {
    const { dataSources = {}, resources, actions = {}, functions = {} } = session.definition;
    return {
      serverCapabilities: SERVER_CAPABILITIES,
      diagnostics: [],
      dataSources: Object.keys(dataSources).map((typeName) => ({ typeName })),
      resources: Object.keys(resources).map((typeName) => ({ typeName })),
      functions: Object.keys(functions).map((name) => ({ name })),
      listResources: Object.keys(pickLists(resources)).map((typeName) => ({ typeName })),
      actions: Object.keys(actions).map((typeName) => ({ typeName })),
    };
  },
  recover: (diagnostics) => ({
    serverCapabilities: SERVER_CAPABILITIES,
    diagnostics,
    dataSources: [],
    resources: [],
    functions: [],
    listResources: [],
    actions: [],
  }),
});

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
