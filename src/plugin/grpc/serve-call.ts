import { constants, type IncomingHttpHeaders, type ServerHttp2Stream } from "node:http2";
import { GRPC_STATUS, GrpcError, isGrpcError } from "./grpc-error";
import { PREFIX_BYTES, readRequest } from "./read-request";
import type { Route, SendMessage, StreamRoute, UnaryRoute } from "./route";

export interface CallHandling {
  /** Returns the route of a path; undefined if there is none. May have to load the route's code first. */
  readonly findRoute: (path: string) => Promise<Route | undefined>;
  /** Tracks calls in progress. A call is in progress from its complete request until its stream is closed. */
  readonly calls: { track(call: () => Promise<void>): Promise<void> };
}

/** Serves one gRPC call. Never throws. Ignores deadlines: the client enforces them when it cancels a call. */
export async function serveCall(
  stream: ServerHttp2Stream,
  headers: IncomingHttpHeaders,
  { findRoute, calls }: CallHandling,
): Promise<void> {
  // A client may disconnect; the call then ends by itself.
  stream.on("error", () => undefined);
  if (headers[":method"] !== "POST") {
    refuseCall(stream, { ":status": 405, allow: "POST" });
    return;
  }
  if (!/^application\/grpc($|[+;])/.test(headers["content-type"] ?? "")) {
    refuseCall(stream, { ":status": 415, "accept-post": CONTENT_TYPE });
    return;
  }
  try {
    const path = headers[":path"] ?? "";
    const route = await findRoute(path);
    // Clients probe for methods of other versions and accept only this status.
    if (route === undefined) throw new GrpcError(GRPC_STATUS.UNIMPLEMENTED, `There is no method ${path}.`);
    if (route.kind !== "silent") {
      await serveRequest(stream, route, calls);
      return;
    }
    if (route.endsWithClient) {
      stream.once("end", () => {
        sendMessage(stream);
      });
    }
    stream.resume();
  } catch (error) {
    sendError(stream, error);
  }
}

async function serveRequest(
  stream: ServerHttp2Stream,
  route: UnaryRoute | StreamRoute,
  calls: CallHandling["calls"],
): Promise<void> {
  const closed = new Promise<void>((resolve) => {
    stream.once("close", resolve);
  });
  const request = await readRequest(stream, MAX_MESSAGE_BYTES);
  void calls.track(() => closed);
  if (route.kind === "stream") {
    await sendMessages(stream, (send) => route.handle(request, send));
    return;
  }
  sendMessage(stream, await route.handle(request));
  if (route.onSent !== undefined) void closed.then(route.onSent);
}

/** Terraform has the same limit. gRPC's default of 4 MiB is too small for large configurations. */
const MAX_MESSAGE_BYTES = 256 * 1024 * 1024;

const CONTENT_TYPE = "application/grpc";

/**
 * A message up to this length is joined with its prefix. An empty message has to be joined: if the last of
 * several pieces is empty, Node.js 20.20 frees the others before they are sent, and sends arbitrary memory.
 */
const MAX_COPIED_BYTES = 64 * 1024;

interface CallEnd {
  readonly status: number;
  readonly message: string;
}

const OK: CallEnd = { status: GRPC_STATUS.OK, message: "" };

/** Sends the only message of a response, if there is one, and ends the call. */
function sendMessage(stream: ServerHttp2Stream, message?: Buffer): void {
  if (message !== undefined && message.length > MAX_MESSAGE_BYTES) {
    sendError(stream, createTooLong(message));
    return;
  }
  if (!isWaiting(stream)) return;
  startResponse(stream, () => OK);
  // The end goes out with the message, which takes one round less.
  stream.cork();
  if (message !== undefined) writeMessage(stream, message);
  stream.end();
}

/** Sends the messages of `produce`, then ends the stream. Rethrows an error if nothing was sent before it. */
async function sendMessages(
  stream: ServerHttp2Stream,
  produce: (send: SendMessage<Buffer>) => Promise<void>,
): Promise<void> {
  let end = OK;
  const start = (): void => {
    if (isWaiting(stream)) startResponse(stream, () => end);
  };
  const send = async (message: Buffer): Promise<boolean> => {
    if (message.length > MAX_MESSAGE_BYTES) throw createTooLong(message);
    start();
    if (stream.writable) {
      await new Promise<void>((resolve) => {
        writeMessage(stream, message, resolve);
      });
    }
    return stream.writable;
  };
  try {
    await produce(send);
  } catch (error) {
    if (!stream.headersSent) throw error;
    end = toCallEnd(error);
  }
  start();
  if (stream.writable) stream.end();
}

/** Sends an error. Sends only a GrpcError's text, because the text of other errors could contain secrets. */
export function sendError(stream: ServerHttp2Stream, error: unknown): void {
  refuseCall(stream, {
    ":status": 200,
    "content-type": CONTENT_TYPE,
    "grpc-accept-encoding": "identity",
    ...toStatusHeaders(toCallEnd(error)),
  });
}

/** Responds with headers only and ignores the rest of the request. */
function refuseCall(stream: ServerHttp2Stream, headers: { readonly [name: string]: string | number }): void {
  if (!isWaiting(stream)) return;
  const hasMore = !stream.readableEnded;
  stream.respond(headers, { endStream: true });
  if (hasMore) stream.close(constants.NGHTTP2_NO_ERROR);
}

function startResponse(stream: ServerHttp2Stream, getEnd: () => CallEnd): void {
  stream.respond({ ":status": 200, "content-type": CONTENT_TYPE }, { waitForTrailers: true });
  stream.once("wantTrailers", () => {
    stream.sendTrailers(toStatusHeaders(getEnd()));
  });
}

/** Writes a message with its prefix. Calls `onTaken` when the client has taken it, or has disconnected. */
function writeMessage(stream: ServerHttp2Stream, message: Buffer, onTaken?: () => void): void {
  const prefix = Buffer.alloc(PREFIX_BYTES);
  prefix.writeUInt32BE(message.length, 1);
  if (message.length <= MAX_COPIED_BYTES) {
    stream.write(Buffer.concat([prefix, message]), onTaken);
    return;
  }
  stream.cork();
  stream.write(prefix);
  stream.write(message, onTaken);
  stream.uncork();
}

function createTooLong({ length }: Buffer): GrpcError {
  const text = `The response has ${length} bytes; at most ${MAX_MESSAGE_BYTES} can be sent.`;
  return new GrpcError(GRPC_STATUS.RESOURCE_EXHAUSTED, text);
}

function toCallEnd(error: unknown): CallEnd {
  return isGrpcError(error) ? error : { status: GRPC_STATUS.INTERNAL, message: "The call failed." };
}

function toStatusHeaders({ status, message }: CallEnd): { readonly [name: string]: string } {
  const text = message === "" ? {} : { "grpc-message": escapeMessage(message) };
  return { "grpc-status": String(status), ...text };
}

/** Writes `%XX` for the percent sign, and for bytes that are not printable ASCII (gRPC, "Responses"). */
function escapeMessage(text: string): string {
  return Array.from(Buffer.from(text, "utf8"), (byte) =>
    byte < 0x20 || byte > 0x7e || byte === 0x25
      ? `%${byte.toString(16).toUpperCase().padStart(2, "0")}`
      : String.fromCharCode(byte),
  ).join("");
}

function isWaiting(stream: ServerHttp2Stream): boolean {
  return !(stream.destroyed || stream.closed || stream.headersSent);
}
