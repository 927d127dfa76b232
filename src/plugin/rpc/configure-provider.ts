import { decodeRequiredObject } from "../convert/dynamic-value";
import { listSensitiveTexts } from "../convert/list-sensitive-texts";
import { isError } from "../diagnostic";
import type { ConfigureProvider_Request, ConfigureProvider_Response } from "../protocol/tfplugin6.generated";
import { defineCall } from "./define-call";

/** Configures the provider. In-progress calls keep the configuration they started with (rule C-72). */
export const configureProvider = defineCall<ConfigureProvider_Request, ConfigureProvider_Response>({
  rpc: "ConfigureProvider",
  run: async (request, session, context) => {
    const { definition, redactor } = session;
    const config = decodeRequiredObject(request.config, definition.schema, "provider configuration");
    for (const text of listSensitiveTexts(config, definition.schema.attributes)) redactor.add(text);
    const { data, diagnostics } = await definition.configure(
      { config, terraformVersion: request.terraformVersion },
      context,
    );
    // After a failure, the previous configuration must not stay in effect.
    session.data = diagnostics.some(isError) ? undefined : data;
    return { diagnostics: session.report(diagnostics) };
  },
  recover: (diagnostics, _request, session) => {
    session.data = undefined;
    return { diagnostics };
  },
});
