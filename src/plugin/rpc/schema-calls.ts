import {
  mapEntries,
  toProtocolFunctions,
  toProtocolIdentitySchema,
  toProtocolSchema,
} from "../convert/to-protocol-schema";
import type { ServerCapabilities } from "../protocol/tfplugin6.generated";
import type { Calls } from "./handle-call";

/** Calls that need only the provider's definition, and no configuration. */
export const SCHEMA_CALLS = {
  /** Returns all names, without schemas. So far, only servers that combine providers make this call. */
  getMetadata: {
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
    recover: (diagnostics) => ({ serverCapabilities: SERVER_CAPABILITIES, diagnostics }),
  },
  /** Returns the provider's own schema even after an exception, because Terraform requires it. */
  getProviderSchema: {
    async run(_request, { definition }) {
      const { resources, dataSources, actions, functions } = definition;
      return {
        provider: toProtocolSchema(definition),
        resourceSchemas: mapEntries(resources, toProtocolSchema),
        dataSourceSchemas: mapEntries(dataSources, toProtocolSchema),
        functions: toProtocolFunctions(functions),
        listResourceSchemas: mapEntries(resources, ({ list }) => toProtocolSchema(list)),
        actionSchemas: mapEntries(actions, (action) => ({ schema: toProtocolSchema(action) })),
        diagnostics: [],
        serverCapabilities: SERVER_CAPABILITIES,
      };
    },
    recover: (diagnostics, _request, { definition }) => ({
      provider: toProtocolSchema(definition),
      diagnostics,
      serverCapabilities: SERVER_CAPABILITIES,
    }),
  },
  getResourceIdentitySchemas: {
    run: async (_request, { definition }) => ({
      identitySchemas: mapEntries(definition.resources, ({ identity }) => toProtocolIdentitySchema(identity)),
      diagnostics: [],
    }),
  },
  getFunctions: {
    run: async (_request, { definition }) => ({
      functions: toProtocolFunctions(definition.functions),
      diagnostics: [],
    }),
  },
} satisfies Partial<Calls>;

function listTypes(definitions: object): { typeName: string }[] {
  return Object.keys(definitions).map((typeName) => ({ typeName }));
}

/** The provider plans every destroy, accepts moved resources, and does not need a schema call first. */
const SERVER_CAPABILITIES: ServerCapabilities = {
  planDestroy: true,
  getProviderSchemaOptional: true,
  moveResourceState: true,
};
