/**
 * Writes a text as the header `grpc-message`: UTF-8, with what is not printable ASCII, and the percent sign,
 * as `%XX` (gRPC over HTTP/2, section "Responses").
 */
export function formatGrpcMessage(text: string): string {
  return Array.from(Buffer.from(text, "utf8"), (octet) =>
    octet < 0x20 || octet > 0x7e || octet === 0x25
      ? `%${octet.toString(16).toUpperCase().padStart(2, "0")}`
      : String.fromCharCode(octet),
  ).join("");
}
