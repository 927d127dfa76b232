import type { ServerResponse } from "node:http";
import { STATUS_CODES } from "node:http";
import type { Writable } from "node:stream";
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import type { Delivery } from "./delivery";
import type { ServiceAnswer } from "./service-response";

/** Sends what shall reach the client, or as much of it as shall. */
export function sendDelivery(response: ServerResponse, delivery: Delivery): void {
  if (delivery.kind === "dropped") {
    // A reset rather than an orderly end: the client cannot mistake it for an empty answer. The request's socket:
    // behind an earlier one of the same connection, the response has none yet.
    response.req.socket.resetAndDestroy();
    return;
  }
  const { status, headers } = delivery.answer;
  const body = encode(Buffer.from(delivery.answer.body, "utf8"), headers["content-encoding"]);
  if (delivery.kind === "whole") {
    response.writeHead(status, { ...headers, "content-length": body.length }).end(body);
    return;
  }
  if (delivery.kind === "dripped") {
    if (delivery.from === "head") {
      // Node sends a head as a whole; only by itself does it come in pieces.
      const { socket } = response.req;
      sendSlowly(socket, Buffer.concat([writeHead(delivery.answer), body]), delivery);
      return;
    }
    response.writeHead(status, { ...headers, "content-length": body.length });
    sendSlowly(response, body, delivery);
    return;
  }
  const { bytes, isLengthDeclared } = delivery;
  if (isLengthDeclared) response.setHeader("content-length", body.length);
  else {
    // Neither length nor chunks: the body lasts until the connection ends.
    response.useChunkedEncodingByDefault = false;
    response.setHeader("connection", "close");
  }
  response.writeHead(status, { ...headers });
  response.write(body.subarray(0, bytes), () => response.socket?.end());
}

/** Compresses a body as its head says. */
function encode(body: Buffer, encoding: string | undefined): Buffer {
  switch (encoding) {
    case "gzip":
      return gzipSync(body);
    case "br":
      return brotliCompressSync(body);
    case "deflate":
      return deflateSync(body);
    default:
      return body;
  }
}

function sendSlowly(
  target: Writable,
  content: Uint8Array,
  { bytes, intervalMs }: Extract<Delivery, { kind: "dripped" }>,
): void {
  let sent = 0;
  const sendMore = (): void => {
    target.write(content.subarray(sent, sent + bytes));
    sent += bytes;
    if (sent >= content.length) stop();
  };
  const timer = setInterval(sendMore, intervalMs);
  const stop = (): void => {
    clearInterval(timer);
    target.end();
  };
  // The client has had enough, or the service is closed.
  target.once("close", stop);
  sendMore();
}

/** Writes the head of an answer behind which the connection ends. */
function writeHead({ status, headers, body }: ServiceAnswer): Uint8Array {
  const fields = { ...headers, "content-length": Buffer.byteLength(body), connection: "close" };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ""}\r\n${lines.join("")}\r\n`, "latin1");
}
