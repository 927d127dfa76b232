import { decodeRequiredObject } from "../convert/dynamic-value";
import { isError } from "../diagnostic";
import type { Attributes } from "../schema";
import { isListValue, isObjectValue, type ObjectValue, type Value } from "../value";
import type { Call, RequestOf } from "./handle-call";
import type { ProviderSession } from "./provider-session";

/** Configures the provider. In-progress calls keep the configuration they started with. */
export const configureProvider: Call<"configureProvider"> = {
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
};

/** Reads the provider's configuration. Its secrets are hidden from here on. */
export function readProviderConfig(
  request: RequestOf<"validateProviderConfig">,
  { definition: { schema }, redactor }: ProviderSession,
): ObjectValue {
  const config = decodeRequiredObject(request.config, schema, "provider configuration");
  for (const text of listSensitiveTexts(config, schema.attributes)) redactor.add(text);
  return config;
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
