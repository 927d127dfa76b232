import { toProtocolFunctions } from "../convert/to-protocol-functions";
import { toProtocolSchema } from "../convert/to-protocol-schema";
import type { Diagnostic } from "../diagnostic";
import type {
  GetProviderSchema_Request,
  GetProviderSchema_Response,
  Schema as ProtocolSchema,
} from "../protocol/tfplugin6.generated";
import type { ProviderDefinition } from "../provider-definition";
import type { Schema } from "../schema/schema";
import { validateFunction, validateSchema } from "../schema/validate-schema";
import { defineCall, type Session } from "./define-call";
import { pickLists } from "./find-definition";
import { SERVER_CAPABILITIES } from "./get-metadata";

/** Returns all schemas and functions, always with the provider's own schema, which Terraform requires (rule C-02). */
export const getProviderSchema = defineCall<GetProviderSchema_Request, GetProviderSchema_Response>({
  rpc: "GetProviderSchema",
  run: async (_request, session) => {
    const { definition } = session;
    return {
      ...createBase(session),
      resourceSchemas: toProtocolSchemas(definition.resources),
      dataSourceSchemas: toProtocolSchemas(definition.dataSources ?? {}),
      functions: toProtocolFunctions(definition.functions ?? {}),
      listResourceSchemas: toProtocolSchemas(pickLists(definition.resources)),
      actionSchemas: new Map(
        [...toProtocolSchemas(definition.actions ?? {})].map(([name, schema]) => [name, { schema }]),
      ),
      // A released provider's tests have checked this; during development they may not have.
      diagnostics: session.report(session.isDebug ? findSchemaFaults(definition) : []),
    };
  },
  recover: (diagnostics, _request, session) => ({ ...createBase(session), diagnostics }),
});

function createBase({ definition }: Session): GetProviderSchema_Response {
  return {
    provider: toProtocolSchema(definition.schema),
    resourceSchemas: new Map(),
    dataSourceSchemas: new Map(),
    functions: new Map(),
    listResourceSchemas: new Map(),
    actionSchemas: new Map(),
    diagnostics: [],
    serverCapabilities: SERVER_CAPABILITIES,
  };
}

interface WithSchemas {
  readonly [typeName: string]: { readonly schema: Schema };
}

function toProtocolSchemas(definitions: WithSchemas): Map<string, ProtocolSchema> {
  return new Map(Object.entries(definitions).map(([name, { schema }]) => [name, toProtocolSchema(schema)]));
}

function findSchemaFaults(definition: ProviderDefinition<unknown>): readonly Diagnostic[] {
  const { schema, resources, dataSources = {}, actions = {}, functions = {} } = definition;
  const problems: readonly (readonly [string, readonly string[]])[] = [
    ["schema of provider", validateSchema(schema)],
    ...listSchemaProblems("schema of", resources),
    ...listSchemaProblems("schema of data source", dataSources),
    ...listSchemaProblems("schema of list", pickLists(resources)),
    ...listSchemaProblems("schema of action", actions),
    ...Object.entries(functions).map(
      ([name, it]) => [`function ${name}`, validateFunction(name, it)] as const,
    ),
  ];
  return problems.flatMap(([what, details]) =>
    details.map((detail) => ({ severity: "error" as const, summary: `Invalid ${what}`, detail })),
  );
}

function listSchemaProblems(
  kind: string,
  definitions: WithSchemas,
): (readonly [string, readonly string[]])[] {
  return Object.entries(definitions).map(([name, it]) => [`${kind} ${name}`, validateSchema(it.schema)]);
}
