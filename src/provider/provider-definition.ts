import type {
  DataSourceDefinition,
  FunctionDefinition,
  ProviderDefinition,
} from "../plugin/provider-definition";
import { PROVIDER_TYPE } from "../product";
import type { ProviderProcess } from "./configure-provider";
import { configureProvider, validateProvider } from "./configure-provider";
import { METRICS_DATA_SOURCE } from "./data-sources/metrics-data-source";
import { PULL_REQUEST_DATA_SOURCE } from "./data-sources/pull-request-data-source";
import { PULL_REQUESTS_DATA_SOURCE } from "./data-sources/pull-requests-data-source";
import { QUEUE_DATA_SOURCE } from "./data-sources/queue-data-source";
import { TEST_RUN_DATA_SOURCE } from "./data-sources/test-run-data-source";
import { describeError } from "./describe-error";
import { PARSE_QUEUE_ID_FUNCTION } from "./functions/parse-queue-id-function";
import { QUEUE_ID_FUNCTION } from "./functions/queue-id-function";
import type { ProviderData } from "./provider-data";
import { PROVIDER_SCHEMA } from "./provider-schema";
import { QUEUE_RESOURCE } from "./queue-resource/queue-resource";

/** The provider's data sources by full name. */
export const DATA_SOURCES: { readonly [typeName: string]: DataSourceDefinition<ProviderData> } = {
  [`${PROVIDER_TYPE}_queue`]: QUEUE_DATA_SOURCE,
  [`${PROVIDER_TYPE}_pull_request`]: PULL_REQUEST_DATA_SOURCE,
  [`${PROVIDER_TYPE}_pull_requests`]: PULL_REQUESTS_DATA_SOURCE,
  [`${PROVIDER_TYPE}_test_run`]: TEST_RUN_DATA_SOURCE,
  [`${PROVIDER_TYPE}_metrics`]: METRICS_DATA_SOURCE,
};

/** The provider's functions by name, as in `provider::mergequeue::queue_id`. */
export const FUNCTIONS: { readonly [name: string]: FunctionDefinition } = {
  queue_id: QUEUE_ID_FUNCTION,
  parse_queue_id: PARSE_QUEUE_ID_FUNCTION,
};

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
