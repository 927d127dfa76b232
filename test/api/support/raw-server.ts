import { type AddressInfo, createServer, type Server, type Socket } from "node:net";

/** A loopback server without HTTP: it sends the bytes that the test gives. */
export interface RawServer {
  readonly port: number;
  /** What arrived, one string a connection, in the order of connecting. */
  readonly received: string[];
  readonly close: () => Promise<void>;
}

/**
 * Starts a server that receives requests byte by byte.
 * @param onData - called whenever bytes arrive on a connection
 */
export async function startRawServer(
  onData: (socket: Socket, received: string, connection: number) => void,
): Promise<RawServer> {
  const received: string[] = [];
  const server = createServer((socket) => {
    const connection = received.push("") - 1;
    // In many tests the client disconnects.
    socket.on("error", () => undefined);
    socket.on("data", (chunk) => {
      received[connection] = `${received[connection] ?? ""}${chunk.toString("latin1")}`;
      onData(socket, received[connection], connection);
    });
  });
  const close = trackSockets(server);
  const port = await listen(server);
  return { port, received, close };
}

/** Makes a server listen on a free loopback port, and returns the port. */
export async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  return (server.address() as AddressInfo).port;
}

/** Remembers a server's connections, so that closing it ends them. */
export function trackSockets(server: Server): () => Promise<void> {
  const sockets = new Set<Socket>();
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
  });
  return async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise<void>((resolve) => {
      server.close(() => {
        resolve();
      });
    });
  };
}
