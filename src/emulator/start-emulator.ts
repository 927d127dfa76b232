import { randomBytes } from "node:crypto";
import { setMaxListeners } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Queue } from "../engine/engine-state";
import type { QueueEngine } from "../engine/queue-engine";
import { MergeQueueError, toErrorMessage } from "../queue/merge-queue-error";
import { applyOrRefuse, ControlError } from "./control/control-operation";
import { declarePullRequest } from "./control/declare-pull-requests";
import { applyToRun, reportCheck } from "./control/report-check";
import type { Emulator, PullRequestView, QueueView, StartOptions } from "./emulator";
import type { EmulatorOptions } from "./emulator-options";
import { FaultSwitch } from "./fault-switch";
import { textResponse } from "./http/delivery";
import { listen } from "./http/listen";
import { RequestLog } from "./http/request-log";
import { sendDelivery } from "./http/send-delivery";
import { explainSubmission } from "./responses/explain-submission";
import { readShownSettings } from "./responses/queue-response";
import { serveRequest } from "./serve-request";
import { checkOptions } from "./service/check-options";
import { BASE_PATH, MAX_BODY_BYTES } from "./service/handle-request";
import { startService } from "./service/start-service";

export type { Emulator, StartOptions } from "./emulator";

/** Tokens of visible ASCII characters, which a header can contain. */
const TOKEN_SHAPE = /^[\x21-\x7e]+$/;

/** Interval of automatic reports without requests, in milliseconds. */
const AUTO_INTERVAL_MS = 500;

/** The handle with the engine and a second way to connect, for programs of this project. */
export interface OpenEmulator extends Emulator {
  /** The queues, to inspect and change without a request. */
  readonly engine: QueueEngine;
  /**
   * Serves a connection that another server of this process has accepted, for example over TLS. It is counted
   * and closed like the others. Nothing may have been read from it yet.
   */
  readonly accept: (socket: Socket) => void;
}

/**
 * Starts the local service on the loopback address 127.0.0.1; no other machine can reach it.
 * @throws MergeQueueError `invalid_configuration` if the port is not available, the token cannot be sent, an
 *   option is wrong, or the data file cannot be used
 */
export async function startEmulator(start: StartOptions = {}): Promise<Emulator> {
  // eslint-disable-next-line @typescript-eslint/no-unused-vars -- named only to leave them out
  const { engine, accept, ...emulator } = await startOpenEmulator(start);
  return emulator;
}

/** As {@link startEmulator}, with access to the engine. @throws MergeQueueError as that does */
export async function startOpenEmulator(start: StartOptions = {}): Promise<OpenEmulator> {
  const { port = 0, token = randomBytes(24).toString("base64url"), keptRequests = "all" } = start;
  if (!TOKEN_SHAPE.test(token)) {
    const message =
      "The token for the local service may contain only visible ASCII characters, without white space. Set another one.";
    throw new MergeQueueError("invalid_configuration", message, { argument: "token" });
  }
  const options = checkOptions(start.options ?? {});
  const queues = await startService(options, start);
  const { engine, clock } = queues;
  const log = new RequestLog(keptRequests);
  const faults = new FaultSwitch();
  faults.setFunctions(start.faults ?? []);
  const stop = new AbortController();
  // Any number of requests may wait for it.
  setMaxListeners(Infinity, stop.signal);
  const connections = { opened: 0, open: 0 };
  const usedSockets = new WeakSet<Socket>();
  const passTime = (): void => {
    clock.passTime();
  };
  const reset = (): void => {
    queues.reset();
    faults.set([]);
    log.clear();
  };
  const service = { engine, token, options, faults, log, clock, passTime, signal: stop.signal, reset };

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const isConnectionReused = usedSockets.has(request.socket);
    usedSockets.add(request.socket);
    const body = await readBody(request);
    const [, path = "", query = ""] = /^([^?]*)(?:\?(.*))?$/s.exec(request.url ?? "") ?? [];
    const delivery = await serveRequest(service, {
      method: request.method ?? "",
      path,
      query,
      headers: request.headers as Readonly<Record<string, string | undefined>>,
      body,
      isConnectionReused,
    });
    // Respond only after everything is on disk.
    await queues.keep();
    sendDelivery(response, delivery);
  };
  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => {
      sendFailure(response, error);
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
  const reports = start.auto !== undefined || start.isDemo === true;
  const timer = reports ? setInterval(passTime, AUTO_INTERVAL_MS) : undefined;
  timer?.unref();

  let closed: Promise<void> | undefined;
  const close = async (): Promise<void> => {
    stop.abort();
    clearInterval(timer);
    await new Promise((resolve) => {
      server.close(resolve);
      server.closeAllConnections();
    });
    await queues.close();
  };

  return {
    url: `http://127.0.0.1:${actualPort}${BASE_PATH}`,
    token,
    clock,
    requests: log.records,
    connections,
    findQueue: (identity) => {
      const queue = engine.tryFindQueue(identity);
      return queue === undefined ? undefined : viewQueue(queue, options);
    },
    listQueues: () => Array.from(engine.state.queues.values(), (queue) => viewQueue(queue, options)),
    declarePullRequest: forCaller((repo, pullRequest) => declarePullRequest(engine, repo, pullRequest)),
    reportCheck: forCaller((report) => reportCheck(engine, report)),
    mergePullRequest: forCaller((repo, number) => {
      applyOrRefuse(engine, { type: "mergePullRequest", repo, number });
    }),
    pushToBranch: forCaller((identity) => {
      applyOrRefuse(engine, { type: "pushToBranch", identity });
    }),
    failTestStart: forCaller((run, fault) => applyToRun(engine, run, { type: "failTestStart", fault })),
    setFaults: (...next) => {
      faults.setFunctions(next);
    },
    reset,
    close: () => (closed ??= close()),
    engine,
    accept: (socket) => {
      server.emit("connection", socket);
    },
  };
}

/** Gives an operation of the control interface the errors for callers in this process. */
function forCaller<Args extends unknown[]>(act: (...args: Args) => unknown): (...args: Args) => void {
  return (...args) => {
    try {
      act(...args);
    } catch (error) {
      if (!(error instanceof ControlError)) throw error;
      throw new MergeQueueError(error.code === "not_found" ? "not_found" : "invalid_request", error.message);
    }
  };
}

/** Reports an unexpected error; if the client has disconnected, there is nothing to report. */
function sendFailure(response: ServerResponse, error: unknown): void {
  if (response.destroyed || response.headersSent) {
    response.destroy();
    return;
  }
  const text = `The local service failed: ${toErrorMessage(error)}`;
  sendDelivery(response, { kind: "whole", answer: textResponse(500, text) });
}

/** Reads a body to its end, even if too large: some clients read the response only after sending all. */
async function readBody(request: IncomingMessage): Promise<Uint8Array | "too_large"> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Uint8Array>) {
    length += chunk.byteLength;
    if (length <= MAX_BODY_BYTES) chunks.push(chunk);
    else chunks.length = 0;
  }
  return length > MAX_BODY_BYTES ? "too_large" : Buffer.concat(chunks);
}

function viewQueue(queue: Queue, options: EmulatorOptions): QueueView {
  const pullRequests = Array.from(queue.submissions.values(), (submission): PullRequestView => {
    const { number, state, testRunId } = submission;
    return { number, state, reason: explainSubmission(queue, submission, options), testRunId };
  });
  return { identity: queue.identity, settings: readShownSettings(queue, options), pullRequests };
}
