import { readFileSync } from "node:fs";
import type { AddressInfo, Socket } from "node:net";
import { createServer, type Server } from "node:tls";
import { delay, type Fault } from "../../src/emulator/faults";
import { type OpenEmulator, startOpenEmulator } from "../../src/emulator/start-emulator";
import { createCertificate } from "../../src/plugin/handshake/create-certificate";

/** The way to the service. */
export interface Line {
  readonly scheme: "http" | "https";
  /** Milliseconds added to the service's own time for every response. */
  readonly latencyMs: number;
}

/** The cost of an action. */
export interface Run {
  readonly durationMs: number;
  /** User and system time of the programs that it started and waited for, with their own children. */
  readonly processorMs: number;
  /** How many requests arrived. */
  readonly requests: number;
  /** The most connections that were open at once. */
  readonly mostOpen: number;
  /** The most requests that were in progress at once. */
  readonly mostInFlight: number;
}

const NO_TRAFFIC = { requests: 0, mostOpen: 0, mostInFlight: 0 };

/** The local service, which counts its requests, and speaks TLS if told to. */
export interface MeasuredService {
  /** Base address for clients. */
  readonly url: string;
  /** Certificate to trust, in PEM form; empty without TLS. */
  readonly ca: string;
  readonly emulator: OpenEmulator;
  /** Measures an action, and counts the requests that arrive meanwhile. */
  readonly record: <T>(action: () => Promise<T>) => Promise<{ readonly result: T; readonly run: Run }>;
  readonly close: () => Promise<void>;
}

/** Starts the service. */
export async function startMeasuredService({ scheme, latencyMs }: Line): Promise<MeasuredService> {
  const emulator = await startOpenEmulator({ keptRequests: "none" });
  let traffic = NO_TRAFFIC;
  let inFlight = 0;
  const count: Fault = async (_request, next) => {
    inFlight += 1;
    traffic = {
      requests: traffic.requests + 1,
      mostOpen: Math.max(traffic.mostOpen, emulator.connections.open),
      mostInFlight: Math.max(traffic.mostInFlight, inFlight),
    };
    try {
      return await next();
    } finally {
      inFlight -= 1;
    }
  };
  emulator.setFaults(count, ...(latencyMs === 0 ? [] : [delay(latencyMs)]));
  const sockets = new Set<Socket>();
  const tls = scheme === "https" ? await terminateTls(emulator, sockets) : undefined;
  return {
    url: tls?.url ?? emulator.url,
    ca: tls?.ca ?? "",
    emulator,
    async record(action) {
      traffic = NO_TRAFFIC;
      const processorBeforeMs = readChildrenProcessorMs();
      const startedAt = performance.now();
      const result = await action();
      const durationMs = performance.now() - startedAt;
      const processorMs = readChildrenProcessorMs() - processorBeforeMs;
      return { result, run: { durationMs, processorMs, ...traffic } };
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      tls?.server.close();
      await emulator.close();
    },
  };
}

async function terminateTls(
  { url, accept }: OpenEmulator,
  sockets: Set<Socket>,
): Promise<{ readonly url: string; readonly ca: string; readonly server: Server }> {
  const { pem, privateKeyPem } = createCertificate();
  const server = createServer({ cert: pem, key: privateKeyPem, noDelay: true }, accept);
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `https://localhost:${port}${new URL(url).pathname}`, ca: pem, server };
}

/** Of all ended children. Linux only: it reads /proc, where time is counted in hundredths of a second. */
function readChildrenProcessorMs(): number {
  // After the name in parentheses come the fields from the third on; these are the 16th and the 17th.
  const fields = readFileSync("/proc/self/stat", "utf8").split(") ")[1]?.split(" ") ?? [];
  return (Number(fields[13]) + Number(fields[14])) * 10;
}
