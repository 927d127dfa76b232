import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync } from "node:zlib";

type Decode = (bytes: Uint8Array, options: { readonly maxOutputLength: number }) => Buffer;

const DECODERS: ReadonlyMap<string, Decode> = new Map<string, Decode>([
  ["identity", (bytes) => Buffer.from(bytes)],
  ["gzip", gunzipSync],
  ["x-gzip", gunzipSync],
  ["br", brotliDecompressSync],
  // Some servers send it without the zlib header, whose first byte ends in the bits 1000.
  [
    "deflate",
    (bytes, options) => ((Number(bytes[0]) & 15) === 8 ? inflateSync : inflateRawSync)(bytes, options),
  ],
]);

/**
 * Decodes a response body: proxies compress without being asked to. Unknown encodings stay unchanged.
 * @param maxBytes - of the result and of every intermediate one
 * @throws Error of zlib, with the code `ERR_BUFFER_TOO_LARGE` above `maxBytes`
 */
export function decodeContent(content: Buffer, encodings: string, maxBytes: number): Buffer {
  if (content.length === 0) return content;
  const names = encodings.split(",").map((name) => name.trim().toLowerCase());
  return names.reverse().reduce((bytes, name) => {
    const decode = DECODERS.get(name);
    return decode === undefined ? bytes : decode(bytes, { maxOutputLength: maxBytes });
  }, content);
}
