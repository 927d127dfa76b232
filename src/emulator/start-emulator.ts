import { randomBytes } from "node:crypto";
import { setMaxListeners } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer } from "node:http";
import type { Socket } from "node:net";
import { MergeQueueError } from "../queue/merge-queue-error";
import type { Service, ServiceRequest } from "./answer-request";
import { BASE_PATH } from "./answer-request";
import type { AutoOptions } from "./auto/auto-options";
import { checkOptions } from "./check-options";
import type { ClockState } from "./clock/service-clock";
import type { EmulatorClock } from "./clock/time-keeper";
import { answerControl } from "./control/answer-control";
import { FaultSwitch } from "./control/fault-switch";
import type { Delivery } from "./delivery";
import type { EmulatorOptionsInput } from "./emulator-options";
import type { QueueEngine } from "./engine/queue-engine";
import type { Fault } from "./faults";
import { isLoopbackHost } from "./is-loopback-host";
import { listen } from "./listen";
import { answerPage } from "./page/answer-page";
import { readBody } from "./read-body";
import type { KeptRequests } from "./request-log";
import { RequestLog } from "./request-log";
import { sendDelivery } from "./send-delivery";
import type { RequestRecord } from "./serve-request";
import { serveRequest } from "./serve-request";
import type { ServiceAnswer } from "./service-answer";
import { answerText } from "./service-answer";
import { startService } from "./start-service";

/** Token of visible ASCII characters: what a header can carry. */
const TOKEN_SHAPE = /^[\x21-\x7e]+$/;

/** How often checks conclude by themselves while nobody asks anything, in milliseconds. */
const AUTO_INTERVAL_MS = 500;

/** How to start the local service. */
export interface StartOptions {
  /** TCP port, 0 to 65535; 0: a free one. Default: 0. */
  readonly port?: number;
  /** The token to accept: visible ASCII characters. Default: a random one. */
  readonly token?: string;
  /** How to behave where the interface is silent. */
  readonly options?: EmulatorOptionsInput;
  /** What goes wrong, the first fault outermost. Default: nothing. */
  readonly faults?: readonly Fault[];
  /**
   * Which requests are kept, bodies and all; `latest` suits a service that runs long: a thousand, of at most 16 MiB
   * together. Default: `all`.
   */
  readonly keptRequests?: KeptRequests;
  /** `real`: the clock goes with the machine's. `manual`: it stands still until it is moved. Default: `real`. */
  readonly clock?: ClockState["mode"];
  /** Time of day in milliseconds since 1970 (UTC): what the clock starts from. Default: the machine's. */
  readonly now?: () => number;
  /** What identifiers are derived from: the same seed makes the same ones. Default: a random one. */
  readonly seed?: string;
  /** Reports impacted targets and checks by itself. Default: they have to be reported. */
  readonly auto?: AutoOptions;
  /**
   * File that keeps everything across restarts; it is made if it is not there. Whatever was acknowledged is in it,
   * however the process ends. Default: nothing is kept.
   */
  readonly data?: string;
}

/** A local service that runs. */
export interface Emulator {
  /** Base address for clients: `http://127.0.0.1:PORT/v1`. */
  readonly url: string;
  /** The token that it accepts. */
  readonly token: string;
  /** Its state: to look at, and to change behind a client's back. */
  readonly engine: QueueEngine;
  /** Its clock: to stop and to move. */
  readonly clock: EmulatorClock;
  /** All requests since the start, in the order of their arrival: a live list. Empty if none are kept. */
  readonly requests: readonly RequestRecord[];
  /** Connections: opened since the start, and open now. */
  readonly connections: { readonly opened: number; readonly open: number };
  /** Replaces the faults; without an argument nothing goes wrong any more. */
  readonly setFaults: (...faults: readonly Fault[]) => void;
  /** Stops: ends all connections, the idle and the busy ones. Can be called again. */
  readonly close: () => Promise<void>;
}

/** A local service with a second way in. */
export interface OpenEmulator {
  readonly emulator: Emulator;
  /**
   * Serves a connection that another server of this process has accepted, for example over TLS: it is counted, and ended
   * with the others. Nothing may have been read from it yet.
   */
  readonly accept: (socket: Socket) => void;
}

