import {
  type ClientHttp2Session,
  type ClientHttp2Stream,
  connect,
  type OutgoingHttpHeaders,
} from "node:http2";
import { connect as connectNet, type Socket } from "node:net";

/** How a call ended, as it is on the wire. */
export interface RawResponse {
  /** The first headers; undefined where the stream ended without. */
  readonly headers: { readonly [name: string]: unknown } | undefined;
  readonly trailers: { readonly [name: string]: unknown } | undefined;
  readonly body: Buffer;
  /** HTTP/2's error code with which the stream ended. */
  readonly resetCode: number;
}

/** Connects without a gRPC library: the test decides what is sent. */
export function connectRaw(path: string): ClientHttp2Session {
  const session = connect("http://localhost", {
    createConnection: () => connectNet(path),
    maxSessionMemory: 4000,
  });
  session.on("error", () => undefined);
  return session;
}

export function openRaw(
  session: ClientHttp2Session,
  path: string,
  headers: OutgoingHttpHeaders = {},
): ClientHttp2Stream {
  const stream = session.request({
    ":method": "POST",
    ":path": path,
    "content-type": "application/grpc",
    te: "trailers",
    ...headers,
  });
  stream.on("error", () => undefined);
  return stream;
}

export function readRaw(stream: ClientHttp2Stream): Promise<RawResponse> {
  let headers: RawResponse["headers"];
  let trailers: RawResponse["trailers"];
  const chunks: Buffer[] = [];
  stream.on("response", (given) => {
    headers = given;
  });
  stream.on("trailers", (given: NonNullable<RawResponse["trailers"]>) => {
    trailers = given;
  });
  stream.on("data", (chunk: Buffer) => chunks.push(chunk));
  return new Promise((resolve) => {
    stream.once("close", () => {
      resolve({ headers, trailers, body: Buffer.concat(chunks), resetCode: stream.rstCode });
    });
  });
}

/** Calls with these bytes as the whole request. */
export function callRaw(
  session: ClientHttp2Session,
  path: string,
  bytes: Uint8Array,
  headers: OutgoingHttpHeaders = {},
): Promise<RawResponse> {
  const stream = openRaw(session, path, headers);
  const response = readRaw(stream);
  stream.end(bytes);
  return response;
}

/** Sends bytes, waits until the other side closes the connection, and returns what it sent. */
export function sendBytes(path: string, bytes: Uint8Array): Promise<Buffer> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    const socket: Socket = connectNet(path, () => {
      socket.write(bytes);
    });
    socket.on("data", (chunk: Buffer) => chunks.push(chunk));
    socket.on("error", () => undefined);
    socket.once("close", () => {
      resolve(Buffer.concat(chunks));
    });
  });
}

/** A message as gRPC sends it. */
export function frameMessage(message: Uint8Array, { flag = 0, claimed = message.length } = {}): Buffer {
  const prefix = Buffer.alloc(5);
  prefix[0] = flag;
  prefix.writeUInt32BE(claimed, 1);
  return Buffer.concat([prefix, message]);
}
