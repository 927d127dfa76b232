import type { IncomingHttpHeaders, ServerHttp2Stream } from "node:http2";
import { GRPC_STATUS, GrpcError } from "./grpc-error";
import { readRequest } from "./read-request";
import type { Route, StreamRoute, UnaryRoute } from "./route";
import {
  CONTENT_TYPE,
  MAX_MESSAGE_BYTES,
  refuseCall,
  sendError,
  sendMessage,
  sendMessages,
} from "./send-response";

export interface CallHandling {
  /** Finds the route of a path, or undefined. Its code may still be loading when a call arrives. */
  readonly findRoute: (path: string) => Promise<Route | undefined>;
  /** Counts calls from the complete request until the response was sent or the stream was closed. */
  readonly calls: { track(call: () => Promise<void>): Promise<void> };
}

/** Serves one call of gRPC over HTTP/2. Never throws. Deadlines are the client's: it cancels the stream. */
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
