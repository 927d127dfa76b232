import { decodeRequiredObject, encodeObject } from "../convert/dynamic-value";
import { isError } from "../diagnostic";
import type {
  BlockRequest,
  ConfiguredDefinition,
  DiagnosticsResponse,
  ProviderDefinition,
} from "../provider-definition";
import type { Attributes } from "../schema";
import { isListValue, isObjectValue, type ObjectValue, type Value } from "../value";
import { findDefinition } from "./find-definition";
import type { Calls, Handling, RequestOf } from "./handle-call";
import type { ProviderSession } from "./provider-session";

export const CONFIG_CALLS = {
  validateProviderConfig: {
    run: async (request, session, context) =>
      session.definition.validateConfig({ config: readProviderConfig(request, session) }, context),
  },
  configureProvider: {
    async run(request, session, context) {
      const { terraformVersion } = request;
      const config = readProviderConfig(request, session);
      const response = await session.definition.configure({ config, terraformVersion }, context);
      // After a failure, the previous configuration must not stay in effect.
      session.data = response.diagnostics.some(isError) ? undefined : response.data;
      return { diagnostics: response.diagnostics };
    },
    recover(diagnostics, _request, session) {
      session.data = undefined;
      return { diagnostics };
    },
  },
  validateResourceConfig: defineValidation("tf_resource_type", ({ resources }, typeName) =>
    findDefinition(resources, typeName, "resource type"),
  ),
  validateDataResourceConfig: defineValidation("tf_data_source_type", ({ dataSources }, typeName) =>
    findDefinition(dataSources, typeName, "data source"),
  ),
  validateListResourceConfig: defineValidation(
    "tf_resource_type",
    ({ resources }, typeName) => findDefinition(resources, typeName, "resource type").list,
  ),
  validateActionConfig: defineValidation("tf_action_type", ({ actions }, typeName) =>
    findDefinition(actions, typeName, "action"),
  ),
  readDataSource: {
    nameSubject: ({ typeName }) => ({ tf_data_source_type: typeName }),
    async run(request, session, context) {
      const dataSource = findDefinition(session.definition.dataSources, request.typeName, "data source");
      const { schema } = dataSource;
      const config = decodeRequiredObject(request.config, schema, "configuration");
      const { state, diagnostics } = await dataSource.read({ config, data: session.data }, context);
      return { state: encodeObject(state, schema), diagnostics };
    },
  },
  planAction: {
    nameSubject: ({ actionType }) => ({ tf_action_type: actionType }),
    async run(request, session, context) {
      const action = findDefinition(session.definition.actions, request.actionType, "action");
      const config = decodeRequiredObject(request.config, action.schema, "configuration");
      return action.plan({ config, data: session.data }, context);
    },
  },
  /** Makes in-progress calls stop waiting. Returns at once, because Terraform waits for this response. */
  stopProvider: {
    async run(_request, session) {
      session.signals.stop();
      return { Error: "" };
    },
    recover: (diagnostics) => ({ Error: diagnostics.map(({ detail }) => detail).join("\n") }),
  },
} satisfies Partial<Calls>;

/** Reads the provider's configuration. From here on, the configuration's secrets are redacted. */
function readProviderConfig(
  request: RequestOf<"validateProviderConfig">,
  { definition: { schema }, redactor }: ProviderSession,
): ObjectValue {
  const config = decodeRequiredObject(request.config, schema, "provider configuration");
  for (const text of listSensitiveTexts(config, schema.attributes)) redactor.add(text);
  return config;
}

/** Lists all strings in the values of sensitive attributes, for the redactor. */
export function listSensitiveTexts(object: ObjectValue, attributes: Attributes): readonly string[] {
  return Object.entries(attributes).flatMap(([name, attribute]) => {
    const value = object.get(name) ?? null;
    if (attribute.sensitive === true) return listTexts(value);
    if (!("attributes" in attribute)) return [];
    const nested = attribute.nesting === "single" ? [value] : listItems(value);
    return nested.filter(isObjectValue).flatMap((inner) => listSensitiveTexts(inner, attribute.attributes));
  });
}

function listTexts(value: Value): readonly string[] {
  return typeof value === "string" ? [value] : listItems(value).flatMap(listTexts);
}

function listItems(value: Value): readonly Value[] {
  if (isListValue(value)) return value;
  return isObjectValue(value) ? [...value.values()] : [];
}

/** Defines how one kind of block is validated. Terraform validates often, even before it configures. */
function defineValidation(
  subject: string,
  find: (
    definition: ProviderDefinition<unknown>,
    typeName: string,
  ) => ConfiguredDefinition<BlockRequest<unknown>>,
): Handling<RequestOf<"validateDataResourceConfig">, DiagnosticsResponse> {
  return {
    nameSubject: ({ typeName }) => ({ [subject]: typeName }),
    async run({ typeName, config }, session, context) {
      const definition = find(session.definition, typeName);
      const object = decodeRequiredObject(config, definition.schema, "configuration");
      return definition.validateConfig({ config: object, data: session.data }, context);
    },
  };
}
