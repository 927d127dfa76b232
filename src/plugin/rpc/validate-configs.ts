import { decodeRequiredObject } from "../convert/dynamic-value";
import type { DynamicValue } from "../protocol/tfplugin6.generated";
import type {
  BlockRequest,
  CallContext,
  DiagnosticsResponse,
  ProviderDefinition,
} from "../provider-definition";
import type { Attributes, Schema } from "../schema/schema";
import { isListValue, isObjectValue, type ObjectValue, type Value } from "../values/value";
import { findDefinition } from "./find-definition";
import type { Call, Handling } from "./handle-call";
import type { ProviderSession } from "./provider-session";

interface ConfigRequest {
  readonly config: DynamicValue | undefined;
}

/** Checks the provider's configuration. */
export const validateProviderConfig: Call<"validateProviderConfig"> = {
  async run(request, session, context) {
    const config = readProviderConfig(request, session);
    const { diagnostics } = await session.definition.validateConfig({ config }, context);
    return { diagnostics };
  },
  recover: (diagnostics) => ({ diagnostics }),
};

/** Reads the provider's configuration. Its secrets are hidden from here on. */
export function readProviderConfig(
  { config }: ConfigRequest,
  { definition: { schema }, redactor }: ProviderSession,
): ObjectValue {
  const object = decodeRequiredObject(config, schema, "provider configuration");
  for (const text of listSensitiveTexts(object, schema.attributes)) redactor.add(text);
  return object;
}

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

/** Defines the validation of one kind: called often, and without the provider being configured (rule C-20). */
function defineValidation(
  subject: string,
  find: (definition: ProviderDefinition<unknown>, typeName: string) => Validated,
): Handling<ConfigRequest & { readonly typeName: string }, DiagnosticsResponse> {
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

/** Lists every string in the values of sensitive attributes, for the redactor. */
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
