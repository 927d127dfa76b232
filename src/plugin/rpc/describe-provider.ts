import {
  toProtocolFunctions,
  toProtocolIdentitySchema,
  toProtocolSchema,
} from "../convert/to-protocol-schema";
import type { Schema as ProtocolSchema, ServerCapabilities } from "../protocol/tfplugin6.generated";
import type { Schema } from "../schema/schema";
import type { Call } from "./handle-call";

/**
 * Optional parts of the protocol that this SDK supports. Every call works in a process that never served its schema
 * (rule C-04), a destroy is planned like any change (rule C-41), and moves must be announced (rule C-65).
 */
const serverCapabilities: ServerCapabilities = {
  planDestroy: true,
  getProviderSchemaOptional: true,
  moveResourceState: true,
};

/** Returns all schemas and functions, always with the provider's own schema, which Terraform requires (rule C-02). */
export const getProviderSchema: Call<"getProviderSchema"> = {
  async run(_request, { definition: { schema, resources, dataSources, actions, functions } }) {
    return {
      provider: toProtocolSchema(schema),
      resourceSchemas: mapEntries(resources, convertSchema),
      dataSourceSchemas: mapEntries(dataSources, convertSchema),
      functions: toProtocolFunctions(functions),
      listResourceSchemas: mapEntries(resources, ({ list }) => convertSchema(list)),
      actionSchemas: mapEntries(actions, (action) => ({ schema: convertSchema(action) })),
      diagnostics: [],
      serverCapabilities,
    };
  },
  recover: (diagnostics, _request, { definition }) => ({
    provider: convertSchema(definition),
    resourceSchemas: new Map(),
    dataSourceSchemas: new Map(),
    functions: new Map(),
    listResourceSchemas: new Map(),
    actionSchemas: new Map(),
    diagnostics,
    serverCapabilities,
  }),
};

function convertSchema({ schema }: { readonly schema: Schema }): ProtocolSchema {
  return toProtocolSchema(schema);
}

function mapEntries<Definition, Converted>(
  definitions: { readonly [name: string]: Definition },
  convert: (definition: Definition) => Converted,
): Map<string, Converted> {
  return new Map(Object.entries(definitions).map(([name, definition]) => [name, convert(definition)]));
}

/** Returns the schemas of identities, by resource type. */
export const getResourceIdentitySchemas: Call<"getResourceIdentitySchemas"> = {
  run: async (_request, { definition: { resources } }) => ({
    identitySchemas: mapEntries(resources, ({ identity }) => toProtocolIdentitySchema(identity)),
    diagnostics: [],
  }),
  recover: (diagnostics) => ({ identitySchemas: new Map(), diagnostics }),
};

/** Lists the names of everything, without schemas. Only multiplexers call it so far. */
export const getMetadata: Call<"getMetadata"> = {
  async run(_request, { definition: { resources, dataSources, actions, functions } }) {
    return {
      serverCapabilities,
      diagnostics: [],
      resources: listTypes(resources),
      dataSources: listTypes(dataSources),
      functions: Object.keys(functions).map((name) => ({ name })),
      listResources: listTypes(resources),
      actions: listTypes(actions),
    };
  },
  recover: (diagnostics) => ({
    serverCapabilities,
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

/** Lists the functions with their types, like the schema. */
export const getFunctions: Call<"getFunctions"> = {
  run: async (_request, { definition }) => ({
    functions: toProtocolFunctions(definition.functions),
    diagnostics: [],
  }),
  recover: (diagnostics) => ({ functions: new Map(), diagnostics }),
};
