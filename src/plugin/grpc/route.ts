import type { Method } from "./service";

/** A call with one request and one response. */
export interface UnaryRoute {
  readonly kind: "unary";
  readonly path: string;
  /** Decodes the request, handles it, and encodes the response. */
  readonly handle: (request: Buffer) => Promise<Buffer>;
  /** Called after a successful response was sent, or its stream was closed. */
  readonly onSent: (() => void) | undefined;
}

/** A stream that carries no messages. */
export interface SilentRoute {
  readonly kind: "silent";
  readonly path: string;
  /** Whether the server ends it after the client has; otherwise it stays open until the client disconnects. */
  readonly endsWithClient: boolean;
}

/** How the calls of one path are handled. */
export type Route = UnaryRoute | SilentRoute;

/** Handles requests of one method. Anything it throws, except a GrpcError, becomes INTERNAL for the client. */
export type UnaryHandler<Request, Response> = (request: Request) => Promise<Response>;

/** Creates the route of a method. */
export function createUnaryRoute<Request, Response>(
  { path, requestDeserialize, responseSerialize }: Method<Request, Response>,
  handle: UnaryHandler<Request, Response>,
  onSent?: () => void,
): UnaryRoute {
  return {
    kind: "unary",
    path,
    handle: async (request) => responseSerialize(await handle(requestDeserialize(request))),
    onSent,
  };
}
