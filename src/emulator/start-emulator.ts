import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer } from "node:http";
import { MergeQueueError } from "../queue/merge-queue-error";
import type { Service } from "./answer-request";
import { BASE_PATH } from "./answer-request";
import type { EmulatorOptionsInput } from "./emulator-options";
import { resolveOptions } from "./emulator-options";
import type { EngineSources } from "./engine/queue-engine";
import { QueueEngine } from "./engine/queue-engine";
import type { Fault } from "./faults";
import { listen } from "./listen";
import { readBody } from "./read-body";
import { sendDelivery } from "./send-delivery";
import type { RequestRecord } from "./serve-request";
import { serveRequest } from "./serve-request";
import { answerText } from "./service-answer";

/** Token of visible ASCII characters: what a header can carry. */
const TOKEN_SHAPE = /^[\x21-\x7e]+$/;

/** How to start the local service. */
export interface StartOptions extends EngineSources {
  /** TCP port, 0 to 65535; 0: a free one. Default: 0. */
  readonly port?: number;
  /** The token to accept: visible ASCII characters. Default: a random one. */
  readonly token?: string;
  /** How to behave where the interface is silent. */
  readonly options?: EmulatorOptionsInput;
  /** What goes wrong, the first fault outermost. Default: nothing. */
  readonly faults?: readonly Fault[];
  /** Whether requests are kept, bodies and all: for tests, not for a service that runs long. Default: true. */
  readonly keepsRequests?: boolean;
}

/** A local service that runs. */
export interface Emulator {
  /** Base address for clients: `http://127.0.0.1:PORT/v1`. */
  readonly url: string;
  /** The token that it accepts. */
  readonly token: string;
  /** Its state: to look at, and to change behind a client's back. */
  readonly engine: QueueEngine;
  /** All requests since the start, in the order of their arrival: a live list. Empty if none are kept. */
  readonly requests: readonly RequestRecord[];
  /** Connections: opened since the start, and open now. */
  readonly connections: { readonly opened: number; readonly open: number };
  /** Replaces the faults; without an argument nothing goes wrong any more. */
  readonly setFaults: (...faults: readonly Fault[]) => void;
  /** Stops: ends all connections, the idle and the busy ones. Can be called again. */
  readonly close: () => Promise<void>;
}

/**
 * Starts the local service on the loopback address 127.0.0.1; no other machine can reach it (promise S-19).
 * @throws MergeQueueError `invalid_configuration` if the port cannot be had or the token cannot be sent
 */
export async function startEmulator(start: StartOptions = {}): Promise<Emulator> {
  const { port = 0, token = randomBytes(24).toString("base64url"), keepsRequests = true } = start;
  if (!TOKEN_SHAPE.test(token)) {
    throw new MergeQueueError(
      "invalid_configuration",
      "The token for the local service must consist of visible ASCII characters, without white space. Set another one.",
      { argument: "token" },
    );
  }
  const options = resolveOptions(start.options);
  const service: Service = { engine: new QueueEngine(options, start), token, options };
  const requests: RequestRecord[] = [];
  const stop = new AbortController();
  const connections = { opened: 0, open: 0 };
  let faults = start.faults ?? [];

  const record = (arrived: RequestRecord): ((done: RequestRecord) => void) => {
    if (!keepsRequests) return () => undefined;
    const index = requests.push(arrived) - 1;
    return (done) => {
      requests[index] = done;
    };
  };
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await readBody(request);
    const delivery = await serveRequest(
      { service, faults, signal: stop.signal, record },
      {
        method: request.method ?? "",
        path: (request.url ?? "").split("?", 1)[0] ?? "",
        headers: request.headers as Readonly<Record<string, string | undefined>>,
        body,
      },
    );
    sendDelivery(response, delivery);
  };
  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => {
      answerFailure(response, error);
    });
  });
  server.on("connection", (socket) => {
    connections.opened += 1;
    connections.open += 1;
    socket.once("close", () => {
      connections.open -= 1;
    });
  });
  const actualPort = await listen(server, port);

  return {
    url: `http://127.0.0.1:${actualPort}${BASE_PATH}`,
    token,
    engine: service.engine,
    requests,
    connections,
    setFaults: (...next) => {
      faults = next;
    },
    close: () =>
      new Promise((resolve) => {
        stop.abort();
        // A second call finds the server closed already, which is what it asks for.
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
}

/** The last resort: a client that hung up is nobody's fault, anything else is a fault of ours and says so. */
function answerFailure(response: ServerResponse, error: unknown): void {
  if (response.destroyed || response.headersSent) {
    response.destroy();
    return;
  }
  const text = `The local service failed: ${error instanceof Error ? error.message : String(error)}`;
  sendDelivery(response, { kind: "whole", answer: answerText(500, text) });
}
