import { toProtocolSchema } from "../convert/to-protocol-schema";
import type { Diagnostic } from "../diagnostic";
import type { GetProviderSchema_Request, GetProviderSchema_Response } from "../protocol/tfplugin6.generated";
import type { ProviderDefinition } from "../provider-definition";
import { validateSchema } from "../schema/validate-schema";
import { answerCall } from "./answer-call";
import type { ProviderSession } from "./provider-session";
import { SERVER_CAPABILITIES } from "./server-capabilities";

/** Answers all schemas. The provider's own is never missing: Terraform refuses a provider without (rule C-02). */
export function getProviderSchema<Data>(
  _request: GetProviderSchema_Request,
  session: ProviderSession<Data>,
): Promise<GetProviderSchema_Response> {
  const { definition } = session;
  const base = {
    provider: toProtocolSchema(definition.schema),
    resourceSchemas: new Map(),
    diagnostics: [],
    serverCapabilities: SERVER_CAPABILITIES,
  };
  return answerCall(
    session,
    { rpc: "GetProviderSchema" },
    async () => ({
      ...base,
      resourceSchemas: new Map(
        Object.entries(definition.resources).map(([name, { schema }]) => [name, toProtocolSchema(schema)]),
      ),
      // Users get a provider whose tests have checked this; its developers, who attach to it, may not have.
      diagnostics: session.report(session.isDebug ? findSchemaFaults(definition) : []),
    }),
    (diagnostics) => ({ ...base, diagnostics }),
  );
}

function findSchemaFaults<Data>(definition: ProviderDefinition<Data>): readonly Diagnostic[] {
  const schemas = [
    ["provider", definition.schema] as const,
    ...Object.entries(definition.resources).map(([name, { schema }]) => [name, schema] as const),
  ];
  return schemas.flatMap(([name, schema]) =>
    validateSchema(schema).map((problem) => ({
      severity: "error" as const,
      summary: `Invalid schema of ${name}`,
      detail: problem,
    })),
  );
}
