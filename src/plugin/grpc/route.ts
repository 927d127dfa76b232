export interface UnaryRoute {
  readonly kind: "unary";
  readonly handle: (request: Buffer) => Promise<Buffer>;
  /** Called after a successful response was sent, or its stream was closed. */
  readonly onSent?: () => void;
}

/** Sends one message of a stream. @returns false once the client has left: no further message arrives */
export type SendMessage<Message> = (message: Message) => Promise<boolean>;

export interface StreamRoute {
  readonly kind: "stream";
  readonly handle: (request: Buffer, send: SendMessage<Buffer>) => Promise<void>;
}

export interface SilentRoute {
  readonly kind: "silent";
  /** Whether the server ends it after the client has; else it stays open until the client disconnects. */
  readonly endsWithClient: boolean;
}

/** How calls are handled. Anything that is thrown, except a GrpcError, becomes INTERNAL for the client. */
export type Route = UnaryRoute | StreamRoute | SilentRoute;

/** Routes by the path of their calls, for example `/grpc.health.v1.Health/Check`. */
export type Routes = ReadonlyMap<string, Route>;
