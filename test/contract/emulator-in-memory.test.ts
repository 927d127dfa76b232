import type { EmulatorOptionsInput } from "../../src/emulator/emulator-options";
import type { Fault } from "../../src/emulator/faults";
import { MemoryService } from "../conformance/support/memory-service";
import { capitalWords } from "../support/capital-words";
import {
  ANY_QUEUE,
  type ContractService,
  createContractClients,
  createEngineDriver,
} from "./contract-service";
import { describeContract } from "./describe-contract";

/** Never connected to: the transport replaces the network. */
const BASE_URL = "https://service.invalid/v1";

function open(options: EmulatorOptionsInput = {}, faults: readonly Fault[] = []): Promise<ContractService> {
  const service = new MemoryService(options, { now: Date.now });
  service.setFaults(...faults);
  return Promise.resolve({
    ...ANY_QUEUE,
    ...createContractClients(BASE_URL, service.token, (request) => service.send(request)),
    driver: createEngineDriver(service.engine, ANY_QUEUE.identity),
    close: () => Promise.resolve(),
  });
}

describeContract("the local service", open);

describeContract("the local service that answers as a live one", () => open({ answers: "live" }));

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
      pull_request_not_tested: 409,
      body_invalid: 422,
      cursor_unknown: 410,
    },
  }),
);
