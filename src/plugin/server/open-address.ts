import type { Server } from "@grpc/grpc-js";
import type { SocketPlace } from "../handshake/create-socket-directory";
import type { ServerAddress } from "../handshake/format-handshake";
import { listen, type ServerTls } from "./plugin-server";

/** Where the server may listen. */
export interface AddressOptions {
  /** The place for a socket; undefined if there is none on this system. */
  readonly socket: SocketPlace | undefined;
  /** First and last TCP port to try where there is no socket. */
  readonly portRange: readonly [first: number, last: number];
  readonly tls: ServerTls | undefined;
  /** Whether TCP without TLS is allowed, which lets every user of the machine in. */
  readonly allowsPlainTcp: boolean;
}

/**
 * Makes the server listen: on the socket, else on a TCP port of the loopback interface (rules G-11 and G-12).
 *
 * @throws Error if neither works
 */
export async function openAddress(server: Server, options: AddressOptions): Promise<ServerAddress> {
  const { socket, portRange, tls } = options;
  if (socket !== undefined) {
    await listen(server, `unix:${socket.path}`, tls);
    socket.secure();
    return { network: "unix", address: socket.path };
  }
  if (tls === undefined && !options.allowsPlainTcp) {
    throw new Error(
      "No folder for the provider's socket can be had: TMPDIR and /tmp are not writable, or too long. Without " +
        "TLS a TCP port would let every user of this machine in. Set TMPDIR to a folder of yours with a short name.",
    );
  }
  return listenOnFreePort(server, portRange, tls);
}

async function listenOnFreePort(
  server: Server,
  [first, last]: readonly [first: number, last: number],
  tls: ServerTls | undefined,
): Promise<ServerAddress> {
  const count = last - first + 1;
  // Providers start at the same moment; from a common first port each would try the others' one by one.
  const start = Math.floor(Math.random() * count);
  let failure: unknown;
  for (let attempt = 0; attempt < count; attempt += 1) {
    const address = `127.0.0.1:${first + ((start + attempt) % count)}`;
    try {
      // Named as what it is, the address needs no name resolution.
      await listen(server, `ipv4:${address}`, tls);
      return { network: "tcp", address };
    } catch (error) {
      failure = error;
    }
  }
  throw new Error(`No TCP port from ${first} to ${last} is free for the provider.`, { cause: failure });
}
