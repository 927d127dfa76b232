import type { Service, ServiceRequest } from "../../src/emulator/answer-request";
import type { Delivery } from "../../src/emulator/delivery";
import type { EmulatorOptionsInput } from "../../src/emulator/emulator-options";
import { resolveOptions } from "../../src/emulator/emulator-options";
import type { Fault } from "../../src/emulator/faults";
import type { RequestRecord } from "../../src/emulator/serve-request";
import { serveRequest } from "../../src/emulator/serve-request";
import { createEngineWithQueue } from "./engine/engine-fixtures";

/** Token that the services of the tests accept. */
export const TOKEN = "test-token-0000";

/** Makes a service without a socket, with one queue in it. */
export function createService(options: EmulatorOptionsInput = {}): Service {
  const resolved = resolveOptions(options);
  return { engine: createEngineWithQueue(resolved), token: TOKEN, options: resolved };
}

/** Makes a request as a good client does; `changes` spoils it. */
export function request(
  operation: string,
  body: unknown,
  changes: Partial<ServiceRequest> = {},
): ServiceRequest {
  return {
    method: "POST",
    path: `/v1/${operation}`,
    headers: { "content-type": "application/json", "x-api-token": TOKEN },
    body: new TextEncoder().encode(typeof body === "string" ? body : JSON.stringify(body)),
    ...changes,
  };
}

/** Serves requests one after the other, with faults, and answers what reached the client and what was recorded. */
export async function serveAll(
  service: Service,
  faults: readonly Fault[],
  requests: readonly ServiceRequest[],
): Promise<{ readonly deliveries: readonly Delivery[]; readonly records: readonly RequestRecord[] }> {
  const deliveries: Delivery[] = [];
  const records: RequestRecord[] = [];
  for (const one of requests) {
    const record = () => (done: RequestRecord) => {
      records.push(done);
    };
    const signal = new AbortController().signal;
    deliveries.push(await serveRequest({ service, faults, signal, record }, one));
  }
  return { deliveries, records };
}
