import type { Transport } from "../../src/api/exchange";
import { answerRequest } from "../../src/emulator/answer-request";
import { resolveOptions } from "../../src/emulator/emulator-options";
import { QueueEngine } from "../../src/emulator/engine/queue-engine";
import { ANY_QUEUE, createContractClient } from "./contract-service";
import { describeQueueContract } from "./describe-queue-contract";

/** Never connected to: the transport answers in the place of the network. */
const BASE_URL = "https://service.invalid/v1";

describeQueueContract("the local service in memory", () => {
  const options = resolveOptions();
  const service = { engine: new QueueEngine(options), token: "test-token", options };
  const transport: Transport = ({ method, path, headers, body }) => {
    const answer = answerRequest(service, { method, path, headers, body: new TextEncoder().encode(body) });
    const contentType = answer.headers["content-type"];
    return Promise.resolve({ kind: "answer", status: answer.status, contentType, text: answer.body });
  };
  return Promise.resolve({
    ...ANY_QUEUE,
    client: createContractClient(BASE_URL, service.token, transport),
    close: () => Promise.resolve(),
  });
});
