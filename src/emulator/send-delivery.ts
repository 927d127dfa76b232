import type { ServerResponse } from "node:http";
import type { Delivery } from "./delivery";

/** Sends what shall reach the client, or as much of it as shall. */
export function sendDelivery(response: ServerResponse, delivery: Delivery): void {
  if (delivery.kind === "dropped") {
    // A reset rather than an orderly end: the client cannot mistake it for an empty answer. The request's socket:
    // behind an earlier one of the same connection, the response has none yet.
    response.req.socket.resetAndDestroy();
    return;
  }
  const { status, headers } = delivery.answer;
  const body = Buffer.from(delivery.answer.body, "utf8");
  if (delivery.kind === "whole") {
    response.writeHead(status, { ...headers, "content-length": body.length }).end(body);
    return;
  }
  if (delivery.kind === "dripped") {
    response.writeHead(status, { ...headers, "content-length": body.length });
    sendSlowly(response, body, delivery.bytes, delivery.intervalMs);
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

function sendSlowly(response: ServerResponse, body: Uint8Array, bytes: number, intervalMs: number): void {
  let sent = 0;
  const sendMore = (): void => {
    response.write(body.subarray(sent, sent + bytes));
    sent += bytes;
    if (sent >= body.length) stop();
  };
  const timer = setInterval(sendMore, intervalMs);
  const stop = (): void => {
    clearInterval(timer);
    response.end();
  };
  // The client has had enough, or the service is closed.
  response.once("close", stop);
  sendMore();
}
