import { resolveClientConfig } from "../../src/api/client-config";
import { startOpenEmulator } from "../../src/emulator/start-emulator";
import { parseQueueId } from "../../src/queue/parse-queue-id";
import { type ContractService, createContractClients, createEngineDriver } from "./contract-service";
import { describeContract } from "./describe-contract";
import { FACES, type FaceName } from "./faces";

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reaches the service that the environment names:
 *
 * - `MERGEQUEUE_CONTRACT_BASE_URL`: its address
 * - `MERGEQUEUE_TOKEN`: a token for it
 * - `MERGEQUEUE_CONTRACT_QUEUE`: id of a queue (`host/owner/name/branch`) that may be created and deleted;
 *   the repository and the branch exist, the queue does not
 * - `MERGEQUEUE_CONTRACT_PULL_REQUEST`: number of an open pull request to that branch
 */
function openService(environment: Environment): ContractService {
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

/** Returns the interface that the client chooses for that service. */
function findFace({ MERGEQUEUE_CONTRACT_BASE_URL: address, MERGEQUEUE_TOKEN: key }: Environment): FaceName {
  const environment = { MERGEQUEUE_BASE_URL: address, MERGEQUEUE_TOKEN: key };
  return resolveClientConfig({}, environment).config?.interfaceName ?? "first";
}

const baseUrl = process.env["MERGEQUEUE_CONTRACT_BASE_URL"];
if (baseUrl !== undefined && baseUrl !== "") {
  const open = () => Promise.resolve(openService(process.env));
  describeContract(baseUrl, open, { faceName: findFace(process.env), isDriven: false });
} else {
  // Otherwise, the local service replaces it, with both interfaces.
  describe.each(["first", "second"] as const)("the %s interface over the network", (faceName) => {
    const open = async (): Promise<ContractService> => {
      const emulator = await startOpenEmulator();
      const service = openService({
        MERGEQUEUE_CONTRACT_BASE_URL: faceName === "first" ? emulator.url : emulator.secondUrl,
        MERGEQUEUE_TOKEN: emulator.token,
        // The second takes reports of impacted targets only for this host.
        MERGEQUEUE_CONTRACT_QUEUE: "github.com/team/app/trunk",
        MERGEQUEUE_CONTRACT_PULL_REQUEST: String(FACES[faceName].numbers[1]),
      });
      const driver = createEngineDriver(emulator.engine, service.identity);
      return { ...service, driver, close: () => emulator.close() };
    };
    describeContract("a service that the environment names", open, { faceName });
  });
}

describe("the environment of the contract suite", () => {
  test("a missing variable is named", () => {
    expect(() => openService({ MERGEQUEUE_CONTRACT_BASE_URL: "https://service.invalid/v1" })).toThrow(
      "Set MERGEQUEUE_TOKEN",
    );
  });
});
