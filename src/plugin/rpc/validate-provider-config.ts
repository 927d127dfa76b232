import { decodeRequiredObject } from "../convert/dynamic-value";
import { listSensitiveTexts } from "../convert/list-sensitive-texts";
import type {
  ValidateProviderConfig_Request,
  ValidateProviderConfig_Response,
} from "../protocol/tfplugin6.generated";
import { defineCall } from "./define-call";

/** Checks the provider's configuration. Its secrets are hidden from here on. */
export const validateProviderConfig = defineCall<
  ValidateProviderConfig_Request,
  ValidateProviderConfig_Response
>({
  rpc: "ValidateProviderConfig",
  run: async (request, session, context) => {
    const { definition, redactor } = session;
    const config = decodeRequiredObject(request.config, definition.schema, "provider configuration");
    for (const text of listSensitiveTexts(config, definition.schema.attributes)) redactor.add(text);
    const response = await definition.validateConfig?.({ config }, context);
    return { diagnostics: session.report(response?.diagnostics ?? []) };
  },
  recover: (diagnostics) => ({ diagnostics }),
});
