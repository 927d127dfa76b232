import { startOpenEmulator } from "../../src/emulator/start-emulator";
import { parseQueueId } from "../../src/queue/parse-queue-id";
import { type ContractService, createContractClients, createEngineDriver } from "./contract-service";
import { describeContract } from "./describe-contract";

/**
 * Reaches the service that the environment names:
 *
 * - `MERGEQUEUE_CONTRACT_BASE_URL`: its address
 * - `MERGEQUEUE_TOKEN`: a token for it
 * - `MERGEQUEUE_CONTRACT_QUEUE`: id of a queue (`host/owner/name/branch`) that may be created and deleted;
 *   the repository and the branch exist, the queue does not
 * - `MERGEQUEUE_CONTRACT_PULL_REQUEST`: number of an open pull request to that branch
 */
function openService(environment: Readonly<Record<string, string | undefined>>): ContractService {
  const need = (name: string): string => {
    const value = environment[name];
    if (value !== undefined && value !== "") return value;
    throw new Error(
      `Set ${name} to run the contract suite against another service: docs/local-service.md says how.`,
    );
  };
  return {
    ...createContractClients(need("MERGEQUEUE_CONTRACT_BASE_URL"), need("MERGEQUEUE_TOKEN")),
    identity: parseQueueId(need("MERGEQUEUE_CONTRACT_QUEUE")),
    pullRequestNumber: Number(need("MERGEQUEUE_CONTRACT_PULL_REQUEST")),
    // The environment cannot simulate the code host and CI of another service.
    driver: undefined,
    close: () => Promise.resolve(),
  };
}

const baseUrl = process.env["MERGEQUEUE_CONTRACT_BASE_URL"];
if (baseUrl !== undefined && baseUrl !== "") {
  describeContract(baseUrl, () => Promise.resolve(openService(process.env)), false);
} else {
  // Without another service, the local service stands in for it.
  describeContract("a service that the environment names", async () => {
    const emulator = await startOpenEmulator();
    const service = openService({
      MERGEQUEUE_CONTRACT_BASE_URL: emulator.url,
      MERGEQUEUE_TOKEN: emulator.token,
      MERGEQUEUE_CONTRACT_QUEUE: "code.example.org/team/app/trunk",
      MERGEQUEUE_CONTRACT_PULL_REQUEST: "4294967295",
    });
    const driver = createEngineDriver(emulator.engine, service.identity);
    return { ...service, driver, close: () => emulator.close() };
  });
}

describe("the environment of the contract suite", () => {
  test("is requested by name if something is missing", () => {
    expect(() => openService({ MERGEQUEUE_CONTRACT_BASE_URL: "https://service.invalid/v1" })).toThrow(
      "Set MERGEQUEUE_TOKEN",
    );
  });
});
