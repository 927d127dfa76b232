import { type ServerResponse, STATUS_CODES } from "node:http";
import type { Writable } from "node:stream";
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import type { Delivery, ServiceResponse } from "./delivery";

const ENCODERS: ReadonlyMap<string | undefined, (body: Buffer) => Buffer> = new Map([
  ["gzip", gzipSync],
  ["br", brotliCompressSync],
  ["deflate", deflateSync],
]);

export function sendDelivery(response: ServerResponse, delivery: Delivery): void {
  if (delivery.kind === "dropped") {
    // A client can tell a reset from an empty response. With pipelining, only the request has a socket yet.
    response.req.socket.resetAndDestroy();
    return;
  }
  const { status, headers } = delivery.answer;
  const encode = ENCODERS.get(headers["content-encoding"]) ?? ((content: Buffer) => content);
  const body = encode(Buffer.from(delivery.answer.body, "utf8"));
  if (delivery.kind === "whole") {
    // A 204 has no length and no body.
    response.writeHead(status, status === 204 ? headers : { ...headers, "content-length": body.length });
    response.end(body);
    return;
  }
  if (delivery.kind === "dripped") {
    if (delivery.from === "head") {
      // Node sends the head in one piece, so write it directly to the socket.
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
    // Without length and chunks, the body ends with the connection.
    response.useChunkedEncodingByDefault = false;
    response.setHeader("connection", "close");
  }
  response.writeHead(status, { ...headers });
  response.write(body.subarray(0, bytes), () => response.socket?.end());
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
  // The client has disconnected, or the service is closed.
  target.once("close", stop);
  sendMore();
}

function writeHead({ status, headers, body }: ServiceResponse): Uint8Array {
  const fields = { ...headers, "content-length": Buffer.byteLength(body), connection: "close" };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ""}\r\n${lines.join("")}\r\n`, "latin1");
}
