import { constants, type IncomingHttpHeaders, type ServerHttp2Stream } from "node:http2";
import { GRPC_STATUS, GrpcError, isGrpcError } from "./grpc-error";
import { formatGrpcMessage, readTimeoutMs } from "./grpc-headers";
import { MessageReader, PREFIX_BYTES } from "./message-reader";
import type { Route, SilentRoute, UnaryRoute } from "./route";

/** Terraform's own limit; gRPC's default of 4 MiB is too small for large configurations (rule G-25). */
const MAX_MESSAGE_BYTES = 256 * 1024 * 1024;

const CONTENT_TYPE = "application/grpc";

/**
 * Messages up to this length are sent in one piece with their prefix. It must not be 0: if the last of several pieces is
 * empty, Node.js 20.20 frees the others before they are sent, and sends arbitrary memory instead.
 */
const MAX_COPIED_BYTES = 64 * 1024;

/** Node's longest timer, 24 days; longer deadlines are ignored. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** Returns the routes by path. They may still be loading when the first call arrives. */
export type LoadRoutes = () => Promise<ReadonlyMap<string, Route>>;

/** Counts calls from the complete request until the response was sent or the stream was closed. */
export interface CallTracker {
  /** Counts a call until it settles. */
  track(call: () => Promise<void>): Promise<void>;
}

/** How calls are handled. */
export interface CallHandling {
  readonly loadRoutes: LoadRoutes;
  /** Default: calls are not counted. */
  readonly calls?: CallTracker | undefined;
}

/** Serves one call by the rules of gRPC over HTTP/2. Never throws. */
export async function serveCall(
  stream: ServerHttp2Stream,
  headers: IncomingHttpHeaders,
  { loadRoutes, calls }: CallHandling,
): Promise<void> {
  // A client may disconnect; the call then ends by itself.
  stream.on("error", () => undefined);
  if (headers[":method"] !== "POST") {
    refuse(stream, { ":status": 405, allow: "POST" });
    return;
  }
  if (!/^application\/grpc($|[+;])/.test(headers["content-type"] ?? "")) {
    refuse(stream, { ":status": 415, "accept-post": CONTENT_TYPE });
    return;
  }
  try {
    const timeoutMs = readTimeoutMs(headers["grpc-timeout"]);
    const path = headers[":path"] ?? "";
    const route = (await loadRoutes()).get(path);
    // Clients probe for methods of other versions and accept only this status (rule C-06).
    if (route === undefined) throw new GrpcError(GRPC_STATUS.UNIMPLEMENTED, `There is no method ${path}.`);
    if (route.kind === "unary") serveUnary(stream, route, { timeoutMs, calls });
    else serveSilent(stream, route);
  } catch (error) {
    sendError(stream, error);
  }
}

function serveUnary(
  stream: ServerHttp2Stream,
  { handle, onSent }: UnaryRoute,
  { timeoutMs, calls }: { readonly timeoutMs: number | undefined; readonly calls: CallTracker | undefined },
): void {
  const reader = new MessageReader(MAX_MESSAGE_BYTES);
  let request: Buffer | undefined;
  let timer: NodeJS.Timeout | undefined;
  const closed = new Promise<void>((resolve) => {
    stream.once("close", () => {
      clearTimeout(timer);
      resolve();
    });
  });
  const fail = (error: unknown): void => {
    clearTimeout(timer);
    stream.off("data", take);
    sendError(stream, error);
  };
  const take = (chunk: Buffer): void => {
    try {
      for (const message of reader.push(chunk)) {
        if (request !== undefined) throw new GrpcError(GRPC_STATUS.UNIMPLEMENTED, ONE_REQUEST);
        request = message;
      }
    } catch (error) {
      fail(error);
    }
  };
  stream.on("data", take);
  stream.once("end", () => {
    if (stream.writableEnded || stream.destroyed) return;
    if (!reader.isBetweenMessages) {
      fail(new GrpcError(GRPC_STATUS.INTERNAL, "The request ends in the middle of a message."));
    } else if (request === undefined) {
      fail(new GrpcError(GRPC_STATUS.UNIMPLEMENTED, ONE_REQUEST));
    } else {
      void calls?.track(() => closed);
      handle(request).then((response) => {
        clearTimeout(timer);
        sendMessage(stream, response);
        if (onSent !== undefined) void closed.then(onSent);
      }, fail);
      request = undefined;
    }
  });
  if (timeoutMs !== undefined && timeoutMs <= MAX_TIMER_MS) {
    timer = setTimeout(() => {
      fail(new GrpcError(GRPC_STATUS.DEADLINE_EXCEEDED, "The call took longer than the client waits."));
    }, timeoutMs);
  }
}

const ONE_REQUEST = "The method takes exactly one request.";

function serveSilent(stream: ServerHttp2Stream, { endsWithClient }: SilentRoute): void {
  if (endsWithClient)
    stream.once("end", () => {
      sendMessage(stream);
    });
  stream.resume();
}

function sendMessage(stream: ServerHttp2Stream, message?: Buffer): void {
  if (message !== undefined && message.length > MAX_MESSAGE_BYTES) {
    const text = `The response has ${message.length} bytes; at most ${MAX_MESSAGE_BYTES} can be sent.`;
    sendError(stream, new GrpcError(GRPC_STATUS.RESOURCE_EXHAUSTED, text));
    return;
  }
  if (!isWaiting(stream)) return;
  stream.respond({ ":status": 200, "content-type": CONTENT_TYPE }, { waitForTrailers: true });
  stream.once("wantTrailers", () => {
    stream.sendTrailers({ "grpc-status": String(GRPC_STATUS.OK) });
  });
  if (message === undefined) {
    stream.end();
    return;
  }
  const prefix = Buffer.alloc(PREFIX_BYTES);
  prefix.writeUInt32BE(message.length, 1);
  if (message.length <= MAX_COPIED_BYTES) {
    stream.end(Buffer.concat([prefix, message]));
    return;
  }
  // Both go out in one frame, and a long message is not copied for that.
  stream.cork();
  stream.write(prefix);
  stream.end(message);
  stream.uncork();
}

/** Sends an error. The text of anything but a GrpcError is withheld, because it could contain anything. */
function sendError(stream: ServerHttp2Stream, error: unknown): void {
  const { status, message } = isGrpcError(error)
    ? error
    : { status: GRPC_STATUS.INTERNAL, message: "The call failed." };
  refuse(stream, {
    ":status": 200,
    "content-type": CONTENT_TYPE,
    "grpc-accept-encoding": "identity",
    "grpc-status": String(status),
    "grpc-message": formatGrpcMessage(message),
  });
}

/** Responds with headers only and ignores the rest of the request. */
function refuse(stream: ServerHttp2Stream, headers: { readonly [name: string]: string | number }): void {
  if (!isWaiting(stream)) return;
  const hasMore = !stream.readableEnded;
  stream.respond(headers, { endStream: true });
  if (hasMore) stream.close(constants.NGHTTP2_NO_ERROR);
}

function isWaiting(stream: ServerHttp2Stream): boolean {
  return !(stream.destroyed || stream.closed || stream.headersSent);
}
