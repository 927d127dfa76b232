import type { Method } from "./service";

/** A call with one request and one answer. */
export interface UnaryRoute {
  readonly kind: "unary";
  readonly path: string;
  /** Reads the request, answers it, and writes the answer. */
  readonly answer: (request: Buffer) => Promise<Buffer>;
  /** Called after an answer that is no error, when it is on its way or nobody waits for it any more. */
  readonly onSent: (() => void) | undefined;
}

/** A stream in which nothing is ever said. */
export interface SilentRoute {
  readonly kind: "silent";
  readonly path: string;
  /** Whether the server ends it when the client has said its last; else it stays until the client goes. */
  readonly endsWithClient: boolean;
}

/** What is done for the calls of one path. */
export type Route = UnaryRoute | SilentRoute;

/** Answers requests of one method. Whatever it throws but a GrpcError is INTERNAL to the client. */
export type UnaryHandler<Request, Response> = (request: Request) => Promise<Response>;

/** Joins a method to what answers it. */
export function createUnaryRoute<Request, Response>(
  { path, requestDeserialize, responseSerialize }: Method<Request, Response>,
  handle: UnaryHandler<Request, Response>,
  onSent?: () => void,
): UnaryRoute {
  return {
    kind: "unary",
    path,
    answer: async (request) => responseSerialize(await handle(requestDeserialize(request))),
    onSent,
  };
}
