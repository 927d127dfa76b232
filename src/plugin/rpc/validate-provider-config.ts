import { readProviderConfig } from "./configure-provider";
import type { Call } from "./handle-call";

/** Checks the provider's configuration. */
export const validateProviderConfig: Call<"validateProviderConfig"> = {
  run: async (request, session, context) =>
    session.definition.validateConfig({ config: readProviderConfig(request, session) }, context),
  recover: (diagnostics) => ({ diagnostics }),
};
