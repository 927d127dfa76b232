import { decodeRequiredObject } from "../convert/dynamic-value";
import { listSensitiveTexts } from "../convert/list-sensitive-texts";
import type {
  ValidateProviderConfig_Request,
  ValidateProviderConfig_Response,
} from "../protocol/tfplugin6.generated";
import type { ProviderSession } from "./provider-session";
import { runCall } from "./run-call";

/** Checks the provider's configuration. Its secrets are hidden from here on. */
export function validateProviderConfig<Data>(
  request: ValidateProviderConfig_Request,
  session: ProviderSession<Data>,
): Promise<ValidateProviderConfig_Response> {
  const { definition, redactor } = session;
  return runCall(
    session,
    { rpc: "ValidateProviderConfig" },
    async (context) => {
      const config = decodeRequiredObject(request.config, definition.schema, "provider configuration");
      for (const text of listSensitiveTexts(config, definition.schema.attributes)) redactor.add(text);
      const response = await definition.validateConfig?.({ config }, context);
      return { diagnostics: session.report(response?.diagnostics ?? []) };
    },
    (diagnostics) => ({ diagnostics }),
  );
}
