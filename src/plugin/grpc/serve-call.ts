import { constants, type IncomingHttpHeaders, type ServerHttp2Stream } from "node:http2";
import { GRPC_STATUS, GrpcError } from "./grpc-error";
import { readTimeoutMs } from "./grpc-headers";
import { MessageReader } from "./message-reader";
import type { Route, SilentRoute, StreamRoute, UnaryRoute } from "./route";
import {
  CONTENT_TYPE,
  MAX_MESSAGE_BYTES,
  refuseCall,
  sendError,
  sendMessage,
  sendMessages,
} from "./send-response";

/** Node's longest timer, 24 days; longer deadlines are ignored. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** Finds the route of a path; undefined if there is none. Its code may still be loading when a call arrives. */
export type FindRoute = (path: string) => Promise<Route | undefined>;

/** Counts calls from the complete request until the response was sent or the stream was closed. */
export interface CallTracker {
  /** Counts a call until it settles. */
  track(call: () => Promise<void>): Promise<void>;
}

/** How calls are handled. */
export interface CallHandling {
  readonly findRoute: FindRoute;
  /** Default: calls are not counted. */
  readonly calls?: CallTracker | undefined;
}

/** Serves one call by the rules of gRPC over HTTP/2. Never throws. */
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
    const timeoutMs = readTimeoutMs(headers["grpc-timeout"]);
    const path = headers[":path"] ?? "";
    const route = await findRoute(path);
    // Clients probe for methods of other versions and accept only this status (rule C-06).
    if (route === undefined) throw new GrpcError(GRPC_STATUS.UNIMPLEMENTED, `There is no method ${path}.`);
    if (route.kind === "silent") serveSilent(stream, route);
    else serveRequest(stream, route, { timeoutMs, calls });
  } catch (error) {
    sendError(stream, error);
  }
}

function serveRequest(
  stream: ServerHttp2Stream,
  route: UnaryRoute | StreamRoute,
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
      respond(stream, route, request, closed).then(() => {
        clearTimeout(timer);
      }, fail);
      request = undefined;
    }
  });
  if (timeoutMs !== undefined && timeoutMs <= MAX_TIMER_MS) {
    timer = setTimeout(() => {
      // After the first message a status could only follow the others, which the client may never take.
      if (stream.headersSent) stream.close(constants.NGHTTP2_CANCEL);
      else fail(new GrpcError(GRPC_STATUS.DEADLINE_EXCEEDED, "The call took longer than the client waits."));
    }, timeoutMs);
  }
}

async function respond(
  stream: ServerHttp2Stream,
  route: UnaryRoute | StreamRoute,
  request: Buffer,
  closed: Promise<void>,
): Promise<void> {
  if (route.kind === "stream") {
    await sendMessages(stream, (send) => route.handle(request, send));
    return;
  }
  sendMessage(stream, await route.handle(request));
  if (route.onSent !== undefined) void closed.then(route.onSent);
}

const ONE_REQUEST = "The method takes exactly one request.";

function serveSilent(stream: ServerHttp2Stream, { endsWithClient }: SilentRoute): void {
  if (endsWithClient)
    stream.once("end", () => {
      sendMessage(stream);
    });
  stream.resume();
}
