import type { EmulatorOptionsInput } from "../../src/emulator/emulator-options";
import type { Fault } from "../../src/emulator/faults";
import { startOpenEmulator } from "../../src/emulator/start-emulator";
import { capitalWords } from "../support/capital-words";
import {
  ANY_QUEUE,
  type ContractService,
  createContractClients,
  createEngineDriver,
} from "./contract-service";
import { describeContract } from "./describe-contract";

async function open(
  options: EmulatorOptionsInput = {},
  faults: readonly Fault[] = [],
): Promise<ContractService> {
  const emulator = await startOpenEmulator({ options, faults });
  return {
    ...ANY_QUEUE,
    ...createContractClients(emulator.url, emulator.token),
    driver: createEngineDriver(emulator.engine, ANY_QUEUE.identity),
    close: () => emulator.close(),
  };
}

describeContract("the local service over a socket", open);

describeContract("the local service, with all words in upper case", () => open({}, [capitalWords]));

describeContract("the local service with other choices", () =>
  open({
    acknowledgements: "text",
    unknownFields: "ignore",
    testRunIds: "hide",
    inheritedStatuses: ["build"],
    inheritedStatusesSource: "service_config",
    newQueue: { mode: "parallel", concurrency: 20, commentsEnabled: false },
    switchingModes: { reads: 1 },
    statuses: {
      queue_exists: 409,
      queue_not_empty: 409,
      pull_request_enqueued: 409,
      pull_request_not_tested: 409,
      body_invalid: 422,
      cursor_unknown: 410,
    },
  }),
);