/**
 * Starts the local service on the loopback address 127.0.0.1; no other machine can reach it (promise S-19).
 * @throws MergeQueueError `invalid_configuration` if the port cannot be had, the token cannot be sent, an option is
 *   wrong, or the data file cannot be used
 */
export async function startEmulator(start: StartOptions = {}): Promise<Emulator> {
  const { emulator } = await startOpenEmulator(start);
  return emulator;
}

/**
 * As {@link startEmulator}, for programs of this project that have connections of their own to be served.
 * @throws MergeQueueError as that does
 */
export async function startOpenEmulator(start: StartOptions = {}): Promise<OpenEmulator> {
  const { port = 0, token = randomBytes(24).toString("base64url"), keptRequests = "all" } = start;
  if (!TOKEN_SHAPE.test(token)) {
    throw new MergeQueueError(
      "invalid_configuration",
      "The token for the local service must consist of visible ASCII characters, without white space. Set another one.",
      { argument: "token" },
    );
  }
  const options = checkOptions(start.options ?? {});
  const queues = await startService({
    options,
    now: start.now ?? Date.now,
    clock: start.clock ?? "real",
    seed: start.seed ?? randomBytes(12).toString("hex"),
    auto: start.auto,
    data: start.data,
  });
  const { engine, clock } = queues;
  const service: Service = { engine, token, options };
  const log = new RequestLog(keptRequests);
  const faults = new FaultSwitch();
  faults.setFunctions(start.faults ?? []);
  const stop = new AbortController();
  // Any number of requests may wait for it at once.
  setMaxListeners(Infinity, stop.signal);
  const connections = { opened: 0, open: 0 };
  const usedSockets = new WeakSet<Socket>();
  const reset = (): void => {
    queues.reset();
    faults.set([]);
    log.clear();
  };
  const control = { service, clock, faults, requests: log.records, reset };

  // A fault may have waited: time passes once more, right before the service answers.
  const passTime: Fault = (_request, next) => {
    clock.passTime();
    return next();
  };
  const deliver = async (request: ServiceRequest): Promise<Delivery> => {
    clock.passTime();
    const answer =
      answerControl(control, request) ?? answerPage(service, request) ?? refuseForeignHost(request);
    if (answer !== undefined) return { kind: "whole", answer };
    const size = request.body === "too_large" ? 0 : request.body.byteLength;
    const record = (arrived: RequestRecord) => log.add(arrived, size);
    const context = { service, faults: [...faults.faults, passTime], signal: stop.signal, record };
    return serveRequest(context, request);
  };
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const isConnectionReused = usedSockets.has(request.socket);
    usedSockets.add(request.socket);
    const body = await readBody(request);
    const [, path = "", query = ""] = /^([^?]*)(?:\?(.*))?$/s.exec(request.url ?? "") ?? [];
    const delivery = await deliver({
      method: request.method ?? "",
      path,
      query,
      headers: request.headers as Readonly<Record<string, string | undefined>>,
      body,
      isConnectionReused,
    });
    // Nobody hears of anything that a crash could undo.
    await queues.keep();
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
  const actualPort = await listen(server, port).catch(async (error: unknown) => {
    await queues.close();
    throw error;
  });
  const timer =
    start.auto === undefined
      ? undefined
      : setInterval(() => {
          clock.passTime();
        }, AUTO_INTERVAL_MS);
  timer?.unref();

  const emulator: Emulator = {
    url: `http://127.0.0.1:${actualPort}${BASE_PATH}`,
    token,
    engine,
    clock,
    requests: log.records,
    connections,
    setFaults: (...next) => {
      faults.setFunctions(next);
    },
    close: once(async () => {
      stop.abort();
      clearInterval(timer);
      await new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      });
      await queues.close();
    }),
  };
  return {
    emulator,
    accept: (socket) => {
      server.emit("connection", socket);
    },
  };
}

/** A website that gives its own name this machine's address must not learn even whether a token is right (promise S-19). */
function refuseForeignHost({ headers }: ServiceRequest): ServiceAnswer | undefined {
  if (isLoopbackHost(headers["host"])) return undefined;
  return answerText(
    403,
    "The local service answers this machine only: call it as http://127.0.0.1 or http://localhost.",
  );
}

function once(act: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined;
  return () => (done ??= act());
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
