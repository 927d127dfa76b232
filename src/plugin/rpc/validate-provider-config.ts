import { decodeRequiredObject } from "../convert/dynamic-value";
import { listSensitiveTexts } from "../convert/list-sensitive-texts";
import type {
  ValidateProviderConfig_Request,
  ValidateProviderConfig_Response,
} from "../protocol/tfplugin6.generated";
import { answerCall } from "./answer-call";
import type { ProviderSession } from "./provider-session";

/** Checks the provider's configuration. Its secrets are hidden from here on. */
export function validateProviderConfig<Data>(
  request: ValidateProviderConfig_Request,
  session: ProviderSession<Data>,
): Promise<ValidateProviderConfig_Response> {
  const { definition, redactor } = session;
  return answerCall(
    session,
    { rpc: "ValidateProviderConfig" },
    async (context) => {
      const config = decodeRequiredObject(request.config, definition.schema, "provider configuration");
      for (const text of listSensitiveTexts(config, definition.schema.attributes)) redactor.add(text);
      const answer = await definition.validateConfig?.({ config }, context);
      return { diagnostics: session.report(answer?.diagnostics ?? []) };
    },
    (diagnostics) => ({ diagnostics }),
  );
}
