import type { Transport } from "../../src/api/transport/exchange";
import { resolveOptions } from "../../src/emulator/emulator-options";
import { QueueEngine } from "../../src/emulator/engine/queue-engine";
import { handleRequest } from "../../src/emulator/service/handle-request";
import { ANY_QUEUE, createContractClients, createEngineDriver } from "./contract-service";
import { describeContract } from "./describe-contract";

/** Never connected to: the transport replaces the network. */
const BASE_URL = "https://service.invalid/v1";

describeContract("the local service in memory", () => {
  const options = resolveOptions();
  const service = { engine: new QueueEngine(options), token: "test-token", options };
  const transport: Transport = ({ method, path: target, headers, body }) => {
    const [path = "", query = ""] = target.split("?", 2);
    const bytes = new TextEncoder().encode(body);
    const response = handleRequest(service, { method, path, query, headers, body: bytes });
    const contentType = response.headers["content-type"];
    return Promise.resolve({ kind: "response", status: response.status, contentType, text: response.body });
  };
  return Promise.resolve({
    ...ANY_QUEUE,
    ...createContractClients(BASE_URL, service.token, transport),
    driver: createEngineDriver(service.engine, ANY_QUEUE.identity),
    close: () => Promise.resolve(),
  });
});
