/** Status codes of gRPC that this server answers (gRPC's status codes document). */
export const GRPC_STATUS = {
  OK: 0,
  DEADLINE_EXCEEDED: 4,
  NOT_FOUND: 5,
  RESOURCE_EXHAUSTED: 8,
  UNIMPLEMENTED: 12,
  INTERNAL: 13,
} as const;

/** One of {@link GRPC_STATUS} that is an error. */
export type GrpcErrorStatus = Exclude<(typeof GRPC_STATUS)[keyof typeof GRPC_STATUS], 0>;

/** Ends a call with a status other than OK. Its message reaches the client: it must not hold secrets. */
export class GrpcError extends Error {
  override readonly name = "GrpcError";
  readonly status: GrpcErrorStatus;

  constructor(status: GrpcErrorStatus, message: string) {
    super(message);
    this.status = status;
  }
}
