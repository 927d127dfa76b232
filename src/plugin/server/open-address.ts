import type { ListenOptions, Server } from "node:net";
import type { SocketPlace } from "../handshake/create-socket-directory";
import type { ServerAddress } from "../handshake/format-handshake";

/** Where the server may listen. */
export interface AddressOptions {
  /** The place for a socket; undefined if there is none on this system. */
  readonly socket: SocketPlace | undefined;
  /** First and last TCP port to try where there is no socket. */
  readonly portRange: readonly [first: number, last: number];
  /** Whether TCP is allowed; without TLS it lets every user of the machine in. */
  readonly allowsTcp: boolean;
}

/**
 * Makes the server listen: on the socket, else on a TCP port of the loopback interface (rules G-11 and G-12).
 *
 * @throws Error if neither works
 */
export async function openAddress(server: Server, options: AddressOptions): Promise<ServerAddress> {
  const { socket, portRange, allowsTcp } = options;
  if (socket !== undefined) {
    await listen(server, { path: socket.path });
    socket.secure();
    return { network: "unix", address: socket.path };
  }
  if (!allowsTcp) {
    throw new Error(
      "No folder for the provider's socket can be had: TMPDIR and /tmp are not writable, or too long. Without " +
        "TLS a TCP port would let every user of this machine in. Set TMPDIR to a folder of yours with a short name.",
    );
  }
  return listenOnFreePort(server, portRange);
}

/** Named as what it is, it needs no name resolution. */
const LOOPBACK = "127.0.0.1";

async function listenOnFreePort(
  server: Server,
  [first, last]: readonly [first: number, last: number],
): Promise<ServerAddress> {
  const count = last - first + 1;
  // Providers start at the same moment; from a common first port each would try the others' one by one.
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
