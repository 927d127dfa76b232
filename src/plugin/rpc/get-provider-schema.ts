import { mapEntries, toProtocolFunctions, toProtocolSchema } from "../convert/to-protocol-schema";
import type { Schema as ProtocolSchema } from "../protocol/tfplugin6.generated";
import type { Schema } from "../schema";
import { SERVER_CAPABILITIES } from "./get-metadata";
import type { Call } from "./handle-call";

/** Returns all schemas and functions, always with the provider's own schema, which Terraform requires. */
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
      serverCapabilities: SERVER_CAPABILITIES,
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
    serverCapabilities: SERVER_CAPABILITIES,
  }),
};

function convertSchema({ schema }: { readonly schema: Schema }): ProtocolSchema {
  return toProtocolSchema(schema);
}
