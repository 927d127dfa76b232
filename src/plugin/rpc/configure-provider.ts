import { decodeRequiredObject } from "../convert/dynamic-value";
import { listSensitiveTexts } from "../convert/list-sensitive-texts";
import { isError } from "../diagnostic";
import type { ConfigureProvider_Request, ConfigureProvider_Response } from "../protocol/tfplugin6.generated";
import { answerCall } from "./answer-call";
import type { ProviderSession } from "./provider-session";

/** Configures the provider. Calls under way keep what they started with (rule C-72). */
export function configureProvider<Data>(
  request: ConfigureProvider_Request,
  session: ProviderSession<Data>,
): Promise<ConfigureProvider_Response> {
  const { definition, redactor } = session;
  return answerCall(
    session,
    { rpc: "ConfigureProvider" },
    async (context) => {
      const config = decodeRequiredObject(request.config, definition.schema, "provider configuration");
      for (const text of listSensitiveTexts(config, definition.schema.attributes)) redactor.add(text);
      const { data, diagnostics } = await definition.configure(
        { config, terraformVersion: request.terraformVersion },
        context,
      );
      // A configuration that failed must not leave the one before it in force.
      session.data = diagnostics.some(isError) ? undefined : data;
      return { diagnostics: session.report(diagnostics) };
    },
    (diagnostics) => {
      session.data = undefined;
      return { diagnostics };
    },
  );
}
