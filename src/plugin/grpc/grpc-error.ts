/** The gRPC status codes that this server sends (from gRPC's status code document). */
export const GRPC_STATUS = {
  OK: 0,
  NOT_FOUND: 5,
  RESOURCE_EXHAUSTED: 8,
  UNIMPLEMENTED: 12,
  INTERNAL: 13,
} as const;

export type GrpcErrorStatus = Exclude<(typeof GRPC_STATUS)[keyof typeof GRPC_STATUS], 0>;

/** Ends a call with a status other than OK. The client sees the message, which must not contain secrets. */
export class GrpcError extends Error {
  override readonly name = "GrpcError";
  readonly status: GrpcErrorStatus;

  constructor(status: GrpcErrorStatus, message: string) {
    super(message);
    this.status = status;
  }
}

/** Recognizes the class by its name. `instanceof` fails if another file of the bundle has its own copy. */
export function isGrpcError(error: unknown): error is GrpcError {
  return error instanceof Error && error.name === "GrpcError";
}
