import type { DataSourceDefinition } from "../../plugin/provider-definition";
import { PROVIDER_TYPE } from "../../product";
import type { ProviderData } from "../provider-data";
import { METRICS_DATA_SOURCE } from "./metrics-data-source";
import { PULL_REQUEST_DATA_SOURCE } from "./pull-request-data-source";
import { PULL_REQUESTS_DATA_SOURCE } from "./pull-requests-data-source";
import { QUEUE_DATA_SOURCE } from "./queue-data-source";
import { TEST_RUN_DATA_SOURCE } from "./test-run-data-source";

/** The provider's data sources by full name. */
export const DATA_SOURCES: { readonly [typeName: string]: DataSourceDefinition<ProviderData> } = {
  [`${PROVIDER_TYPE}_queue`]: QUEUE_DATA_SOURCE,
  [`${PROVIDER_TYPE}_pull_request`]: PULL_REQUEST_DATA_SOURCE,
  [`${PROVIDER_TYPE}_pull_requests`]: PULL_REQUESTS_DATA_SOURCE,
  [`${PROVIDER_TYPE}_test_run`]: TEST_RUN_DATA_SOURCE,
  [`${PROVIDER_TYPE}_metrics`]: METRICS_DATA_SOURCE,
};
