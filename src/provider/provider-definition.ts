import type { ProviderDefinition } from "../plugin/provider-definition";
import { PROVIDER_TYPE } from "../product";
import type { ProviderProcess } from "./configure-provider";
import { configureProvider, validateProvider } from "./configure-provider";
import { DATA_SOURCES } from "./data-sources/data-sources";
import { describeError } from "./describe-error";
import { FUNCTIONS } from "./functions/functions";
import type { ProviderData } from "./provider-data";
import { PROVIDER_SCHEMA } from "./provider-schema";
import { QUEUE_RESOURCE } from "./queue-resource/queue-resource";

/** Makes the provider `mergequeue` as the plugin SDK serves it. */
export function createProviderDefinition(host: ProviderProcess): ProviderDefinition<ProviderData> {
  return {
    type: PROVIDER_TYPE,
    schema: PROVIDER_SCHEMA,
    validateConfig: async ({ config }) => ({ diagnostics: validateProvider(config, host) }),
    configure: async (request, context) => configureProvider(request, host, context),
    resources: { [`${PROVIDER_TYPE}_queue`]: QUEUE_RESOURCE },
    dataSources: DATA_SOURCES,
    functions: FUNCTIONS,
    describeError,
  };
}
