import type {
  ActionDefinition,
  DataSourceDefinition,
  ProviderDefinition,
} from "../plugin/provider-definition";
import type { Attribute, Schema } from "../plugin/schema";
import { PROVIDER_TYPE } from "../product";
import { PROVIDER_ARGUMENTS, toArgumentType, toVariableName } from "../queue/provider-arguments";
import { DRAIN_ACTION, PAUSE_ACTION, RESUME_ACTION } from "./actions/queue-actions";
import { configureProvider, type ProviderProcess, validateProvider } from "./configure-provider";
import { METRICS_DATA_SOURCE } from "./data-sources/metrics-data-source";
import {
  PULL_REQUEST_DATA_SOURCE,
  PULL_REQUESTS_DATA_SOURCE,
} from "./data-sources/pull-request-data-sources";
import { QUEUE_DATA_SOURCE } from "./data-sources/queue-data-source";
import { TEST_RUN_DATA_SOURCE } from "./data-sources/test-run-data-source";
import { describeError } from "./describe-error";
import type { ProviderData } from "./provider-data";
import { FUNCTIONS } from "./queue-id-functions";
import { QUEUE_RESOURCE } from "./queue-resource/queue-resource";
import { SharedClaims } from "./shared-claims";

/** Schema of the provider's own configuration. No argument is required: the environment can supply each. */
export const PROVIDER_SCHEMA: Schema = {
  version: 0,
  description:
    "Manages merge queues as code, at any service that offers the merge queue interface. Every argument has " +
    "an environment variable. An argument in the configuration overrides its variable.",
  attributes: Object.fromEntries(
    PROVIDER_ARGUMENTS.map((row): [string, Attribute] => [
      row.attribute,
      {
        type: toArgumentType(row),
        optional: true,
        ...(row.isSensitive ? { sensitive: true } : {}),
        description: `${row.description} Environment: \`${toVariableName(row.attribute)}\`.`,
      },
    ]),
  ),
};

export const DATA_SOURCES: { readonly [typeName: string]: DataSourceDefinition<ProviderData> } = {
  [`${PROVIDER_TYPE}_queue`]: QUEUE_DATA_SOURCE,
  [`${PROVIDER_TYPE}_pull_request`]: PULL_REQUEST_DATA_SOURCE,
  [`${PROVIDER_TYPE}_pull_requests`]: PULL_REQUESTS_DATA_SOURCE,
  [`${PROVIDER_TYPE}_test_run`]: TEST_RUN_DATA_SOURCE,
  [`${PROVIDER_TYPE}_metrics`]: METRICS_DATA_SOURCE,
};

const ACTIONS: { readonly [typeName: string]: ActionDefinition<ProviderData> } = {
  [`${PROVIDER_TYPE}_pause`]: PAUSE_ACTION,
  [`${PROVIDER_TYPE}_resume`]: RESUME_ACTION,
  [`${PROVIDER_TYPE}_drain`]: DRAIN_ACTION,
};

/** Makes the definition of the provider `mergequeue`, for the plugin SDK. */
export function createProviderDefinition(host: ProviderProcess): ProviderDefinition<ProviderData> {
  const shared = host.run && new SharedClaims(host.run);
  return {
    type: PROVIDER_TYPE,
    schema: PROVIDER_SCHEMA,
    validateConfig: async ({ config }) => ({ diagnostics: validateProvider(config, host) }),
    configure: async (request, context) => configureProvider(request, host, context, shared),
    resources: { [`${PROVIDER_TYPE}_queue`]: QUEUE_RESOURCE },
    dataSources: DATA_SOURCES,
    actions: ACTIONS,
    functions: FUNCTIONS,
    describeError: (error) => describeError(error, "read"),
  };
}
