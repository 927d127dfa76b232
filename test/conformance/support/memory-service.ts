import { setImmediate as yieldTurn } from "node:timers/promises";
import type { Exchange, HttpRequest } from "../../../src/api/exchange";
import { type EmulatorOptionsInput, resolveOptions } from "../../../src/emulator/emulator-options";
import { FaultSwitch } from "../../../src/emulator/fault-switch";
import type { Fault } from "../../../src/emulator/faults";
import type { Delivery } from "../../../src/emulator/http/delivery";
import { RequestLog } from "../../../src/emulator/http/request-log";
import { serveOperation } from "../../../src/emulator/serve-request";
import { createServedEngine, type ServedEngine } from "../../../src/emulator/service/handle-request";
import { QueueEngine } from "../../../src/engine/queue-engine";
import type { WatchedService } from "../../model/service-side";

/** The local service without a socket: a request is a call of a function, faults and all. */
export class MemoryService implements WatchedService {
  readonly token = "test-token";
  readonly engine: QueueEngine;
  readonly #service: ServedEngine;
  readonly #log = new RequestLog("all");
  readonly #faults = new FaultSwitch();
  readonly #always: readonly Fault[];

  /**
   * @param now - milliseconds since 1970. Default: time stands still, so that nothing happens by itself
   * @param always - innermost faults, which never end
   */
  constructor(
    input: EmulatorOptionsInput,
    { now = () => 0, always = [] }: { readonly now?: () => number; readonly always?: readonly Fault[] } = {},
  ) {
    const options = resolveOptions(input);
    this.#always = always;
    this.#faults.setFunctions(always);
    this.engine = new QueueEngine(options, { now, seed: "memory" });
    this.#service = createServedEngine({ engine: this.engine, token: this.token, options });
  }

  /** All requests so far, a live list. */
  get requests(): WatchedService["requests"] {
    return this.#log.records;
  }

  readonly setFaults = (...faults: readonly Fault[]): void => {
    this.#faults.setFunctions([...faults, ...this.#always]);
  };

  /** Sends a request. @returns what a client sees */
  async send({ method, path: target, headers, body }: HttpRequest): Promise<Exchange> {
    // Other callers run meanwhile, as on a network.
    await yieldTurn();
    const [path = "", query = ""] = target.split("?", 2);
    const service = {
      ...this.#service,
      faults: this.#faults,
      log: this.#log,
      signal: new AbortController().signal,
      passTime: () => undefined,
    };
    const delivery = await serveOperation(service, {
      method,
      path,
      query,
      headers,
      body: new TextEncoder().encode(body),
    });
    return toExchange(delivery);
  }
}

function toExchange(delivery: Delivery): Exchange {
  if (delivery.kind === "dropped") return createLoss("the connection was reset (ECONNRESET)");
  const { status, headers, body } = delivery.answer;
  const bytes = Buffer.from(body);
  const isCut = delivery.kind === "truncated" && delivery.bytes < bytes.length;
  if (isCut && delivery.isLengthDeclared) return createLoss("the response broke off (UND_ERR_SOCKET)");
  return {
    kind: "response",
    status,
    contentType: headers["content-type"],
    retryAfter: headers["retry-after"],
    location: headers["location"],
    text: isCut ? bytes.subarray(0, delivery.bytes).toString() : body,
  };
}

/** What a client sees of a connection that breaks after the request was sent. */
export function createLoss(text: string): Exchange {
  return { kind: "fault", reason: "failed", isSent: true, isPermanent: false, isUnreachable: false, text };
}
