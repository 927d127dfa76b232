import { isError } from "../diagnostic";
import type { Call } from "./handle-call";
import { readProviderConfig } from "./validate-configs";

/** Configures the provider. In-progress calls keep the configuration they started with (rule C-72). */
export const configureProvider: Call<"configureProvider"> = {
  async run(request, session, context) {
    const config = readProviderConfig(request, session);
    const { terraformVersion } = request;
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
