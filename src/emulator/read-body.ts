import type { IncomingMessage } from "node:http";
import { MAX_BODY_BYTES } from "./answer-request";

/**
 * Reads a request's body to its end. What exceeds the limit is read but not kept, so that a client that only
 * listens when it has sent everything still hears why it was refused.
 */
export async function readBody(request: IncomingMessage): Promise<Uint8Array | "too_large"> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Uint8Array>) {
    length += chunk.byteLength;
    if (length <= MAX_BODY_BYTES) chunks.push(chunk);
    else chunks.length = 0;
  }
  return length > MAX_BODY_BYTES ? "too_large" : Buffer.concat(chunks);
}
