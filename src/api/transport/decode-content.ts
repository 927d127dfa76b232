import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync } from "node:zlib";

type Decode = (bytes: Uint8Array, options: { readonly maxOutputLength: number }) => Buffer;

const DECODERS: ReadonlyMap<string, Decode> = new Map<string, Decode>([
  ["identity", (bytes) => Buffer.from(bytes)],
  ["gzip", gunzipSync],
  ["x-gzip", gunzipSync],
  ["br", brotliDecompressSync],
  // Some send it without the header that the name asks for, whose first four bits are an 8.
  [
    "deflate",
    (bytes, options) => ((Number(bytes[0]) & 15) === 8 ? inflateSync : inflateRawSync)(bytes, options),
  ],
]);

/**
 * Undoes the encodings of an answer, which proxies apply although they were not asked to. Nothing at all is nothing,
 * however it is encoded; what has an encoding that is not known here stays as it is.
 * @param encodings - value of `content-encoding`
 * @param maxBytes - bytes that the result, and everything on the way to it, may have
 * @throws Error as zlib does; its code is `ERR_BUFFER_TOO_LARGE` where there are more than `maxBytes`
 */
export function decodeContent(content: Buffer, encodings: string, maxBytes: number): Buffer {
  if (content.length === 0) return content;
  const names = encodings.split(",").map((name) => name.trim().toLowerCase());
  return names.reverse().reduce((bytes, name) => {
    const decode = DECODERS.get(name);
    return decode === undefined ? bytes : decode(bytes, { maxOutputLength: maxBytes });
  }, content);
}
