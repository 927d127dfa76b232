import type { AddressInfo, Socket } from "node:net";
import type { Server } from "node:tls";
import { createServer } from "node:tls";
import type { Fault } from "../../../src/emulator/faults";
import { delay } from "../../../src/emulator/faults";
import type { Emulator, OpenEmulator } from "../../../src/emulator/start-emulator";
import { startOpenEmulator } from "../../../src/emulator/start-emulator";
import { createCertificate } from "../../../src/plugin/handshake/create-certificate";

/** How the service is reached. */
export interface Line {
  readonly scheme: "http" | "https";
  /** Milliseconds that every answer takes beside its making. */
  readonly latencyMs: number;
}

/** What arrived at the service during something. */
export interface Traffic {
  /** Requests by operation. */
  readonly calls: ReadonlyMap<string, number>;
  /** Connections that were opened. */
  readonly opened: number;
  /** Connections that were open at once, at most. */
  readonly mostOpen: number;
  /** Requests that were on their way at once, at most. */
  readonly mostInFlight: number;
}

/** The local service, counted, and over TLS where that is asked for. */
export class MeasuredService {
  /** Base address for clients. */
  readonly url: string;
  /** Root to trust, in PEM form; undefined without TLS. */
  readonly ca: string | undefined;
  readonly emulator: OpenEmulator;
  readonly #terminator: Server | undefined;
  readonly #sockets: ReadonlySet<Socket>;
  readonly #counter: Counter;

  private constructor(emulator: OpenEmulator, counter: Counter, terminator: Terminator | undefined) {
    this.emulator = emulator;
    this.url = terminator?.url ?? emulator.url;
    this.ca = terminator?.ca;
    this.#terminator = terminator?.server;
    this.#sockets = terminator?.sockets ?? new Set();
    this.#counter = counter;
  }

  /** Starts it. End it with {@link close}. */
  static async start({ scheme, latencyMs }: Line): Promise<MeasuredService> {
    const emulator = await startOpenEmulator({ keptRequests: "none" });
    const counter = new Counter(emulator);
    emulator.setFaults(counter.fault, ...(latencyMs === 0 ? [] : [delay(latencyMs)]));
    const terminator = scheme === "https" ? await terminateTls(emulator) : undefined;
    return new MeasuredService(emulator, counter, terminator);
  }

  /** Does something and answers what arrived meanwhile. */
  async record<T>(action: () => Promise<T>): Promise<{ readonly result: T; readonly traffic: Traffic }> {
    const openedBefore = this.emulator.connections.opened;
    this.#counter.reset();
    const result = await action();
    const { calls, mostOpen, mostInFlight } = this.#counter;
    const opened = this.emulator.connections.opened - openedBefore;
    return { result, traffic: { calls: new Map(calls), opened, mostOpen, mostInFlight } };
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    this.#terminator?.close();
    await this.emulator.close();
  }
}

/** A fault that does nothing but count. */
class Counter {
  readonly calls = new Map<string, number>();
  mostOpen = 0;
  mostInFlight = 0;
  readonly fault: Fault;
  #inFlight = 0;

  constructor(emulator: Emulator) {
    this.fault = async ({ operation = "none" }, next) => {
      this.calls.set(operation, (this.calls.get(operation) ?? 0) + 1);
      this.#inFlight += 1;
      this.mostInFlight = Math.max(this.mostInFlight, this.#inFlight);
      this.mostOpen = Math.max(this.mostOpen, emulator.connections.open);
      try {
        return await next();
      } finally {
        this.#inFlight -= 1;
      }
    };
  }

  reset(): void {
    this.calls.clear();
    this.mostOpen = 0;
    this.mostInFlight = 0;
  }
}

interface Terminator {
  readonly url: string;
  readonly ca: string;
  readonly server: Server;
  readonly sockets: ReadonlySet<Socket>;
}

/** Puts TLS before a service: it serves what comes out of it as connections of its own, in this process. */
async function terminateTls({ url, accept }: OpenEmulator): Promise<Terminator> {
  const { pem, privateKeyPem } = createCertificate();
  const sockets = new Set<Socket>();
  const server = createServer({ cert: pem, key: privateKeyPem, noDelay: true }, accept);
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const { pathname } = new URL(url);
  return { url: `https://localhost:${port}${pathname}`, ca: pem, server, sockets };
}
