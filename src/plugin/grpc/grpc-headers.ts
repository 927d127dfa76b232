import { GRPC_STATUS, GrpcError } from "./grpc-error";

/**
 * Formats the header `grpc-message`: UTF-8, with `%XX` for the percent sign and everything but printable ASCII
 * (gRPC over HTTP/2, section "Responses").
 */
export function formatGrpcMessage(text: string): string {
  return Array.from(Buffer.from(text, "utf8"), (byte) =>
    byte < 0x20 || byte > 0x7e || byte === 0x25
      ? `%${byte.toString(16).toUpperCase().padStart(2, "0")}`
      : String.fromCharCode(byte),
  ).join("");
}

const UNITS_MS: { readonly [unit: string]: number } = {
  H: 3_600_000,
  M: 60_000,
  S: 1000,
  m: 1,
  u: 0.001,
  n: 0.000_001,
};

/**
 * Parses the header `grpc-timeout`, the client's deadline: up to eight digits and a unit.
 * @returns milliseconds, rounded up; undefined without the header
 * @throws GrpcError INTERNAL for a malformed header
 */
export function readTimeoutMs(header: string | readonly string[] | undefined): number | undefined {
  if (header === undefined) return undefined;
  const [, digits, unit = ""] = /^([0-9]{1,8})([HMSmun])$/.exec(String(header)) ?? [];
  const unitMs = UNITS_MS[unit];
  if (unitMs === undefined)
    throw new GrpcError(GRPC_STATUS.INTERNAL, "The header grpc-timeout is malformed.");
  return Math.ceil(Number(digits) * unitMs);
}
