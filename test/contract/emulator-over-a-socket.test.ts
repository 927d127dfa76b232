import { startEmulator } from "../../src/emulator/start-emulator";
import { ANY_QUEUE, createContractClient } from "./contract-service";
import { describeQueueContract } from "./describe-queue-contract";

describeQueueContract("the local service over a socket", async () => {
  const emulator = await startEmulator();
  return {
    ...ANY_QUEUE,
    client: createContractClient(emulator.url, emulator.token),
    close: () => emulator.close(),
  };
});

describeQueueContract("the local service with other choices", async () => {
  const emulator = await startEmulator({
    options: {
      acknowledgements: "text",
      unknownFields: "ignore",
      inheritedStatuses: ["build"],
      newQueue: { mode: "parallel", concurrency: 20, commentsEnabled: false },
      switchingModes: { reads: 1 },
      statuses: { queue_exists: 409, queue_not_empty: 409, pull_request_enqueued: 409, body_invalid: 422 },
    },
  });
  return {
    ...ANY_QUEUE,
    client: createContractClient(emulator.url, emulator.token),
    close: () => emulator.close(),
  };
});
