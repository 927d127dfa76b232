import { createServer, type ListenOptions, type Server, type Socket } from "node:net";
import type { SocketPlace } from "../handshake/create-socket-directory";
import type { ServerAddress } from "../handshake/format-handshake";

interface AddressOptions {
  /** The place for the socket; undefined if there is none, as on Windows. */
  readonly socket: SocketPlace | undefined;
  readonly portRange: readonly [first: number, last: number];
  /** Whether TCP is allowed: with TLS, or on Windows. Elsewhere, every local user could connect. */
  readonly allowsTcp: boolean;
}

/** Listens on the socket; without a socket, on a free loopback TCP port. @throws Error if it cannot listen */
export async function openAddress(server: Server, options: AddressOptions): Promise<ServerAddress> {
  const { socket, portRange, allowsTcp } = options;
  if (socket !== undefined) {
    await listen(server, { path: socket.path });
    socket.secure();
    return { network: "unix", address: socket.path };
  }
  if (!allowsTcp) {
    throw new Error(
      "There is no directory for the provider's socket: TMPDIR and /tmp are not writable, or their paths are too " +
        "long. A TCP port without TLS would be open to every user of this machine. Set TMPDIR to a directory of yours " +
        "with a short path.",
    );
  }
  return listenOnFreePort(server, portRange);
}

const LOOPBACK = "127.0.0.1";

async function listenOnFreePort(
  server: Server,
  [first, last]: readonly [first: number, last: number],
): Promise<ServerAddress> {
  const count = last - first + 1;
  // Starts at a random port, because several providers start at the same time.
  const start = Math.floor(Math.random() * count);
  let failure: unknown;
  for (let attempt = 0; attempt < count; attempt += 1) {
    const port = first + ((start + attempt) % count);
    try {
      await listen(server, { host: LOOPBACK, port });
      return { network: "tcp", address: `${LOOPBACK}:${port}` };
    } catch (error) {
      failure = error;
    }
  }
  throw new Error(`No TCP port from ${first} to ${last} is free for the provider.`, { cause: failure });
}

function listen(server: Server, options: ListenOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(options, () => {
      server.off("error", reject);
      resolve();
    });
  });
}

/** Lets connections wait until HTTP/2 is loaded, which takes longer than everything before the handshake. */
export class ConnectionQueue {
  readonly server: Server;
  readonly #waiting: Socket[] = [];
  #accept: ((socket: Socket) => void) | undefined;

  constructor() {
    this.server = createServer({ pauseOnConnect: true }, (socket) => {
      if (this.#accept === undefined) this.#waiting.push(socket);
      else this.#accept(socket);
    });
  }

  /** Passes all waiting connections, and all later connections, to `accept`. */
  open(accept: (socket: Socket) => void): void {
    this.#accept = accept;
    for (const socket of this.#waiting.splice(0)) accept(socket);
  }
}
