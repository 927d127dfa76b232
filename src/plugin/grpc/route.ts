export interface UnaryRoute {
  readonly kind: "unary";
  readonly handle: (request: Buffer) => Promise<Buffer>;
  /** Called after a successful response was sent, or after the response's stream was closed. */
  readonly onSent?: () => void;
}

/** Sends one message of a stream. @returns false if the client has disconnected */
export type SendMessage<Message> = (message: Message) => Promise<boolean>;

export interface StreamRoute {
  readonly kind: "stream";
  readonly handle: (request: Buffer, send: SendMessage<Buffer>) => Promise<void>;
}

/** How calls are handled. The client receives INTERNAL for an exception that is not a GrpcError. */
export type Route =
  | UnaryRoute
  | StreamRoute
  /** `endsWithClient`: the server ends the call after the client does. Else a disconnect ends the call. */
  | { readonly kind: "silent"; readonly endsWithClient: boolean };

/** Routes by the path of their calls, for example `/grpc.health.v1.Health/Check`. */
export type Routes = ReadonlyMap<string, Route>;
