import type { ApiClient } from "../../src/api/api-client";
import { resolveClientConfig } from "../../src/api/client-config";
import { createApiClient } from "../../src/api/create-api-client";
import type { Transport } from "../../src/api/exchange";
import type { QueueIdentity } from "../../src/queue/identity";

/** A service that the contract suite runs against, seen through the real client. */
export interface ContractService {
  readonly client: ApiClient;
  /** A queue that the suite may create, change and delete. */
  readonly identity: QueueIdentity;
  /** Number of a pull request that may be submitted to that queue. */
  readonly pullRequestNumber: number;
  /** Ends whatever was started. */
  readonly close: () => Promise<void>;
}

/**
 * Makes the client as the command would.
 * @param transport - what sends requests; undefined: the network
 */
export function createContractClient(baseUrl: string, token: string, transport?: Transport): ApiClient {
  const environment = { MERGEQUEUE_BASE_URL: baseUrl, MERGEQUEUE_TOKEN: token };
  const { config, findings } = resolveClientConfig({}, environment);
  if (config === undefined) throw new Error(findings.map(({ message }) => message).join("\n"));
  return createApiClient(config, { source: "mergequeue", ...(transport === undefined ? {} : { transport }) });
}

/** A queue and a pull request for services that know every repository. */
export const ANY_QUEUE: Pick<ContractService, "identity" | "pullRequestNumber"> = {
  identity: { repo: { host: "github.com", owner: "acme", name: "web" }, targetBranch: "release/contract" },
  pullRequestNumber: 7,
};
