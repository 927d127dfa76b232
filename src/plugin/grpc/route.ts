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

/** Sends one message of a stream. @returns false once the client has left: no further message arrives there */
export type SendMessage<Message> = (message: Message) => Promise<boolean>;

/** A call with one request and any number of responses. */
export interface StreamRoute {
  readonly kind: "stream";
  readonly path: string;
  /** Decodes the request, handles it, and sends encoded responses until it settles. */
  readonly handle: (request: Buffer, send: SendMessage<Buffer>) => Promise<void>;
}

/** A stream that carries no messages. */
export interface SilentRoute {
  readonly kind: "silent";
  readonly path: string;
  /** Whether the server ends it after the client has; otherwise it stays open until the client disconnects. */
  readonly endsWithClient: boolean;
}

/** How the calls of one path are handled. */
export type Route = UnaryRoute | StreamRoute | SilentRoute;

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

/** Handles requests of one method by any number of responses; errors as with {@link UnaryHandler}. */
export type StreamHandler<Request, Response> = (
  request: Request,
  send: SendMessage<Response>,
) => Promise<void>;

/** Creates the route of a method whose responses are a stream. */
export function createStreamRoute<Request, Response>(
  { path, requestDeserialize, responseSerialize }: Method<Request, Response>,
  handle: StreamHandler<Request, Response>,
): StreamRoute {
  return {
    kind: "stream",
    path,
    handle: (request, send) =>
      handle(requestDeserialize(request), (response) => send(responseSerialize(response))),
  };
}
