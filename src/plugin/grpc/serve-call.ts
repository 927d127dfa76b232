import { constants, type IncomingHttpHeaders, type ServerHttp2Stream } from "node:http2";
import { formatGrpcMessage } from "./format-grpc-message";
import { GRPC_STATUS, GrpcError } from "./grpc-error";
import { MessageReader, PREFIX_BYTES } from "./message-reader";
import { readTimeoutMs } from "./read-timeout";
import type { Route, SilentRoute, UnaryRoute } from "./route";

/** As Terraform's own; gRPC's usual 4 MiB fail with large configurations (rule G-25). */
const MAX_MESSAGE_BYTES = 256 * 1024 * 1024;

const CONTENT_TYPE = "application/grpc";

/**
 * Messages up to this length go out in one piece with their prefix. It must not be 0: where the last of several pieces is
 * empty, Node.js (20.20) forgets the others before they are sent, and what is sent in their place is whatever memory holds.
 */
const MAX_COPIED_BYTES = 64 * 1024;

/** Longest timer of Node's; a client that waits longer than 24 days is not kept to it. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** Answers routes by their paths; loading them may take until after the first call has come. */
export type LoadRoutes = () => Promise<ReadonlyMap<string, Route>>;

/** Counts calls from the moment that they are whole until their answers are on their way, or nobody waits for them. */
export interface CallTracker {
  /** Counts something until it settles. */
  track(call: () => Promise<void>): Promise<void>;
}

/** How calls are answered. */
export interface CallHandling {
  readonly loadRoutes: LoadRoutes;
  /** Default: calls are not counted. */
  readonly calls?: CallTracker | undefined;
}

/** Answers one call: gRPC over HTTP/2, as its protocol document has it. Never throws. */
export async function serveCall(
  stream: ServerHttp2Stream,
  headers: IncomingHttpHeaders,
  { loadRoutes, calls }: CallHandling,
): Promise<void> {
  // A client that goes has its reasons; the call ends by itself.
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
    // Clients ask for what other versions offer, and take only this status for an answer (rule C-06).
    if (route === undefined) throw new GrpcError(GRPC_STATUS.UNIMPLEMENTED, `There is no method ${path}.`);
    if (route.kind === "unary") serveUnary(stream, route, { timeoutMs, calls });
    else serveSilent(stream, route);
  } catch (error) {
    sendError(stream, error);
  }
}

function serveUnary(
  stream: ServerHttp2Stream,
  { answer, onSent }: UnaryRoute,
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
      answer(request).then((response) => {
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

/** Sends the answer, if there is one, and the status OK. */
function sendMessage(stream: ServerHttp2Stream, message?: Buffer): void {
  if (message !== undefined && message.length > MAX_MESSAGE_BYTES) {
    const text = `The answer has ${message.length} bytes; at most ${MAX_MESSAGE_BYTES} can be sent.`;
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

/** Sends an error without a message before it; what is not a GrpcError could hold anything and is not told. */
function sendError(stream: ServerHttp2Stream, error: unknown): void {
  const { status, message } =
    error instanceof GrpcError ? error : { status: GRPC_STATUS.INTERNAL, message: "The call failed." };
  refuse(stream, {
    ":status": 200,
    "content-type": CONTENT_TYPE,
    "grpc-accept-encoding": "identity",
    "grpc-status": String(status),
    "grpc-message": formatGrpcMessage(message),
  });
}

/** Answers with headers alone, and takes nothing more of the request. */
function refuse(stream: ServerHttp2Stream, headers: { readonly [name: string]: string | number }): void {
  if (!isWaiting(stream)) return;
  const hasMore = !stream.readableEnded;
  stream.respond(headers, { endStream: true });
  if (hasMore) stream.close(constants.NGHTTP2_NO_ERROR);
}

function isWaiting(stream: ServerHttp2Stream): boolean {
  return !(stream.destroyed || stream.closed || stream.headersSent);
}
