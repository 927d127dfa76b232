import type { Server } from "node:http";
import { MergeQueueError } from "../../queue/merge-queue-error";

const LOOPBACK = "127.0.0.1";

/** Listens on 127.0.0.1. Port 0: any free port. @returns the port @throws MergeQueueError if this fails */
export function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      const message = describe(error, port);
      reject(new MergeQueueError("invalid_configuration", message, { argument: "port" }, error));
    });
    server.listen({ port, host: LOOPBACK }, () => {
      const address = server.address();
      resolve(typeof address === "object" && address !== null ? address.port : port);
    });
  });
}

function describe({ code, message }: NodeJS.ErrnoException, port: number): string {
  const where = `port ${port} of ${LOOPBACK}`;
  if (code === "EADDRINUSE") {
    return `The local service cannot listen on ${where}: another process uses it. Choose another port, or omit it to get a free one.`;
  }
  if (code === "EACCES") {
    return `The local service is not permitted to listen on ${where}. Choose a port from 1024 on, or omit it to get a free one.`;
  }
  if (code === "EADDRNOTAVAIL" || code === "EAFNOSUPPORT") {
    return (
      `The local service cannot listen on ${LOOPBACK}: the loopback interface of this machine or container has no IPv4 address ` +
      `(${code}). On Linux, add the address with: ip link set lo up && ip address add ${LOOPBACK}/8 dev lo`
    );
  }
  return `The local service cannot listen on ${where}: ${message}. Choose another port.`;
}
