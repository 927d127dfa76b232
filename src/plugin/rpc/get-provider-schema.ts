import { toProtocolFunctions, toProtocolSchema } from "../convert/to-protocol-schema";
import type { Schema as ProtocolSchema } from "../protocol/tfplugin6.generated";
import type { Schema } from "../schema/schema";
import { SERVER_CAPABILITIES } from "./get-metadata";
import type { Call } from "./handle-call";

/** Returns all schemas and functions, always with the provider's own schema, which Terraform requires (rule C-02). */
export const getProviderSchema: Call<"getProviderSchema"> = {
  async run(_request, { definition: { schema, resources, dataSources, actions, functions } }) {
    return {
      provider: toProtocolSchema(schema),
      resourceSchemas: toProtocolSchemas(Object.entries(resources)),
      dataSourceSchemas: toProtocolSchemas(Object.entries(dataSources)),
      functions: toProtocolFunctions(functions),
      listResourceSchemas: toProtocolSchemas(
        Object.entries(resources).map(([name, { list }]) => [name, list] as const),
      ),
      actionSchemas: new Map(
        Object.entries(actions).map(([name, action]) => [name, { schema: toProtocolSchema(action.schema) }]),
      ),
      diagnostics: [],
      serverCapabilities: SERVER_CAPABILITIES,
    };
  },
  recover: (diagnostics, _request, { definition: { schema } }) => ({
    provider: toProtocolSchema(schema),
    resourceSchemas: new Map(),
    dataSourceSchemas: new Map(),
    functions: new Map(),
    listResourceSchemas: new Map(),
    actionSchemas: new Map(),
    diagnostics,
    serverCapabilities: SERVER_CAPABILITIES,
  }),
};

function toProtocolSchemas(
  definitions: readonly (readonly [name: string, definition: { readonly schema: Schema }])[],
): Map<string, ProtocolSchema> {
  return new Map(definitions.map(([name, { schema }]) => [name, toProtocolSchema(schema)]));
}
