import { decodeRequiredObject } from "../convert/dynamic-value";
import type {
  BlockRequest,
  CallContext,
  DiagnosticsResponse,
  ProviderDefinition,
} from "../provider-definition";
import type { Schema } from "../schema";
import { findDefinition } from "./find-definition";
import type { Call, Handling, RequestOf } from "./handle-call";

/** Checks a resource's configuration. */
export const validateResourceConfig: Call<"validateResourceConfig"> = defineValidation(
  "tf_resource_type",
  ({ resources }, typeName) => findDefinition(resources, typeName, "resource type"),
);

/** Checks a data source's configuration. */
export const validateDataResourceConfig: Call<"validateDataResourceConfig"> = defineValidation(
  "tf_data_source_type",
  ({ dataSources }, typeName) => findDefinition(dataSources, typeName, "data source"),
);

/** Checks the configuration of a list. */
export const validateListResourceConfig: Call<"validateListResourceConfig"> = defineValidation(
  "tf_resource_type",
  ({ resources }, typeName) => findDefinition(resources, typeName, "resource type").list,
);

/** Checks an action's configuration. */
export const validateActionConfig: Call<"validateActionConfig"> = defineValidation(
  "tf_action_type",
  ({ actions }, typeName) => findDefinition(actions, typeName, "action"),
);

interface Validated {
  readonly schema: Schema;
  validateConfig(request: BlockRequest<unknown>, context: CallContext): Promise<DiagnosticsResponse>;
}

/** Defines the validation of one kind: called often, and without the provider being configured. */
function defineValidation(
  subject: string,
  find: (definition: ProviderDefinition<unknown>, typeName: string) => Validated,
): Handling<RequestOf<"validateDataResourceConfig">, DiagnosticsResponse> {
  return {
    nameSubject: ({ typeName }) => ({ [subject]: typeName }),
    async run({ typeName, config }, session, context) {
      const definition = find(session.definition, typeName);
      const object = decodeRequiredObject(config, definition.schema, "configuration");
      return definition.validateConfig({ config: object, data: session.data }, context);
    },
    recover: (diagnostics) => ({ diagnostics }),
  };
}
