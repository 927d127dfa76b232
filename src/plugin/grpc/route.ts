export interface UnaryRoute {
  readonly kind: "unary";
  readonly handle: (request: Buffer) => Promise<Buffer>;
  /** Called when the stream of a successful response has closed: it was sent, or the client has left. */
  readonly onSent?: () => void;
}

/** Sends one message of a stream. @returns false if the client has disconnected */
export type SendMessage<Message> = (message: Message) => Promise<boolean>;

export interface StreamRoute {
  readonly kind: "stream";
  readonly handle: (request: Buffer, send: SendMessage<Buffer>) => Promise<void>;
}

/** How calls to a path are handled. For an exception other than a GrpcError, the client gets INTERNAL. */
export type Route =
  | UnaryRoute
  | StreamRoute
  /** Sends no message. `endsWithClient`: the call ends when the client ends it; if false, at a disconnect. */
  | { readonly kind: "silent"; readonly endsWithClient: boolean };

/** Routes by the path of their calls, for example `/grpc.health.v1.Health/Check`. */
export type Routes = ReadonlyMap<string, Route>;
