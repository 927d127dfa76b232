import { GRPC_STATUS, GrpcError } from "./grpc-error";

const UNITS_MS: { readonly [unit: string]: number } = {
  H: 3_600_000,
  M: 60_000,
  S: 1000,
  m: 1,
  u: 0.001,
  n: 0.000_001,
};

/**
 * Reads the header `grpc-timeout`: how long the client waits, as up to eight digits and a unit.
 * @returns milliseconds, rounded up; undefined without the header
 * @throws GrpcError INTERNAL for a header of another form
 */
export function readTimeoutMs(header: string | readonly string[] | undefined): number | undefined {
  if (header === undefined) return undefined;
  const [, digits, unit = ""] = /^([0-9]{1,8})([HMSmun])$/.exec(String(header)) ?? [];
  const unitMs = UNITS_MS[unit];
  if (unitMs === undefined)
    throw new GrpcError(GRPC_STATUS.INTERNAL, "The header grpc-timeout is malformed.");
  return Math.ceil(Number(digits) * unitMs);
}
