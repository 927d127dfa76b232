import { randomBytes } from "node:crypto";
import { setMaxListeners } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Queue } from "../engine/engine-state";
import type { QueueEngine } from "../engine/queue-engine";
import { MergeQueueError, toErrorMessage } from "../queue/merge-queue-error";
import { applyOrRefuse, ControlError } from "./control/control-operation";
import { applyToRun, declarePullRequest, reportCheck } from "./control/pull-request-operations";
import type { Emulator, PullRequestView, QueueView, StartOptions } from "./emulator";
import type { EmulatorOptions } from "./emulator-options";
import { FaultSwitch } from "./fault-switch";
import { textResponse } from "./http/delivery";
import { listen } from "./http/listen";
import { RequestLog } from "./http/request-log";
import { sendDelivery } from "./http/send-delivery";
import { explainSubmission } from "./responses/explain-submission";
import { readShownSettings } from "./responses/queue-response";
import { isSecondPath, SECOND_BASE_PATH } from "./second/find-route";
import { refuseSecond } from "./second/second-error";
import { judgeSender, serveRequest } from "./serve-request";
import { checkOptions } from "./service/check-options";
import { BASE_PATH, createServedEngine, MAX_BODY_BYTES, type ServiceRequest } from "./service/handle-request";
import { startService } from "./service/start-service";

export type { Emulator, StartOptions } from "./emulator";

const TOKEN_SHAPE = /^[\x21-\x7e]+$/;

const AUTO_INTERVAL_MS = 500;

/** The local service for programs of this project. Adds the engine, and a way to hand over connections. */
export interface OpenEmulator extends Emulator {
  readonly engine: QueueEngine;
  /** Serves a connection that another server has accepted. That server must not have read from it. */
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

/** As {@link startEmulator}, with access to the engine. @throws MergeQueueError as {@link startEmulator} */
export async function startOpenEmulator(start: StartOptions = {}): Promise<OpenEmulator> {
  const { port = 0, token = randomBytes(24).toString("base64url"), keptRequests = "all" } = start;
  if (!TOKEN_SHAPE.test(token)) {
    const message =
      "The token for the local service may contain only visible ASCII characters, without white space. Set another token.";
    throw new MergeQueueError("invalid_configuration", message, { argument: "token" });
  }
  const options = checkOptions(start.options ?? {});
  const queues = await startService(options, start);
  const { engine, clock } = queues;
  const isAutomatic = start.auto !== undefined || start.isDemo === true;
  const served = createServedEngine({ engine, token, options, isAutomatic }, start.keys);
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
    served.keys.restore();
    faults.set([]);
    log.clear();
  };
  const service = { ...served, faults, log, clock, passTime, signal: stop.signal, reset };

  // Forks have no token. So that they cannot fill the memory, the bodies of all share the room of one.
  const forks = { free: MAX_BODY_BYTES };
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const isConnectionReused = usedSockets.has(request.socket);
    usedSockets.add(request.socket);
    const [, path = "", query = ""] = /^([^?]*)(?:\?(.*))?$/s.exec(request.url ?? "") ?? [];
    const headers = request.headers as Readonly<Record<string, string | undefined>>;
    const head = { method: request.method ?? "", path, query, headers, isConnectionReused };
    const sender = judgeSender(served, head);
    const body = await readBody(request, sender === "fork" ? forks : { free: MAX_BODY_BYTES }, sender);
    const delivery = await serveRequest(service, { ...head, body });
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
  const timer = isAutomatic ? setInterval(passTime, AUTO_INTERVAL_MS) : undefined;
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
    secondUrl: `http://127.0.0.1:${actualPort}${SECOND_BASE_PATH}`,
    keys: served.keys.keys,
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
    mergePullRequest: forCaller((repo, number) =>
      applyOrRefuse(engine, { type: "mergePullRequest", repo, number }),
    ),
    pushToBranch: forCaller((identity) => applyOrRefuse(engine, { type: "pushToBranch", identity })),
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

function sendFailure(response: ServerResponse, error: unknown): void {
  if (response.destroyed || response.headersSent) {
    response.destroy();
    return;
  }
  const message = `The local service failed: ${toErrorMessage(error)}`;
  const answer = isSecondPath(response.req.url ?? "")
    ? refuseSecond({ code: "INTERNAL_ERROR", message })
    : textResponse(500, message);
  sendDelivery(response, { kind: "whole", answer });
}

/** Reads a whole body, because some clients send it before they read a response. Drops a stranger's body. */
async function readBody(
  request: IncomingMessage,
  room: { free: number },
  sender: ReturnType<typeof judgeSender>,
): Promise<ServiceRequest["body"]> {
  const chunks: Uint8Array[] = [];
  let kept = 0;
  let isTooLarge = false;
  try {
    for await (const chunk of request as AsyncIterable<Uint8Array>) {
      if (sender === "stranger" || isTooLarge) continue;
      chunks.push(chunk);
      kept += chunk.byteLength;
      room.free -= chunk.byteLength;
      if (room.free >= 0) continue;
      isTooLarge = true;
      chunks.length = 0;
      room.free += kept;
      kept = 0;
    }
  } finally {
    room.free += kept;
  }
  if (sender === "stranger") return "unread";
  return isTooLarge ? "too_large" : Buffer.concat(chunks);
}

function viewQueue(queue: Queue, options: EmulatorOptions): QueueView {
  const pullRequests = Array.from(queue.submissions.values(), (submission): PullRequestView => {
    const { number, state, testRunId } = submission;
    return { number, state, reason: explainSubmission(queue, submission, options), testRunId };
  });
  const { identity, id } = queue;
  return { identity, id, settings: readShownSettings(queue, options), pullRequests };
}
