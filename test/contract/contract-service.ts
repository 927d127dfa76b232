import type { ApiClient } from "../../src/api/api-client";
import { resolveClientConfig } from "../../src/api/client-config";
import { createApiClient } from "../../src/api/create-api-client";
import type { Transport } from "../../src/api/exchange";
import type { EngineEvent } from "../../src/engine/engine-event";
import type { CheckConclusion } from "../../src/engine/engine-state";
import type { HostPullRequestInput } from "../../src/engine/host-pull-request";
import { tryFindLatest } from "../../src/engine/queue-contents";
import type { QueueEngine } from "../../src/engine/queue-engine";
import type { QueueIdentity } from "../../src/queue/queue-identity";

/** Simulates the code host and CI: all that a client of the service cannot do. */
export interface ContractDriver {
  /** Declares a new or changed pull request at the code host. */
  readonly declare: (pullRequest: HostPullRequestInput) => void;
  /** Reports a check of the latest test run of a pull request in the queue. */
  readonly report: (number: number, name: string, conclusion: CheckConclusion) => void;
  /** Returns the id of the latest test run of a pull request in the queue. */
  readonly findTestRunId: (number: number) => string;
}

/** A service that the contract suite runs against, seen through the real client. */
export interface ContractService {
  readonly client: ApiClient;
  /** A client with a token that the service must not accept. */
  readonly unauthorized: ApiClient;
  /** A queue that the suite may create, change and delete. */
  readonly identity: QueueIdentity;
  /** Number of a pull request that may be submitted to that queue. */
  readonly pullRequestNumber: number;
  /** Undefined if the code host and CI cannot be simulated, so that nothing ever merges. */
  readonly driver: ContractDriver | undefined;
  /** Stops everything that was started. */
  readonly close: () => Promise<void>;
}

/** Makes a client as the command does, and one with an invalid token. Default transport: the network. */
export function createContractClients(
  baseUrl: string,
  token: string,
  transport?: Transport,
): Pick<ContractService, "client" | "unauthorized"> {
  const create = (used: string): ApiClient => {
    const environment = { MERGEQUEUE_BASE_URL: baseUrl, MERGEQUEUE_TOKEN: used };
    const { config, findings } = resolveClientConfig({}, environment);
    if (config === undefined) throw new Error(findings.map(({ message }) => message).join("\n"));
    return createApiClient(config, {
      source: "mergequeue",
      ...(transport === undefined ? {} : { transport }),
    });
  };
  return { client: create(token), unauthorized: create(`${token}-invalid`) };
}

/** Drives the local service from within. */
export function createEngineDriver(engine: QueueEngine, identity: QueueIdentity): ContractDriver {
  const apply = (event: EngineEvent): void => {
    const outcome = engine.apply(event);
    if (outcome.kind === "refused") throw new Error(outcome.refusal.message);
  };
  const findTestRunId = (number: number): string => {
    const queue = engine.tryFindQueue(identity);
    const testRunId = queue === undefined ? undefined : tryFindLatest(queue, number)?.testRunId;
    if (testRunId === undefined) throw new Error(`#${number} was never tested.`);
    return testRunId;
  };
  return {
    declare: (pullRequest) => {
      apply({ type: "declarePullRequest", repo: identity.repo, pullRequest });
    },
    report: (number, name, conclusion) => {
      apply({ type: "reportCheck", testRunId: findTestRunId(number), name, conclusion });
    },
    findTestRunId,
  };
}

/** A queue and a pull request for services that know every repository. */
export const ANY_QUEUE: Pick<ContractService, "identity" | "pullRequestNumber"> = {
  identity: { repo: { host: "github.com", owner: "acme", name: "web" }, targetBranch: "release/contract" },
  pullRequestNumber: 7,
};
