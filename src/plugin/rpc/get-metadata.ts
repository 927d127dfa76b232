import type { ServerCapabilities } from "../protocol/tfplugin6.generated";
import type { Call } from "./handle-call";

/** Lists the names of everything, without schemas. Only multiplexers call it so far. */
export const getMetadata: Call<"getMetadata"> = {
  async run(_request, { definition: { resources, dataSources, actions, functions } }) {
    return {
      serverCapabilities: SERVER_CAPABILITIES,
      diagnostics: [],
      resources: listTypes(resources),
      dataSources: listTypes(dataSources),
      functions: Object.keys(functions).map((name) => ({ name })),
      listResources: listTypes(resources),
      actions: listTypes(actions),
    };
  },
  recover: (diagnostics) => ({
    serverCapabilities: SERVER_CAPABILITIES,
    diagnostics,
    resources: [],
    dataSources: [],
    functions: [],
    listResources: [],
    actions: [],
  }),
};

function listTypes(definitions: object): { typeName: string }[] {
  return Object.keys(definitions).map((typeName) => ({ typeName }));
}

/** Calls need no schema call before, a destroy is planned like any change, and moves must be announced. */
export const SERVER_CAPABILITIES: ServerCapabilities = {
  planDestroy: true,
  getProviderSchemaOptional: true,
  moveResourceState: true,
};
