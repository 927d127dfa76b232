import type { Socket } from "node:net";
import type { Exchange, HttpRequest } from "../../../src/api/exchange";
import { closeAllConnections, createUndiciTransport } from "../../../src/api/transport/undici-transport";
import { type RawServer, startRawServer } from "./raw-server";

const BODY = '{"x":1}';
const closers: (() => Promise<void>)[] = [];

/** Makes {@link stopServing} close a server. */
export function closeLater(close: () => Promise<void>): void {
  closers.push(close);
}

/** Closes all connections and servers of a test. */
export async function stopServing(): Promise<void> {
  await closeAllConnections();
  for (const close of closers.splice(0)) await close();
}

/** Starts a server that does this about each request, until {@link stopServing}. */
export async function serve(
  onRequest: (socket: Socket, connection: number) => void,
): Promise<RawServer & { readonly origin: string }> {
  const server = await startRawServer((socket, received, connection) => {
    // Every request of these tests ends with its body.
    if (received.endsWith(BODY)) onRequest(socket, connection);
  });
  closeLater(server.close);
  return { ...server, origin: `http://127.0.0.1:${server.port}` };
}

/** A request as a call makes it. */
export function request(signal = new AbortController().signal): HttpRequest {
  return { method: "POST", path: "/v1/getQueue", headers: { "x-api-token": "fake" }, body: BODY, signal };
}

/** Sends it to a service. */
export async function send(origin: string, maxResponseBytes?: number): Promise<Exchange> {
  const cap = maxResponseBytes === undefined ? {} : { maxResponseBytes };
  return createUndiciTransport({ origin, ...cap })(request());
}

/** A response as a server writes it. */
export function http(status: string, headers: string[], body = ""): string {
  return [`HTTP/1.1 ${status}`, ...headers, "", body].join("\r\n");
}

/** The response to a successful call. */
export const OK = http("200 OK", ["content-type: application/json", "content-length: 2"], "{}");
